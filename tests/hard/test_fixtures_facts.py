"""Small inputs that broke other memories, by number, as far as they concern facts and time.

The same numbers as far as they concern messages are in ``tests/memory/test_fixtures``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from strandline import HashEmbedder, Memory
from strandline.types import ChangeKind

DAY = timedelta(days=1)
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
ANA = {"user_id": "ana"}


class Now:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
def memory(tmp_path: Path, now: Now) -> Iterator[Memory]:
    path = tmp_path / "memory.db"
    with Memory(path, clock=now, embedder=HashEmbedder(dimensions=64), synchronous="NORMAL") as memory:
        yield memory


def say(memory: Memory, text: str, at: datetime = START, **options: Any) -> Any:
    return memory.add(text, user_id="ana", at=at, **options)


def values(memory: Memory, relation: str, **asked: Any) -> list[str]:
    return [fact.value for fact in memory.facts(user_id="ana", relation=relation, **asked)]


def test_x1_what_is_said_twice_is_one_fact_with_one_id_and_two_sources(memory: Memory) -> None:
    first = say(memory, "I'm allergic to peanuts.")
    second = say(memory, "I'm allergic to peanuts.", at=START + DAY)
    (fact,) = memory.facts(user_id="ana")
    assert fact.id == first.facts[0].id
    assert fact.sources == (first.messages[0].id, second.messages[0].id)
    assert [change.kind for change in second.changes] == [ChangeKind.CONFIRM]


def test_x1_a_sentence_about_the_world_said_twice_changes_nothing(memory: Memory) -> None:
    say(memory, "Dogs descend from wolves.")
    before = [fact.id for fact in memory.facts(user_id="ana", include_ended=True)]
    say(memory, "Dogs descend from wolves.")
    assert [fact.id for fact in memory.facts(user_id="ana", include_ended=True)] == before


def test_x2_love_then_hate_leaves_the_last_and_remembers_the_first(memory: Memory, now: Now) -> None:
    say(memory, "I love Chinese food.")
    (loved,) = memory.facts(user_id="ana")
    now.now = START + 10 * DAY
    say(memory, "I hate Chinese food.", at=now.now)
    assert [(fact.relation, fact.value) for fact in memory.facts(user_id="ana")] == [("dislikes", "Chinese food")]
    assert values(memory, "likes", as_of=START + DAY) == ["Chinese food"]
    assert values(memory, "dislikes", as_of=START + DAY) == []
    assert [version.number for version in memory.history(loved.id, **ANA)] == [1, 2]
    assert memory.history(loved.id, **ANA)[-1].fact.valid_to == now.now


def test_x4_a_move_ends_the_old_home_and_touches_no_other_subject(memory: Memory, now: Now) -> None:
    say(memory, "I live in Whitefield.")
    say(memory, "The Atlas project belongs to team A.", at=START + DAY)
    now.now = START + 10 * DAY
    say(memory, "I moved from Whitefield to Electronic City.", at=START + 5 * DAY)
    assert values(memory, "lives_in") == ["Electronic City"]
    ended = [fact for fact in memory.facts(user_id="ana", relation="lives_in", include_ended=True) if fact.valid_to]
    assert [fact.value for fact in ended] == ["Whitefield"]
    homes = memory.facts(user_id="ana", relation="lives_in", include_ended=True)
    say(memory, "The Atlas project moved from team A to team B.", at=START + 6 * DAY)
    assert memory.facts(user_id="ana", relation="lives_in", include_ended=True) == homes
    of_atlas = [fact.value for fact in memory.facts(user_id="ana") if "atlas" in fact.subject.casefold()]
    assert not any("team A" in value for value in of_atlas)


def test_x5_what_was_true_earlier_and_is_told_later_takes_its_place_in_time(memory: Memory, now: Now) -> None:
    now.now = START + 10 * DAY
    say(memory, "My favourite drink is coffee.", at=START + 3 * DAY)
    say(memory, "My favourite drink is green tea.", at=START + DAY)
    assert values(memory, "favourite") == ["coffee"]
    assert values(memory, "favourite", as_of=START + 2 * DAY) == ["green tea"]
    line = sorted(memory.facts(user_id="ana", include_ended=True), key=lambda fact: fact.valid_from)
    assert [(fact.value, fact.valid_to) for fact in line] == [("green tea", START + 3 * DAY), ("coffee", None)]


def test_x7_what_was_said_is_known_in_the_same_instant(memory: Memory) -> None:
    say(memory, "I'm 45.")
    answer = memory.ask("user", "age", **ANA)
    assert (answer.status, [fact.value for fact in answer.facts]) == ("yes", ["45"])


def test_x8_an_update_keeps_the_id_and_makes_a_second_version(memory: Memory, now: Now) -> None:
    (note,) = memory.remember("Pipeline: 3 stages", **ANA).facts
    now.now = START + DAY
    change = memory.edit(note.id, "Pipeline: 5 stages", **ANA)
    assert change.kind == ChangeKind.EDIT
    (present,) = memory.facts(user_id="ana")
    assert (present.id, present.text) == (note.id, "Pipeline: 5 stages")
    first, second = memory.history(note.id, **ANA)
    assert (first.number, first.fact.text, first.superseded_at) == (1, "Pipeline: 3 stages", second.recorded_at)
    assert (second.number, second.change_id, second.superseded_at) == (2, change.id, None)
    assert [hit.text for hit in memory.search("pipeline stages", min_score=0.0, **ANA)] == ["Pipeline: 5 stages"]


def test_x8_the_same_with_what_was_said(memory: Memory, now: Now) -> None:
    say(memory, "The pipeline has 3 stages.")
    now.now = START + DAY
    say(memory, "The pipeline has 5 stages.", at=now.now)
    stages = [fact.value for fact in memory.facts(user_id="ana") if "pipeline" in fact.subject]
    assert all("5" in value for value in stages)


def test_x9_another_port_is_another_fact(memory: Memory) -> None:
    say(memory, "PocketBase runs on port 8090.")
    say(memory, "PocketBase backend at localhost:8090", at=START + DAY)
    say(memory, "PocketBase runs on port 8091.", at=START + 2 * DAY)
    facts = memory.facts(user_id="ana", include_ended=True)
    one = {fact.id for fact in facts if "8090" in fact.value}
    other = {fact.id for fact in facts if "8091" in fact.value}
    assert one and other and not one & other
    assert not [fact for fact in facts if "8090" in fact.value and "8091" in fact.text]


def test_x9_remembered_ports_are_apart(memory: Memory) -> None:
    texts = [f"PocketBase {words}" for words in ("runs on port 8090", "backend at localhost:8090", "runs on port 8091")]
    assert len({memory.remember(text, **ANA).facts[0].id for text in texts}) == 3
    assert [fact.text for fact in memory.facts(user_id="ana")] == texts


def test_x11_advice_of_the_assistant_is_no_fact_of_the_user(memory: Memory) -> None:
    memory.add([{"role": "assistant", "content": "You should visit Rome. You live in Oslo."}], **ANA)
    assert len(memory.facts(user_id="ana", include_ended=True)) == 0
    assert memory.ask("user", "visited", **ANA).status == "unknown"


@pytest.mark.parametrize(("hours", "yesterday"), [(-7, date(2025, 7, 23)), (8, date(2025, 7, 24))])
def test_x16_the_instant_is_kept_and_the_day_is_the_speakers(memory: Memory, hours: int, yesterday: date) -> None:
    zone = timezone(timedelta(hours=hours))
    at = datetime(2025, 7, 25, 2, 0, tzinfo=UTC).astimezone(zone)
    say(memory, "I started working at Google yesterday.", at=at)
    (fact,) = memory.facts(user_id="ana", relation="works_at")
    assert (fact.at, fact.at.utcoffset()) == (at, at.utcoffset())
    assert fact.valid_from.date() == fact.valid_from.astimezone(zone).date() == yesterday
    assert memory.ask("user", "works_at", as_of=at - 3 * DAY, **ANA).status != "yes"


@pytest.mark.parametrize("text", ["PocketBase runs on port 9077.", "we did it, me too", "十万年前我住在这里。"])
def test_x17_numbers_and_words_that_are_no_dates_date_nothing(memory: Memory, text: str) -> None:
    added = say(memory, text)
    assert len(added.messages) == 1 and added.warnings == ()
    for fact in memory.facts(user_id="ana", include_ended=True):
        assert fact.valid_from in (None, START) and fact.valid_to is None
    assert memory.search(text, min_score=0.0, as_of=START + DAY, **ANA)


def test_x17_a_time_out_of_range_is_ignored_and_the_fact_is_not(memory: Memory) -> None:
    say(memory, "I have lived in Oslo since 99999.")
    assert all(fact.valid_from in (None, START) for fact in memory.facts(user_id="ana", include_ended=True))


def test_x18_a_name_without_spaces_around_it_is_understood(memory: Memory) -> None:
    say(memory, "你好，我是小明")
    answer = memory.ask("user", "name", **ANA)
    assert (answer.status, [fact.value for fact in answer.facts]) == ("yes", ["小明"])
    assert memory.ask("小明", "name", **ANA) == answer


@pytest.mark.parametrize("name", ["अनीता", "João", "Инна", "राज"])
def test_x18_names_are_whole_in_any_script(memory: Memory, name: str) -> None:
    say(memory, f"My sister is called {name}.")
    assert name in values(memory, "sibling")
    say(memory, f"My name is {name}.", at=START + DAY)
    assert [fact.value for fact in memory.ask("I", "name", **ANA).facts] == [name]
