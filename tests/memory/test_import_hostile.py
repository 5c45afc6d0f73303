"""A file that was damaged or made by hand: it is refused with the line, or read without harm."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from strandline import HashEmbedder, Memory
from strandline.errors import ConflictError, InputError, StepError

from .conftest import START

HEADER = {"kind": "strandline", "format": 1}
FACT = {
    "kind": "fact", "user_id": "ana", "id": "f1", "text": "ana likes tulips", "at": START.isoformat(),
    "recorded_at": START.isoformat(),
}  # fmt: skip


def message(number: int, **fields: Any) -> dict[str, Any]:
    return {
        "kind": "message", "user_id": "ana", "session_id": "s", "id": f"m{number}", "step": number, "role": "user",
        "content": f"words {number}", "at": START.isoformat(), "recorded_at": START.isoformat(), **fields,
    }  # fmt: skip


def file_of(*rows: dict[str, Any] | str) -> io.StringIO:
    return io.StringIO("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in (HEADER, *rows)))


@pytest.fixture
def fresh(open_memory: Callable[..., Memory]) -> Memory:
    return open_memory("fresh.db", embedder=HashEmbedder(dimensions=64))


DEEP = "[" * 100_000 + "]" * 100_000
NEARLY_TOO_DEEP = "[" * 900 + "]" * 900


@pytest.mark.parametrize("nested", [DEEP, NEARLY_TOO_DEEP])
@pytest.mark.parametrize(
    "line",
    [
        "%s",
        '{"kind": %s}',
        json.dumps(message(2, metadata={"a": "%s"})).replace('"%s"', "%s"),
        json.dumps(message(2, step="%s")).replace('"%s"', "%s"),
        json.dumps(message(2, role="%s")).replace('"%s"', "%s"),
    ],
    ids=["row", "kind", "metadata", "step", "role"],
)
def test_a_line_nested_too_deeply_is_named(fresh: Memory, line: str, nested: str) -> None:
    with pytest.raises(InputError, match=r"^line 3 of the import: (?s:.*); nothing was imported$"):
        fresh.import_(file_of(message(1), line.replace("%s", nested)))
    assert fresh.users(all_users=True) == []


@pytest.mark.parametrize("rows", [0, 1, 2000], ids=str)
@pytest.mark.parametrize("how", ["path", "text file", "binary file"])
def test_the_line_that_is_not_utf8_is_named(fresh: Memory, tmp_path: Path, rows: int, how: str) -> None:
    path = tmp_path / "binary.jsonl"
    good = file_of(*(message(number) for number in range(1, rows + 1))).getvalue().encode()
    path.write_bytes(good + b'{"kind": "user", "user_id": "caf\xe9"}\n' + good)
    with pytest.raises(InputError, match=rf"^line {rows + 2} of the import: .*0xe9.*; nothing was imported"):
        if how == "path":
            fresh.import_(path)
        else:
            with path.open("rb") if how == "binary file" else path.open(encoding="utf-8") as file:
                fresh.import_(file)  # type: ignore[arg-type]
    assert fresh.users(all_users=True) == []


@pytest.mark.parametrize("extra", ["roses and violets", 5, None, ["x"], {"a": 1}], ids=str)
@pytest.mark.parametrize(
    "field", ["content", "name", "text", "step", "session_id", "last_step", "tool_calls", "line", "relation", "zzz"]
)
def test_fields_that_are_not_known_are_ignored(fresh: Memory, field: str, extra: object) -> None:
    rows: list[dict[str, Any]] = [
        {"kind": "user", "user_id": "ana"},
        {"kind": "session", "user_id": "ana", "session_id": "s", "last_step": 3},
        message(1, content="ana grows tulips"),
        FACT,
    ]
    fresh.import_(file_of(*({field: extra, **row} if field not in row else row for row in plain_of(rows, field))))
    assert [row.content for row in fresh.messages(user_id="ana")] == ["ana grows tulips"]
    assert [row.text for row in fresh.facts(user_id="ana")] == ["ana likes tulips"]
    assert [row.session_id for row in fresh.sessions(user_id="ana")] == ["s"]
    assert fresh.check().ok
    assert fresh.search("roses violets", user_id="ana", min_score=0.9) == []


def plain_of(rows: list[dict[str, Any]], field: str) -> list[dict[str, Any]]:
    """The rows, less those to which the field belongs: a value of another type is an error there."""
    belongs = {"name": "message", "tool_calls": "message"}.get(field)
    return [row if row["kind"] != belongs else {**row, field: None} for row in rows]


@pytest.mark.parametrize("kind", ["user", "session", "forgotten"])
@pytest.mark.parametrize("extra", [{"recorded_at": "soon"}, {"recorded_at": START.isoformat()}, {"id": []}], ids=str)
def test_rows_without_text_may_have_fields_of_those_with_text(
    fresh: Memory, kind: str, extra: dict[str, object]
) -> None:
    rows: dict[str, dict[str, Any]] = {
        "user": {"user_id": "ana"},
        "session": {"user_id": "ana", "session_id": "s", "last_step": 1},
        "forgotten": {"digest": "00" * 16},
    }
    assert fresh.import_(file_of(message(1), {"kind": kind, **rows[kind], **extra})).rows[kind] == 1
    assert fresh.check().ok


def test_a_mark_with_a_users_name_is_a_mark_like_any_other(fresh: Memory) -> None:
    fresh.import_(file_of(message(1)))
    fresh.forget(user_id="ana", id="m1")
    mark = {"kind": "forgotten", "digest": "ab" * 16, "user_id": "ana"}
    fresh.import_(file_of(message(1), mark))
    exported = io.StringIO()
    fresh.export(exported, all_users=True)
    assert "ab" * 16 in exported.getvalue()


@pytest.mark.parametrize("late", ["9999-01-01T00:00:00+00:00", "9999-12-31T23:59:59.999999+00:00"])
@pytest.mark.parametrize("row", [message(2), FACT], ids=["message", "fact"])
def test_a_row_recorded_at_the_end_of_time_is_refused(fresh: Memory, row: dict[str, Any], late: str) -> None:
    with pytest.raises(InputError, match=r"^line 3 of the import: recorded_at must be before the year 9999, got '9999"):
        fresh.import_(file_of(message(1), {**row, "recorded_at": late}))
    assert fresh.users(all_users=True) == []


def test_after_the_last_time_that_is_taken_the_memory_goes_on(fresh: Memory) -> None:
    last = "9998-12-31T23:59:59.999999+00:00"
    fresh.import_(file_of(message(1, recorded_at=last, content="tulips")))
    fresh.add("roses", user_id="ana", session_id="s")
    assert len(fresh.search("roses", user_id="ana", min_score=0.0)) == 2
    assert fresh.forget(user_id="ana", phrase="tulips").messages == 1
    assert fresh.add("violets", user_id="ana", session_id="s").messages[0].step == 3


def test_a_conflict_in_a_later_chunk_says_how_far_the_import_came_and_can_be_resolved(fresh: Memory) -> None:
    fresh.add({"role": "user", "content": "another text", "id": "m600"}, user_id="ana", session_id="mine")
    rows = [message(number) for number in range(1, 801)]
    with pytest.raises(ConflictError) as caught:
        fresh.import_(file_of(*rows))
    assert caught.value.id == "m600"
    (note,) = caught.value.__notes__
    assert note.startswith("lines 502 to 801 of the import were not written, the 500 rows before them were")
    assert len(fresh.messages(user_id="ana", session_id="s", limit=1000)) == 500
    fresh.forget(user_id="ana", id="m600")
    assert fresh.import_(file_of(*rows)).skipped == 500
    assert len(fresh.messages(user_id="ana", session_id="s", limit=1000)) == 800
    assert fresh.check().ok


def test_two_rows_of_one_step_are_an_error_with_their_lines(fresh: Memory) -> None:
    with pytest.raises(StepError) as caught:
        fresh.import_(file_of(message(1), message(2, step=1)))
    assert caught.value.__notes__[0].startswith("lines 2 to 3 of the import were not written, the 0 rows before")
    assert fresh.users(all_users=True) == []
