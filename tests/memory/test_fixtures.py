"""Small inputs that broke other memories, X1-X22, as far as they concern messages: no facts are read here.

Elsewhere: what concerns facts is in ``tests/hard/test_fixtures_facts``; X6 with processes is in ``tests/hard``; X12
and X13 are in ``test_forgetting``, X14 and X15 also in ``test_scope``, X16 in ``test_times``, X21 also in
``test_context``, X22 also in ``test_vectors``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from strandline import HashEmbedder, Memory, Message
from strandline.errors import EmbedderMismatchError

from .asking import dump
from .conftest import START

Open = Callable[..., Memory]


@pytest.fixture(autouse=True)
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages alone."""
    monkeypatch.setattr("strandline.memory.claims.read", lambda turn, **given: ())


BLANK = (
    "",
    "   ",
    "\n\t",
    "...",
    "-",
    "?!",
    "_",
    "___",
    "\u200b",
    "\u200b\u200d\ufeff",
    "、。",
    "😀",
    "\x00",
    "\u0301",
)


def found(memory: Memory, query: str, **asked: Any) -> list[str]:
    return [hit.text for hit in memory.search(query, user_id="ana", **asked)]


def test_x1_the_same_message_twice_is_two_turns_and_one_hit_with_the_newest_id(memory: Memory) -> None:
    text = "Dogs descend from wolves."
    first = memory.add(text, user_id="ana", session_id="s1").messages[0]
    memory.add("Cats descend from wildcats.", user_id="ana", session_id="s1")
    second = memory.add(text, user_id="ana", session_id="s2").messages[0]
    assert first.id != second.id
    assert [row.content for row in memory.messages(user_id="ana")].count(text) == 2
    hits = [
        hit for hit in memory.search("what do dogs descend from?", user_id="ana", min_score=0.0) if hit.text == text
    ]
    assert [hit.id for hit in hits] == [second.id]
    block = memory.context("what do dogs descend from?", user_id="ana")
    assert [hit.id for hit in block.hits if hit.text == text] == [second.id]


def test_x1_the_newest_is_the_one_said_last_not_the_one_stored_last(memory: Memory) -> None:
    memory.add("Dogs descend from wolves.", user_id="ana", at=START + timedelta(days=2))
    late = memory.add("Dogs descend from wolves.", user_id="ana", at=START).messages[0]
    assert late.id not in [hit.id for hit in memory.search("dogs", user_id="ana", min_score=0.0)]


def test_x1_a_text_remembered_twice_is_one_memory_with_one_id(memory: Memory) -> None:
    first = memory.remember("Dogs descend from wolves.", user_id="ana", metadata={"a": 1})
    before = dump(memory)
    again = memory.remember("Dogs descend from wolves.", user_id="ana", metadata={"a": 2}, at=START)
    assert again.facts == first.facts
    assert "there already" in again.warnings[0]
    assert dump(memory) == before
    assert memory.remember("dogs descend from wolves.", user_id="ana").facts[0].id != first.facts[0].id
    assert memory.remember("Dogs descend from wolves.", user_id="bob").facts[0].id != first.facts[0].id


def test_x1_a_turn_and_a_memory_of_the_same_text_are_one_hit(memory: Memory) -> None:
    memory.remember("Dogs descend from wolves.", user_id="ana", at=START)
    memory.add("Dogs descend from wolves.", user_id="ana", at=START + timedelta(days=1))
    assert found(memory, "wolves", min_score=0.0) == ["Dogs descend from wolves."]


def test_x1_what_was_forgotten_may_be_said_and_remembered_again(memory: Memory) -> None:
    """B12: the mark that keeps an import from bringing it back does not stand in the way."""
    message = Message.user("Dogs descend from wolves.", id="mine")
    for _ in range(3):
        added = memory.add(message, user_id="ana").messages[0]
        noted = memory.remember("Dogs descend from wolves, too.", user_id="ana")
        assert (added.id, noted.warnings) == ("mine", ())
        assert len(found(memory, "wolves")) == 2
        memory.forget(user_id="ana", phrase="wolves")
        assert found(memory, "wolves", min_score=0.0) == []


def test_x12_the_ids_of_a_user_without_rows_leave_the_file_too(memory: Memory) -> None:
    """What is left of an agent or session when its rows were forgotten before."""
    note = memory.remember("Dogs descend from wolves.", user_id="ana", agent_id="planner of the harbour").facts[0]
    memory.forget(user_id="ana", id=note.id)
    receipt = memory.forget(user_id="ana", everything=True)
    assert (receipt.messages, receipt.facts) == (0, 0)
    assert memory.verify_forgotten(receipt)
    assert memory.users(all_users=True) == []


