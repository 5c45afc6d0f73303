"""Export and import: everything comes back equal, and what cannot be read is refused whole."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline import HashEmbedder, Memory, Message
from strandline.errors import ConflictError, InputError, NotFoundError, ScopeError

from .conftest import START, Ticking

Open = Callable[..., Memory]
OSLO = timezone(timedelta(hours=2))
ODD = timezone(timedelta(hours=-9, minutes=-30, seconds=-7))


def fill(memory: Memory) -> None:
    """Two users and an agent; everything a message can have; notes between them; steps that were forgotten."""
    memory.add(["first words of ana", "second words"], user_id="ana", session_id="s1")
    memory.remember("ana likes sailing", user_id="ana", at=START.astimezone(OSLO), metadata={"from": "form", "n": 1.5})
    memory.add(
        [
            Message.user(
                "What is the tide?", name="Ana \u00e9", at=START.astimezone(ODD), metadata={"k": [1, None, {}]}
            ),
            Message.assistant(None, tool_calls=[{"id": "c", "name": "tide", "args": {"b": 1, "a": [True]}}]),
            Message.tool("2 m\x00\u2028 above\r\n\ttide", tool_call_id="c", id="given \x00 id"),
            Message.system("", metadata={}),
            Message.assistant("  spaces kept \U0001f30a "),
        ],
        user_id="ana",
        session_id="s2",
    )
    memory.add("private words", user_id="ana", agent_id="planner", session_id="s1")
    memory.remember("private note", user_id="ana", agent_id="planner")
    memory.add("bob\x00by speaks of boats", user_id="b\x00ob", session_id="s1", at=datetime.min.replace(tzinfo=UTC))
    gone = memory.add(
        ["to be forgotten", "to be kept", "forgotten at the end"], user_id="ana", session_id="s3"
    ).messages
    memory.forget(user_id="ana", id=gone[0].id)
    memory.forget(user_id="ana", id=gone[2].id)
    memory.add("kept after", user_id="ana", session_id="s1")


def exported(memory: Memory, **whose: Any) -> str:
    file = io.StringIO()
    memory.export(file, **(whose or {"all_users": True}))
    return file.getvalue()


def everything(memory: Memory) -> dict[str, Any]:
    """What the reading verbs give, for each user and agent."""
    return {
        user: [
            [
                [row.to_dict() for row in memory.messages(user_id=user, agent_id=agent)],
                [row.to_dict() for row in memory.facts(user_id=user, agent_id=agent)],
                [row.to_dict() for row in memory.sessions(user_id=user, agent_id=agent)],
            ]
            for agent in (None, "planner")
        ]
        for user in memory.users(all_users=True)
    }


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.split("\n")[:-1]]


@pytest.fixture
def source(hashed: Memory) -> Memory:
    fill(hashed)
    return hashed


@pytest.fixture
def fresh(open_memory: Open) -> Memory:
    """An empty store with a clock of its own, long after."""
    clock = Ticking()
    clock.now = START + timedelta(days=900)
    return open_memory("fresh.db", embedder=HashEmbedder(dimensions=64), clock=clock)


def test_an_import_gives_back_everything_and_exports_the_same_bytes(
    source: Memory, fresh: Memory, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    written = source.export(first, all_users=True)
    assert written.to_dict() == {
        "rows": {"fact": 2, "forgotten": 2, "message": 11, "session": 5, "user": 2},
        "skipped": 0,
    }
    assert fresh.import_(str(first)) == written
    assert everything(fresh) == everything(source)
    fresh.export(str(second), all_users=True)
    assert second.read_bytes() == first.read_bytes()
    assert fresh.check().ok


def test_rows_are_exported_in_the_order_they_were_stored(source: Memory) -> None:
    kinds = [line["kind"] for line in lines_of(exported(source)) if line.get("user_id") == "ana"]
    assert kinds[:5] == ["user", *["session"] * 4]
    assert kinds[5:] == ["message", "message", "fact", *["message"] * 6, "fact", "message", "message"]


def test_times_keep_the_offset_they_were_given_with(source: Memory, fresh: Memory) -> None:
    fresh.import_(io.StringIO(exported(source)))
    for memory in (source, fresh):
        assert memory.messages(user_id="ana")[2].at.isoformat() == "2026-03-01T02:29:53-09:30:07"
        assert memory.facts(user_id="ana")[0].at.isoformat() == "2026-03-01T14:00:00+02:00"
        assert memory.messages(user_id="b\x00ob")[0].at.isoformat() == "0001-01-01T00:00:00+00:00"


def test_searches_after_an_import_give_equal_hits(source: Memory, fresh: Memory) -> None:
    fresh.import_(io.StringIO(exported(source)))
    asked = [("ana", None), ("ana", "planner"), ("b\x00ob", None)]
    for query in ("words", "tide?", "sailing boats", "kept", "private note"):
        for user, agent in asked:
            now = {"user_id": user, "agent_id": agent, "k": 50, "min_score": 0.0}
            hits = source.search(query, **now)
            assert hits and fresh.search(query, **now) == hits


def test_transaction_times_are_kept_and_go_on_from_there(source: Memory, open_memory: Open) -> None:
    early = Ticking()
    early.now = START - timedelta(days=9)
    memory = open_memory("early.db", embedder=HashEmbedder(dimensions=64), clock=early)
    memory.import_(io.StringIO(exported(source)))
    last = max(row.recorded_at for row in source.messages(user_id="ana"))
    memory.add("said after the import", user_id="ana")
    assert memory.messages(user_id="ana")[-1].recorded_at >= last


def test_importing_again_changes_nothing(source: Memory, fresh: Memory) -> None:
    text = exported(source)
    fresh.import_(io.StringIO(text))
    again = fresh.import_(io.StringIO(text))
    assert again.skipped == 13
    assert source.import_(io.StringIO(text)).skipped == 13
    assert exported(fresh) == exported(source) == text


def test_steps_go_on_after_those_that_were_used(source: Memory, fresh: Memory) -> None:
    fresh.import_(io.StringIO(exported(source)))
    for memory in (source, fresh):
        assert memory.add("next", user_id="ana", session_id="s3").messages[0].step == 4
        assert [row.step for row in memory.messages(user_id="ana", session_id="s3")] == [2, 4]


def test_an_import_into_a_store_with_data_keeps_both(source: Memory, fresh: Memory) -> None:
    fresh.add(["words of cleo", "more of them"], user_id="cleo", session_id="s1")
    fresh.add("ana elsewhere", user_id="ana", session_id="before")
    fresh.import_(io.StringIO(exported(source)))
    assert fresh.users(all_users=True) == ["cleo", "ana", "b\x00ob"]
    assert [row.content for row in fresh.messages(user_id="cleo")] == ["words of cleo", "more of them"]
    mine = [row.to_dict() for row in fresh.messages(user_id="ana") if row.session_id != "before"]
    assert mine == [row.to_dict() for row in source.messages(user_id="ana")]
    assert len(fresh.messages(user_id="ana", session_id="before")) == 1
    assert fresh.check().ok


def test_an_id_with_other_content_is_a_conflict_and_the_stored_row_stays(source: Memory, fresh: Memory) -> None:
    fresh.add("other first words", user_id="ana", session_id="s1")
    with pytest.raises(ConflictError) as caught:
        fresh.import_(io.StringIO(exported(source, user_id="ana")))
    assert caught.value.id == fresh.messages(user_id="ana")[0].id
    assert [row.content for row in fresh.messages(user_id="ana")] == ["other first words"]


def test_the_export_of_one_user_holds_nothing_of_others(source: Memory, fresh: Memory) -> None:
    text = exported(source, user_id="b\x00ob")
    assert [line["kind"] for line in lines_of(text)] == ["strandline", "user", "session", "message"]
    for theirs in ("ana", "sailing", "planner", "forgotten"):
        assert theirs not in text
    fresh.import_(io.StringIO(text))
    assert fresh.users(all_users=True) == ["b\x00ob"]


def test_whose_rows_to_export_must_be_said_once(source: Memory) -> None:
    for whose in ({"all_users": False}, {"all_users": True, "user_id": "ana"}, {"user_id": ""}):
        with pytest.raises(ScopeError):
            exported(source, **whose)
    with pytest.raises(NotFoundError, match="nobody"):
        exported(source, user_id="nobody")


def test_forgotten_rows_do_not_come_back_from_an_older_export(source: Memory, fresh: Memory) -> None:
    before = exported(source)
    source.forget(user_id="ana", phrase="sailing")
    source.forget(user_id="ana", session_id="s2")
    after = exported(source)
    assert source.import_(io.StringIO(before)).skipped == 13
    assert exported(source) == after
    fresh.import_(io.StringIO(after))
    fresh.import_(io.StringIO(before))
    assert fresh.search("sailing", user_id="ana", min_score=0.9) == []
    assert {row.session_id for row in fresh.messages(user_id="ana")} == {"s1", "s3"}


def good(number: int) -> dict[str, Any]:
    return {
        "kind": "message", "user_id": "ana", "session_id": "s", "id": f"m{number}", "step": number, "role": "user",
        "content": f"words {number}", "at": START.isoformat(), "recorded_at": START.isoformat(),
    }  # fmt: skip


HEADER = {"kind": "strandline", "format": 1}
BAD: dict[str, Any] = {
    "no JSON": "{",
    "blank line": "",
    "a list": [1],
    "no kind": {"user_id": "ana"},
    "unknown kind": {"kind": "vector"},
    "no user": {**good(2), "user_id": ""},
    "no id": {key: value for key, value in good(2).items() if key != "id"},
    "id is a number": {**good(2), "id": 3},
    "lone surrogate": '{"kind": "user", "user_id": "\\ud800"}',
    "long id": {**good(2), "id": "x" * 1025},
    "unknown role": {**good(2), "role": "robot"},
    "content is a number": {**good(2), "content": 5},
    "naive time": {**good(2), "at": "2026-01-01T00:00:00"},
    "no time": {**good(2), "recorded_at": "soon"},
    "step zero": {**good(2), "step": 0},
    "step is a text": {**good(2), "step": "2"},
    "step out of reach": {**good(2), "step": 2**40},
    "last step out of reach": {"kind": "session", "user_id": "ana", "session_id": "s", "last_step": 2**31},
    "NaN": json.dumps({**good(2), "metadata": {"x": float("nan")}}),
    "metadata is a list": {**good(2), "metadata": [1]},
    "tool calls are a text": {**good(2), "tool_calls": "x"},
    "no digest": {"kind": "forgotten", "digest": "xyz"},
    "digest is a number": {"kind": "forgotten", "digest": 5},
    "note without text": {"kind": "fact", "user_id": "ana", "id": "f", "at": "", "recorded_at": ""},
    "text is a list": {**good(2), "kind": "fact", "text": ["x"]},
    "agent is empty": {**good(2), "agent_id": ""},
    "name is a number": {**good(2), "name": 7},
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_a_bad_line_is_named_and_nothing_is_imported(fresh: Memory, bad: object) -> None:
    rows = [HEADER, *(good(number) for number in range(1, 700)), bad, good(800)]
    text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)
    with pytest.raises(InputError, match=r"line 701 of the import: .*; nothing was imported"):
        fresh.import_(io.StringIO(text))
    assert fresh.users(all_users=True) == []


@pytest.mark.parametrize("header", [{"kind": "other"}, {"kind": "strandline", "format": 3}, [], "x", good(1)], ids=str)
def test_a_file_of_another_kind_or_format_is_refused(fresh: Memory, header: object) -> None:
    with pytest.raises(InputError, match="line 1 "):
        fresh.import_(io.StringIO(json.dumps(header) + "\n" + json.dumps(good(1))))
    with pytest.raises(InputError, match="empty"):
        fresh.import_(io.StringIO(""))
    assert fresh.users(all_users=True) == []


def test_an_interrupted_import_can_be_started_again(source: Memory, fresh: Memory) -> None:
    source.add([f"many words {number}" for number in range(1200)], user_id="cleo")
    text = exported(source)
    done: list[int] = []

    def stop(number: int, total: int) -> None:
        done.append(number)
        if number < total and len(done) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fresh.import_(io.StringIO(text), progress=stop)
    assert 0 < len(fresh.messages(user_id="cleo", limit=5000)) < 1200
    assert fresh.check().ok
    resumed = fresh.import_(io.StringIO(text), progress=lambda number, total: done.append(number - total))
    assert 0 < resumed.skipped < 1213 and done[-1] == 0
    assert exported(fresh) == text


def test_an_export_reports_its_progress(source: Memory) -> None:
    source.add([f"many words {number}" for number in range(600)], user_id="cleo")
    seen: list[tuple[int, int]] = []
    source.export(io.StringIO(), all_users=True, progress=lambda done, total: seen.append((done, total)))
    assert seen and {total for _, total in seen} == {613}
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})


texts = st.none() | st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30)
names = st.none() | st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1, max_size=5)
ids = st.text(alphabet="a\x00\u00e9\U0001f30a", min_size=1, max_size=3)
offsets = st.integers(-86399, 86399).map(lambda seconds: timezone(timedelta(seconds=seconds)))
instants = st.timedeltas(timedelta(days=-700_000), timedelta(days=2_900_000)).map(lambda since: START + since)
times = st.none() | st.builds(datetime.astimezone, instants, offsets)
metadata = st.none() | st.dictionaries(
    st.text(alphabet="kK\x00", max_size=2), st.recursive(st.none() | st.booleans() | st.integers() | st.floats(
        allow_nan=False, allow_infinity=False) | st.text(alphabet="v\u2028", max_size=2), st.lists, max_leaves=4),
    max_size=2,
)  # fmt: skip
turn = st.builds(
    Message,
    role=st.sampled_from(["user", "assistant", "tool", "system"]),
    content=texts,
    name=names,
    at=times,
    metadata=metadata,
    tool_call_id=names,
)
said = st.tuples(
    ids, st.none() | ids, ids, st.lists(turn, min_size=1, max_size=4), st.none() | st.text("ab ", max_size=4)
)


@settings(max_examples=40, deadline=None)
@given(conversations=st.lists(said, min_size=1, max_size=5), forget=st.integers(0, 8))
def test_any_conversation_comes_back_equal(conversations: list[tuple[Any, ...]], forget: int) -> None:
    clock = Ticking()
    options: dict[str, Any] = {"embedder": HashEmbedder(8), "clock": clock}
    with Memory(":memory:", **options) as one, Memory(":memory:", **options) as other:
        added = []
        for user, agent, session, messages, note in conversations:
            where = {"user_id": user, "agent_id": agent}
            added += [(user, new.id) for new in one.add(messages, session_id=session, **where).messages]
            if note is not None:
                one.remember(note, **where)
        for user, id in added[forget : forget + 1]:
            one.forget(user_id=user, id=id)
        text = exported(one)
        other.import_(io.StringIO(text))
        assert exported(other) == text
        assert other.check().ok


def test_an_export_that_fails_leaves_the_earlier_one(memory: Memory, tmp_path: Path) -> None:
    memory.add(["one", "two"], user_id="ana")
    path = tmp_path / "all.jsonl"
    memory.export(path, all_users=True)
    before = path.read_bytes()
    memory.add([f"message {n}" for n in range(600)], user_id="ana")

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        memory.export(path, all_users=True, progress=stop)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.glob("*.part")] == []
