"""Times are aware on the way in, exact inside, and keep their offset on the way out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from strandline import HashEmbedder, Memory, Message
from strandline.errors import InputError, MessageError, NaiveTimeError

from .asking import dump
from .conftest import START

NAIVE = datetime(2025, 7, 25, 2, 0)  # noqa: DTZ001
INSTANT = NAIVE.replace(tzinfo=UTC)
FIRST, LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
WAYS: dict[str, Callable[[Memory, Any], object]] = {
    "add at": lambda memory, time: memory.add("Boats.", user_id="ana", at=time),
    "message at": lambda memory, time: memory.add(Message.user("Boats.", at=time), user_id="ana"),
    "dict at": lambda memory, time: memory.add(["x", {"role": "user", "content": "Boats.", "at": time}], user_id="ana"),
    "remember at": lambda memory, time: memory.remember("likes boats", user_id="ana", at=time),
    "search after": lambda memory, time: memory.search("boats", user_id="ana", after=time),
    "search before": lambda memory, time: memory.search("boats", user_id="ana", before=time),
    "search as_of": lambda memory, time: memory.search("boats", user_id="ana", as_of=time),
    "search known_at": lambda memory, time: memory.search("boats", user_id="ana", known_at=time),
    "context after": lambda memory, time: memory.context("boats", user_id="ana", after=time),
    "context before": lambda memory, time: memory.context("boats", user_id="ana", before=time),
    "context as_of": lambda memory, time: memory.context("boats", user_id="ana", as_of=time),
    "context known_at": lambda memory, time: memory.context("boats", user_id="ana", known_at=time),
    "recall_step as_of": lambda memory, time: memory.recall_step("boats", user_id="ana", as_of=time),
    "recall_step known_at": lambda memory, time: memory.recall_step("boats", user_id="ana", known_at=time),
    "forget before": lambda memory, time: memory.forget(user_id="ana", before=time),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_naive_time_is_refused_with_how_to_make_it_aware(hashed: Memory, way: str) -> None:
    hashed.add("Boats leave at nine.", user_id="ana")
    before = dump(hashed)
    with pytest.raises(NaiveTimeError, match=r"no time zone.*tzinfo=timezone\.utc.*astimezone") as caught:
        WAYS[way](hashed, NAIVE)
    assert caught.value.got == NAIVE
    assert caught.value.field in way or caught.value.field.endswith("at")
    assert dump(hashed) == before


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("time", [5, 5.0, "soon", NAIVE.date(), ["2025"]], ids=repr)
def test_what_is_no_time_is_refused(hashed: Memory, way: str, time: object) -> None:
    with pytest.raises(InputError, match=way.split()[1]):
        WAYS[way](hashed, time)
    assert hashed.users(all_users=True) == []


@pytest.mark.parametrize("way", ["add at", "remember at", "dict at", "search after", "forget before"])
def test_a_local_time_whose_instant_is_outside_the_calendar_is_refused(hashed: Memory, way: str) -> None:
    east = datetime.min.replace(tzinfo=timezone(timedelta(hours=5)))
    with pytest.raises(InputError, match="years 1 to 9999"):
        WAYS[way](hashed, east)
    assert hashed.users(all_users=True) == []


@pytest.mark.parametrize("text", ["2025-07-25", "2025-07-25T02:00:00", "2025-07-25 02:00"])
def test_an_iso_text_without_an_offset_is_refused(hashed: Memory, text: str) -> None:
    with pytest.raises(NaiveTimeError):
        WAYS["dict at"](hashed, text)
    assert hashed.users(all_users=True) == []


@pytest.mark.parametrize(
    "text", ["2025-07-25T02:00:00Z", "2025-07-25T02:00:00+00:00", "2025-07-24T19:00:00-07:00", "2025-07-25T10:00+08:00"]
)
def test_a_dict_may_give_its_time_as_an_iso_text(hashed: Memory, text: str) -> None:
    hashed.add({"role": "user", "content": "Boats.", "at": text}, user_id="ana")
    at = hashed.messages(user_id="ana")[0].at
    assert at == INSTANT
    assert at.utcoffset() == datetime.fromisoformat(text).utcoffset()


@pytest.mark.parametrize(
    ("hours", "day"),
    [(-7, "2025-07-24"), (0, "2025-07-25"), (8, "2025-07-25"), (-2, "2025-07-25"), (-2.5, "2025-07-24")],
)
def test_the_instant_and_the_offset_are_kept_and_the_local_day_is_shown(memory: Memory, hours: float, day: str) -> None:
    """X16: one instant is the 24th in Los Angeles and the 25th in Shanghai."""
    at = INSTANT.astimezone(timezone(timedelta(hours=hours)))
    memory.add("The ferry ran aground on a sandbank.", user_id="ana", at=at)
    memory.remember("was on the ferry that day", user_id="ana", at=at)
    rows = [*memory.messages(user_id="ana"), *memory.facts(user_id="ana"), *memory.search("ferry", user_id="ana")]
    assert len(rows) == 4
    for row in rows:
        assert (row.at, row.at.utcoffset()) == (INSTANT, timedelta(hours=hours))
        assert row.to_dict()["at"] == at.isoformat()
    text = memory.context("what happened to the ferry?", user_id="ana").text
    assert f"[step 1, {day}]" in text
    assert f"[{day}] was on the ferry" in text.replace("**", "")


@pytest.mark.parametrize("time", [FIRST, LAST, INSTANT.replace(microsecond=999_999)], ids=str)
def test_any_instant_comes_back_to_the_microsecond(hashed: Memory, time: datetime) -> None:
    hashed.add("Boats.", user_id="ana", at=time)
    assert hashed.messages(user_id="ana")[0].at == time
    assert hashed.search("boats", user_id="ana", min_score=0.0)[0].at == time
    assert hashed.context("boats", user_id="ana", min_score=0.0).hits


def test_a_message_without_a_time_was_said_when_it_was_stored(hashed: Memory) -> None:
    hashed.add("Boats.", user_id="ana")
    row = hashed.messages(user_id="ana")[0]
    assert START < row.at <= row.recorded_at <= START + timedelta(seconds=2)


def test_when_it_was_said_is_not_when_it_was_stored(hashed: Memory) -> None:
    """F4: the time of adding must not stand for the time of a message that says its own."""
    hashed.add(["default", Message.user("own", at=INSTANT)], user_id="ana", at=INSTANT - timedelta(days=1))
    rows = hashed.messages(user_id="ana")
    assert [row.at for row in rows] == [INSTANT - timedelta(days=1), INSTANT]
    assert len({row.recorded_at for row in rows}) == 1
    assert START < rows[0].recorded_at <= START + timedelta(seconds=2)


def test_after_is_inclusive_and_before_exclusive_in_any_offset(hashed: Memory) -> None:
    """By the instant a thing was said, whatever order it was stored in."""
    for minutes in (2, 0, 1):
        hashed.add(f"boats at minute {minutes}", user_id="ana", at=INSTANT + timedelta(minutes=minutes))
    hashed.remember("boats remembered", user_id="ana", at=INSTANT + timedelta(minutes=1))
    east = timezone(timedelta(hours=8))

    def found(**bounds: datetime) -> set[str]:
        bounds = {name: time.astimezone(east) for name, time in bounds.items()}
        return {hit.text for hit in hashed.search("boats", user_id="ana", min_score=0.0, **bounds)}  # type: ignore[arg-type]

    one, two = INSTANT + timedelta(minutes=1), INSTANT + timedelta(minutes=2)
    micro = timedelta(microseconds=1)
    assert found(after=one) == {"boats at minute 1", "boats remembered", "boats at minute 2"}
    assert found(after=one + micro) == {"boats at minute 2"}
    assert found(before=one) == {"boats at minute 0"}
    assert found(before=one + micro) == {"boats at minute 0", "boats at minute 1", "boats remembered"}
    assert found(after=one, before=two) == {"boats at minute 1", "boats remembered"}
    assert found(after=two, before=one) == set()
    assert {hit.text for hit in hashed.context("boats", user_id="ana", after=two, min_score=0.0).hits} == {
        "boats at minute 2"
    }


def test_as_of_leaves_out_what_was_said_later(hashed: Memory) -> None:
    hashed.add("boats then", user_id="ana", at=INSTANT)
    hashed.add("boats later", user_id="ana", at=INSTANT + timedelta(days=1))
    for as_of, want in ((INSTANT, ["boats then"]), (INSTANT - timedelta(microseconds=1), [])):
        assert [hit.text for hit in hashed.search("boats", user_id="ana", as_of=as_of, min_score=0.0)] == want


def test_known_at_leaves_out_what_was_learned_later_however_old_it_is(hashed: Memory) -> None:
    """Given alone it is ``as_of`` too."""
    first = hashed.add("boats then", user_id="ana", at=INSTANT).messages[0]
    known = hashed.get(first.id, user_id="ana").recorded_at
    hashed.add("boats told of late", user_id="ana", at=INSTANT - timedelta(days=99))
    hashed.add("boats to come", user_id="ana", at=known + timedelta(days=30))

    def found(**times: datetime) -> list[str]:
        return [hit.text for hit in hashed.search("boats", user_id="ana", min_score=0.0, **times)]  # type: ignore[arg-type]

    assert found(known_at=known) == ["boats then"]
    assert found(known_at=known - timedelta(microseconds=1)) == []
    now = known + timedelta(days=1)
    assert sorted(found(known_at=now)) == ["boats then", "boats told of late"]
    assert sorted(found(known_at=now, as_of=now + timedelta(days=60))) == [
        "boats then", "boats to come", "boats told of late",
    ]  # fmt: skip
    assert found(known_at=known, as_of=now) == ["boats then"]


def test_a_time_text_in_a_verbs_argument_is_refused_not_guessed(hashed: Memory) -> None:
    with pytest.raises(InputError, match="datetime"):
        hashed.search("boats", user_id="ana", after="2025-07-25T02:00:00Z")  # type: ignore[arg-type]
    with pytest.raises(MessageError, match="ISO 8601"):
        hashed.add({"role": "user", "content": "x", "at": "25 July"}, user_id="ana")


def test_yesterday_is_counted_from_the_time_that_is_asked_for(open_memory: Callable[..., Memory]) -> None:
    """With ``known_at`` alone, too: the question is put as it was then."""
    now = START
    memory = open_memory("then.db", embedder=HashEmbedder(64), clock=lambda: now)
    for days in (1, 2, 3):
        memory.add(f"We walked {days} miles.", user_id="ana", at=START - timedelta(days=days))
    asked = {"query": "where did we walk yesterday?", "user_id": "ana"}
    then = memory.search(**asked)
    assert then[0].text == "We walked 1 miles." and "date" in (then[0].why or {})["found_by"]
    now = START + timedelta(days=40)
    assert memory.search(**asked) != then
    assert memory.search(**asked, known_at=START) == memory.search(**asked, as_of=START) == then