def test_x13_a_text_that_another_user_keeps_with_other_white_space_is_no_leftover(memory: Memory) -> None:
    """Digests do not see white space at the ends; what is compared with them must not either."""
    memory.add("Dogs descend from wolves.", user_id="alfa")
    memory.add(" Dogs descend from wolves.\n", user_id="beta")
    receipt = memory.forget(user_id="alfa", everything=True)
    assert memory.verify_forgotten(receipt)
    assert [row.content for row in memory.messages(user_id="beta")] == [" Dogs descend from wolves.\n"]


def test_x3_unrelated_chinese_texts_are_two_memories_with_two_ids(memory: Memory) -> None:
    ids = {memory.remember(text, user_id="ana").facts[0].id for text in ("周游世界", "在周末吃夜宵")}
    added = memory.add(["周游世界", "在周末吃夜宵"], user_id="ana").messages
    assert len(ids | {one.id for one in added}) == 4
    assert found(memory, "世界", k=1) == ["周游世界"]
    assert found(memory, "周末", k=1) == ["在周末吃夜宵"]


def test_x6_threads_that_add_to_one_session_lose_nothing_and_share_the_steps(hashed: Memory) -> None:
    """In any order, but each call's messages stand together."""

    def work(number: int) -> list[int]:
        added = [hashed.add([f"{number} {n} a", f"{number} {n} b"], user_id="ana").messages for n in range(10)]
        return [one.step for pair in added for one in pair]

    with ThreadPoolExecutor(8) as pool:
        steps = [step for each in pool.map(work, range(8)) for step in each]
    assert sorted(steps) == list(range(1, 161))
    rows = list(hashed.messages(user_id="ana", limit=1000))
    assert [row.step for row in rows] == list(range(1, 161))
    assert len({row.content for row in rows}) == 160
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        assert str(first.content)[:-1] == str(second.content)[:-1]
    assert len(hashed.search("a", user_id="ana", k=400, min_score=0.0)) == 160


def test_x7_what_was_just_said_is_found_by_the_next_question(memory: Memory) -> None:
    memory.add("Hello there.", user_id="ana")
    memory.search("how old am I?", user_id="ana")
    memory.add("I'm 45 years old.", user_id="ana")
    assert found(memory, "How old am I?")[0] == "I'm 45 years old."
    memory.add("I'm 46 now.", user_id="ana")
    assert found(memory, "46")[0] == "I'm 46 now."


def test_x9_texts_that_differ_in_a_number_or_a_name_are_never_merged(memory: Memory) -> None:
    texts = [
        "PocketBase runs on port 8090", "PocketBase backend at localhost:8090", "PocketBase runs on port 8091",
        "PocketBase does not run on port 8090", "PocketBase runs on Port 8090",
    ]  # fmt: skip
    for text in texts:
        memory.remember(text, user_id="ana")
        memory.add(text, user_id="bob")
    assert len(memory.facts(user_id="ana")) == len(memory.messages(user_id="bob")) == len(texts)
    for user in ("ana", "bob"):
        hits = memory.search("which port does PocketBase run on?", user_id=user, min_score=0.0)
        assert {hit.text for hit in hits} == set(texts)
    assert found(memory, "8091", k=1) == ["PocketBase runs on port 8091"]


@pytest.mark.parametrize("text", BLANK, ids=ascii)
def test_x10_a_turn_without_words_is_kept_with_its_step_and_never_recalled(memory: Memory, text: str) -> None:
    memory.add("Boats leave at nine.", user_id="ana")
    added = memory.add(text, user_id="ana")
    assert added.messages[0].step == 2
    assert "no words" in added.warnings[0]
    assert memory.messages(user_id="ana")[1].content == text
    for query in (text, "boats", "..."):
        assert added.messages[0].id not in [hit.id for hit in memory.search(query, user_id="ana", min_score=0.0)]
    assert memory.stats().vectors_pending == 0


@pytest.mark.parametrize("text", BLANK, ids=ascii)
def test_x10_a_blank_text_is_not_remembered_and_the_result_says_so(memory: Memory, text: str) -> None:
    added = memory.remember(text, user_id="ana")
    assert (added.facts, added.messages) == ((), ())
    assert "nothing was stored" in added.warnings[0]
    assert memory.users(all_users=True) == []


