"""What is stored comes back equal: any text, any JSON; what cannot is refused with the store untouched."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline import Memory, Message
from strandline.errors import MessageError, StrandlineError, TextError

from .asking import EMBEDDER, dump

UNHURRIED = settings(deadline=None, max_examples=60)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
ODD_TEXTS = (
    "★ × → 😀", "a¦b/c|d\\e", "`x` ```y```", "nul \x00 inside", "\x00", "\x00 first", "last \x00", "\x1b[31mred\x1b[0m",
    "\r\n\t mixed \x0b\x0c ends \n", "مرحبا بالعالم", "שלום \u202e olleh",
    "👩‍👩‍👧‍👦 🇳🇴 👍🏽", "e\u0301 and é", "ﬁ ﷺ Å Å",
    "İstanbul ıI", "你好，我是小明", "अनीता", "\ufeffbom", "\ufffe\uffff", "\U0010ffff", "'; DROP TABLE message; --",
    "%s %d {} {0} $1 ?1 :a @b", "</s> <|im_end|> [INST]", "a\u2028b\u2029c", "\u200b\u200c\u200d\u2060",
)  # fmt: skip


@pytest.mark.parametrize("text", ODD_TEXTS, ids=ascii)
def test_odd_texts_come_back_equal_from_every_field(hashed: Memory, text: str) -> None:
    """X19."""
    message = Message.user(
        text, name=text, id=text, metadata={text: [text, {text: text}]}, tool_call_id=text, tool_calls=[{text: text}]
    )
    hashed.add([message, "sentinel word"], user_id="ana")
    row = hashed.messages(user_id="ana")[0]
    assert (row.content, row.name, row.id, row.tool_call_id) == (text, text, text, text)
    assert (row.metadata, row.tool_calls) == ({text: [text, {text: text}]}, [{text: text}])
    assert hashed.get(text, user_id="ana") == row
    for query in (text, "sentinel"):
        hits = hashed.search(query, user_id="ana", min_score=0.0)
        assert all(hit.text == text for hit in hits if hit.id == text)
        assert hashed.context(query, user_id="ana", visible=[text], min_score=0.0).tokens >= 0


@UNHURRIED
@given(text=TEXTS, name=TEXTS, metadata=st.dictionaries(TEXTS, JSON, max_size=4))
def test_any_text_and_any_json_come_back_equal(text: str, name: str, metadata: dict[str, Any]) -> None:
    with Memory(":memory:", embedder=EMBEDDER) as memory:
        added = memory.add(Message.user(text, name=name, metadata=metadata), user_id="ana").messages[0]
        row = memory.get(added.id, user_id="ana")
        assert (row.content, row.name) == (text, name)  # type: ignore[union-attr]
        assert row.content.encode() == text.encode()  # type: ignore[union-attr]
        assert same(row.metadata, metadata)
        remembered = memory.remember(text, user_id="ana", metadata=metadata)
        for fact in remembered.facts:
            assert (fact.text, memory.get(fact.id, user_id="ana")) == (text, fact)
            assert same(fact.metadata, metadata)
        for hit in memory.search(text, user_id="ana", min_score=0.0):
            assert hit.text == text
            assert same(hit.metadata, metadata)
        assert memory.check().ok


def same(got: object, want: object) -> bool:
    """Equal, and of the same JSON types: True is not 1, 1 is not 1.0."""
    if isinstance(want, Mapping):
        return isinstance(got, Mapping) and got.keys() == want.keys() and all(same(got[k], want[k]) for k in want)
    if isinstance(want, list):
        return isinstance(got, list) and len(got) == len(want) and all(map(same, got, want))
    return type(got) is type(want) and got == want


@pytest.mark.parametrize(
    "value",
    [
        2**63,
        -(2**200),
        0,
        -0.0,
        5e-324,
        1.7976931348623157e308,
        0.1,
        1.0,
        True,
        None,
        "",
        [],
        {},
        [None, [[]], {"": {}}],
    ],
    ids=repr,
)
def test_json_types_are_kept(hashed: Memory, value: object) -> None:
    """T: null, nested and big numbers too."""
    hashed.add(Message.user("Boats.", metadata={"k": value}), user_id="ana")
    row = hashed.messages(user_id="ana")[0]
    assert same(row.metadata, {"k": value})
    assert hashed.search("boats", user_id="ana", min_score=0.0)[0].metadata == {"k": value}
    assert hashed.search("boats", user_id="ana", min_score=0.0, filters={"k": {"eq": value}})


def test_no_metadata_and_empty_metadata_stay_apart(hashed: Memory) -> None:
    hashed.add([Message.user("a"), Message.user("b", metadata={})], user_id="ana")
    assert [row.metadata for row in hashed.messages(user_id="ana")] == [None, {}]


def test_a_mapping_that_is_no_dict_is_as_good_as_one(hashed: Memory) -> None:
    frozen = MappingProxyType({"a": MappingProxyType({"b": [1]})})
    hashed.add(Message.user("Boats.", metadata=frozen), user_id="ana", metadata=frozen)
    hashed.remember("likes boats", user_id="ana", metadata=frozen)
    assert hashed.messages(user_id="ana")[0].metadata == {"a": {"b": [1]}}
    assert hashed.facts(user_id="ana")[0].metadata == {"a": {"b": [1]}}


def test_what_the_caller_changes_later_is_not_what_was_stored(hashed: Memory) -> None:
    metadata: dict[str, Any] = {"tags": ["a"]}
    hashed.add(Message.user("Boats.", metadata=metadata), user_id="ana")
    metadata["tags"].append("b")
    assert hashed.messages(user_id="ana")[0].metadata == {"tags": ["a"]}


def nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"a": value}
    return value


def endless() -> dict[str, Any]:
    value: dict[str, Any] = {}
    value["self"] = value
    return value


@pytest.mark.parametrize(
    "metadata",
    [
        {"a": {1, 2}}, {"a": b"bytes"}, {"a": (1, 2)}, {"a": object()}, {"a": math.nan}, {"a": [math.inf]},
        {"a": {"b": -math.inf}}, {1: "a"}, {None: "a"}, {"a": {2: "b"}}, {"a": 1j}, {"a": range(3)},
        nested(100), nested(100_000), endless(), {"a": 10**5000}, [("a", 1)], "text", 5,
    ],
    ids=[
        "set", "bytes", "tuple", "object", "nan", "infinity", "nested infinity", "int key", "None key",
        "nested int key", "complex", "range", "deep", "very deep", "endless", "digits", "pairs", "text", "number",
    ],
)  # fmt: skip
def test_metadata_that_is_not_json_is_refused_with_the_store_untouched(hashed: Memory, metadata: Any) -> None:
    hashed.add("Trains leave at ten.", user_id="ana")
    before = dump(hashed)
    with pytest.raises(MessageError, match="metadata"):
        hashed.add(["Boats.", {"role": "user", "content": "More boats.", "metadata": metadata}], user_id="ana")
    with pytest.raises(MessageError, match="metadata"):
        hashed.add("Boats.", user_id="ana", metadata=metadata)
    with pytest.raises(MessageError, match="metadata"):
        hashed.remember("likes boats", user_id="ana", metadata=metadata)
    assert dump(hashed) == before


LONE = "half \ud83d emoji"
WITH_SURROGATES: dict[str, dict[str, Any]] = {
    "content": {"content": LONE},
    "part": {"content": [{"type": "text", "text": LONE}]},
    "name": {"content": "x", "name": LONE},
    "metadata value": {"content": "x", "metadata": {"a": ["ok", {"b": LONE}]}},
    "metadata key": {"content": "x", "metadata": {"a": {LONE: 1}}},
    "other part": {"content": [{"type": "image", "url": LONE}]},
    "tool call": {"content": "x", "tool_calls": [{"id": LONE}]},
    "tool call id": {"content": "x", "tool_call_id": LONE},
    "id": {"content": "x", "id": LONE},
}


@pytest.mark.parametrize("where", WITH_SURROGATES)
def test_a_lone_surrogate_is_refused_and_says_where(hashed: Memory, where: str) -> None:
    """X19: it could not come back equal, so it is not half stored."""
    with pytest.raises(TextError, match=r"U\+D83D at position 5"):
        hashed.add(["Boats.", {"role": "user", **WITH_SURROGATES[where]}], user_id="ana")
    assert hashed.users(all_users=True) == []


def test_a_lone_surrogate_is_refused_by_remember(hashed: Memory) -> None:
    with pytest.raises(TextError):
        hashed.remember(LONE, user_id="ana")
    with pytest.raises(TextError):
        hashed.remember("x", user_id="ana", metadata={"a": LONE})
    assert hashed.users(all_users=True) == []


@pytest.mark.parametrize("text", [5, None, b"x", ["x"], {"role": "user", "content": "x"}], ids=repr)
def test_remember_takes_one_text(hashed: Memory, text: Any) -> None:
    with pytest.raises(StrandlineError, match="text"):
        hashed.remember(text, user_id="ana")
    assert hashed.users(all_users=True) == []