def test_x11_what_the_assistant_said_stays_the_assistants(memory: Memory) -> None:
    memory.add([Message.user("Where should I go?"), Message.assistant("You should visit Rome.")], user_id="ana")
    assert len(memory.facts(user_id="ana")) == 0
    hit = next(hit for hit in memory.search("Rome", user_id="ana", min_score=0.0) if "Rome" in hit.text)
    assert (hit.role, hit.kind) == ("assistant", "message")
    assert "assistant: You should visit Rome." in memory.context("did you suggest Rome?", user_id="ana").text


@pytest.mark.parametrize(
    "text", ["Deploy listens on port 9077", "we did it, me too", "我们十万年前来过", "room 2019b", "0000-99-99"]
)
def test_x17_what_is_no_date_is_no_date(memory: Memory, text: str) -> None:
    """A number is not taken for a year, "we" not for Wednesday, and a year out of range breaks nothing."""
    memory.add(text, user_id="ana", at=START)
    memory.add("Something else was said.", user_id="ana", at=START.replace(year=2019))
    assert [row.at for row in memory.messages(user_id="ana")] == [START, START.replace(year=2019)]
    for hit in memory.search(text, user_id="ana", min_score=0.0):
        assert "date" not in (hit.why or {})


def test_x17_a_date_is_a_date(memory: Memory) -> None:
    memory.add("We sailed around the island.", user_id="ana", at=START)
    memory.add("We sailed around the bay.", user_id="ana", at=START.replace(year=2019))
    hits = memory.search("where did we sail in March 2019?", user_id="ana")
    assert hits[0].text == "We sailed around the bay."
    assert (hits[0].why or {})["date"] > 0


SCRIPTS = [
    ("你好，我是小明", "你知道我叫什麼名字嗎"), ("अनीता कल दिल्ली जाएगी", "अनीता"), ("João gosta de café", "João"),
    ("João gosta de café", "joão"),
    ("Joa\u0303o gosta de café", "Jo\u00e3o"), ("Инна живёт в Казани", "где живёт Инна?"),
    ("राज को चाय पसंद है", "राज"), ("東京に住んでいます", "東京"), ("저는 서울에 살아요", "서울"),
    ("ฉันอยู่กรุงเทพ", "กรุงเทพ"),
    ("أسكن في القاهرة", "القاهرة"), ("Straße nach Köln", "STRASSE"), ("Η Αθήνα είναι μεγάλη", "αθήνα"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "query"), SCRIPTS)
def test_x18_texts_of_every_script_are_found_and_come_back_whole(memory: Memory, text: str, query: str) -> None:
    memory.add(["The harbour is quiet.", text, "Boats leave at nine."], user_id="ana")
    assert found(memory, query, k=1) == [text]


@pytest.mark.parametrize(("name", "other"), [("अनीता", "अनीत"), ("राज", "राजा"), ("Инна", "Инн"), ("João", "Jo")])
def test_x18_a_name_is_found_whole_not_as_a_part(memory: Memory, name: str, other: str) -> None:
    """A mark at a word's end is part of the word."""
    memory.add([f"{name} 1 boat", f"{other} 2 boats"], user_id="ana")
    assert found(memory, name, k=1) == [f"{name} 1 boat"]
    assert found(memory, other, k=1) == [f"{other} 2 boats"]


@pytest.mark.parametrize(
    "size", [1, 2, 1599, 1600, 1601, 100_000, 1_000_000, 10_000_000], ids=lambda size: f"{size} bytes"
)
def test_x20_a_text_of_any_size_comes_back_equal_and_is_found_by_its_end(memory: Memory, size: int) -> None:
    """P: cut into passages, never cut off; the hit is the passage, not ten megabytes."""
    tail = "the vault code is heliotrope seven"
    base = "The ferry crossed the bay while gulls argued about bread. "
    text = (base * (size // len(base)) + tail)[-size:] if size > len(tail) else tail[-size:]
    text += "x" * (size - len(text))
    began = time.monotonic()
    added = memory.add(text, user_id="ana")
    row = memory.messages(user_id="ana")[0]
    hits = memory.search(text[-30:], user_id="ana")
    block = memory.context(text[-30:], user_id="ana", max_tokens=600)
    assert time.monotonic() - began < 30.0
    assert row.content == text
    assert [warning for warning in added.warnings if "facts were read from the first 10,000 alone" not in warning] == []
    assert [hit.id for hit in hits] == [row.id]
    assert hits[0].text.endswith(text[-30:])
    assert len(hits[0].text) <= 1600
    assert "heliotrope" in block.text or size < 34
    assert block.tokens <= 600


@pytest.mark.parametrize("filler", ["x", "é", "你", "\n", "a ", "😀", "\u0301", "a.", "\x00"], ids=ascii)
def test_x20_a_long_text_without_places_to_cut_is_taken_too(memory: Memory, filler: str) -> None:
    text = "start " + filler * 30_000 + " the vault code is heliotrope seven"
    began = time.monotonic()
    memory.add(text, user_id="ana")
    hits = memory.search("heliotrope vault code", user_id="ana")
    assert time.monotonic() - began < 30.0
    assert memory.messages(user_id="ana")[0].content == text
    assert len(hits) == 1
    assert "heliotrope" in hits[0].text


def test_x20_a_long_text_under_a_filter_is_found_by_any_of_its_passages(memory: Memory) -> None:
    long = "The ferry crossed the bay. " * 300 + "The vault code is heliotrope seven."
    memory.add([Message.user(long, metadata={"kind": "log"}), "The vault code was changed."], user_id="ana")
    assert [hit.metadata for hit in memory.search("vault code", user_id="ana", filters={"kind": "log"})] == [
        {"kind": "log"}
    ]
    assert found(memory, "vault code", filters={"kind": {"exists": False}}) == ["The vault code was changed."]


@pytest.mark.parametrize("budget", [10, 40, 80, 200, 2000])
def test_x21_a_call_and_its_result_are_shown_whole_or_left_out_and_counted(memory: Memory, budget: int) -> None:
    """Also when the budget is smaller than the result, and when the history ends inside a call."""
    call = [{"id": "c1", "type": "function", "function": {"name": "ferry_times", "arguments": '{"pier": 2}'}}]
    memory.add(
        [
            Message.user("When does the ferry leave from pier two?"),
            Message.assistant(None, tool_calls=call),
            Message.tool("Ferry times of pier two: " + "09:05, " * 40, tool_call_id="c1"),
            Message.user("And the ferry back?"),
            Message.assistant(None, tool_calls=[{**call[0], "id": "c2"}]),
        ],
        user_id="ana",
    )
    block = memory.context("ferry times of pier two", user_id="ana", max_tokens=budget)
    assert ("09:05" in block.text) == ("ferry_times" in block.text)
    assert block.tokens <= budget
    hits = memory.search("ferry times of pier two", user_id="ana", k=400)
    assert len(block.hits) + block.omitted == len(hits)
    assert budget < 2000 or "09:05" in block.text


class Broken:
    """An embedder that raises until it is mended."""

    def __init__(self) -> None:
        self.inner = HashEmbedder(dimensions=64)
        self.identity = self.inner.identity
        self.broken = True

    def embed(self, texts: Sequence[str], *, kind: Any = "document") -> Any:
        if self.broken:
            raise RuntimeError("out of memory")
        return self.inner.embed(texts, kind=kind)


def test_x22_a_model_of_another_width_is_refused_naming_both_and_words_still_find(open_memory: Open) -> None:
    first = open_memory(embedder=HashEmbedder(dimensions=384))
    first.add("The spare key is under the flowerpot.", user_id="ana")
    first.close()
    with pytest.raises(EmbedderMismatchError, match=r"384.*768.*reembed"):
        open_memory(embedder=HashEmbedder(dimensions=768))
    words = open_memory(embedder=HashEmbedder(dimensions=768), on_mismatch="lexical")
    assert found(words, "spare key") == ["The spare key is under the flowerpot."]
    assert "another embedder" in (words.search("spare key", user_id="ana")[0].why or {})["dense_missing"]
    assert not words.stats().dense
    words.reembed()
    assert words.stats().dense
    assert "meaning" in (words.search("spare key", user_id="ana")[0].why or {})["found_by"]


def test_x22_a_message_whose_embedding_failed_is_stored_queued_listed_and_made_later(open_memory: Open) -> None:
    embedder = Broken()
    memory = open_memory(embedder=embedder)
    added = memory.add(["The spare key is under the flowerpot.", "..."], user_id="ana")
    assert [one.step for one in added.messages] == [1, 2]
    assert any("out of memory" in warning and "reembed" in warning for warning in added.warnings)
    remembered = memory.remember("owns a red lamp", user_id="ana")
    assert "out of memory" in remembered.warnings[0]
    assert found(memory, "spare key") == ["The spare key is under the flowerpot."]
    assert found(memory, "red lamp") == ["owns a red lamp"]
    assert memory.stats().vectors_pending == memory.check().vectors_pending == 2
    assert memory.check().ok
    embedder.broken = False
    assert (memory.reembed().made, memory.stats().vectors_pending) == (2, 0)
    assert "meaning" in (memory.search("spare key", user_id="ana")[0].why or {})["found_by"]
