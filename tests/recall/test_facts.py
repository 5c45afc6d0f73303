"""The table of facts in memory, and how well each fact answers a question."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.recall.answering import answering
from strandline.recall.asked import asked
from strandline.recall.facts import FOREVER, FactTable, FactView
from strandline.types.rows import FactRows


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One version, as a store would give it."""

    seq: int
    relation: str = "lives_in"
    value: str = "Oslo"
    subject: str = "user"
    qualifier: str | None = None
    changed: int = 0
    since: int = 0
    until: int = FOREVER
    recorded: int = 0
    superseded: int = FOREVER
    polarity: int = 1
    at: int = 0
    sources: tuple[int, ...] = ()


def rows(*given: Row) -> FactRows:
    def column(name: str, kind: type = np.int64) -> np.ndarray:  # type: ignore[type-arg]
        return np.array([getattr(row, name) for row in given], kind)

    zeros = np.zeros(len(given), np.int32)
    return FactRows(
        seq=column("seq"),
        changed=np.array([row.changed or row.seq for row in given], np.int64),
        agent=zeros,
        covers_from=column("since"),
        covers_to=column("until"),
        valid_to=column("until"),
        recorded_at=column("recorded"),
        superseded_at=column("superseded"),
        at=column("at"),
        session=zeros,
        step=zeros,
        polarity=column("polarity", np.int8),
        edited=np.zeros(len(given), np.bool_),
        ids=tuple(f"f{row.seq}" for row in given),
        relations=tuple(row.relation for row in given),
        subjects=tuple(row.subject for row in given),
        qualifiers=tuple(row.qualifier for row in given),
        values=tuple(row.value for row in given),
        sources=tuple(row.sources for row in given),
    )


def view(*given: Row) -> FactView:
    table = FactTable()
    table.apply(rows(*given))
    return table.view()


def lifted(question: str, *given: Row, speaker: str | None = None) -> dict[int, float]:
    """Key of each fact that a question lifts -> how much."""
    facts = view(*given)
    scores = answering(facts, asked(question), np.ones(len(facts), np.bool_), speaker=speaker)
    return {int(seq): round(float(score), 6) for seq, score in zip(facts.seq, scores, strict=True) if score}


def test_a_change_is_seen_by_later_views_alone():
    table = FactTable()
    table.apply(rows(Row(seq=3), Row(seq=5, value="tea", relation="likes")))
    before = table.view()
    table.apply(rows(Row(seq=3, changed=9, superseded=70, sources=(1, 8)), Row(seq=8, value="Lund")))
    after = table.view()
    assert before.seq.tolist() == [3, 5] and after.seq.tolist() == [3, 5, 8]
    assert before.superseded_at.tolist() == [FOREVER, FOREVER]
    assert after.superseded_at.tolist() == [70, FOREVER, FOREVER]
    assert (before.sources[0], after.sources[0]) == ((), (1, 8))
    assert list(after.values) == ["Oslo", "tea", "Lund"]


def test_a_snapshot_does_not_see_what_a_later_write_did_to_a_fact():
    facts = view(Row(seq=3, changed=9, superseded=70))
    assert facts.believed(9, None).tolist() == [True]
    assert facts.believed(10, None).tolist() == [False]
    assert facts.believed(10, 69).tolist() == [True]


def test_known_at_counts_from_the_record_to_the_end_of_belief():
    facts = view(Row(seq=1, recorded=10, superseded=20))
    assert [facts.believed(5, known).tolist() for known in (9, 10, 19, 20)] == [[False], [True], [True], [False]]


def test_what_has_ended_and_what_holds_are_told_apart():
    facts = view(Row(seq=1, since=10, until=20), Row(seq=2, since=20), Row(seq=3, since=20, until=20))
    assert facts.covering(15).tolist() == [True, False, False]
    assert facts.ended(20).tolist() == [True, False, True]
    assert facts.ended(19).tolist() == [False, False, False]


def test_places_of_keys_that_are_no_facts_are_minus_one():
    assert view(Row(seq=3), Row(seq=8)).places(np.array([8, 4, 3, 99])).tolist() == [1, -1, 0, -1]
    assert FactTable().view().places(np.array([1])).tolist() == [-1]


@given(st.lists(st.lists(st.integers(1, 30), min_size=1, max_size=6, unique=True), max_size=8))
def test_any_order_of_writes_gives_the_table_of_the_last_ones(writes: list[list[int]]) -> None:
    table, last = FactTable(), {}
    for number, seqs in enumerate(writes, 1):
        given = [Row(seq=seq, changed=100 + number, subject=f"s{number}", sources=(number,)) for seq in sorted(seqs)]
        table.apply(rows(*given))
        last.update((row.seq, row) for row in given)
    facts = table.view()
    assert facts.seq.tolist() == sorted(last)
    names = {number: name for name, number in facts.names.items()}
    assert [names[number] for number in facts.subject.tolist()] == [last[seq].subject for seq in sorted(last)]
    assert list(facts.sources) == [last[seq].sources for seq in sorted(last)]


def test_only_relation_and_subject_asked_for_are_lifted():
    given = (
        Row(seq=1),
        Row(seq=2, subject="marek", value="Brno"),
        Row(seq=3, relation="works_at", value="Initech"),
        Row(seq=4, subject="marek dvořák", value="Prague"),
    )
    assert lifted("Where do I live?", *given) == {1: 1.0}
    assert set(lifted("Where does Marek live?", *given)) == {2, 4}
    assert lifted("Where does Bogdan live?", *given) == {}
    assert set(lifted("Where does she live?", *given)) == {1, 2, 4}
    assert max(lifted("Where does she live?", *given).values()) < 1.0


def test_the_user_is_known_by_name():
    given = (Row(seq=1), Row(seq=2, relation="name", value="Ana Berg"))
    assert lifted("Where does Ana live?", *given) == {1: 1.0}
    assert lifted("Where does Ana Berg live?", *given) == {1: 1.0}
    assert lifted("Where does Caroline live?", Row(seq=1), speaker="Caroline Ray") == {1: 1.0}


@pytest.mark.parametrize("question", ["Where does my sister work?", "Where does my sis work?"])
def test_a_relative_is_known_by_kinship(question: str):
    given = (
        Row(seq=1, relation="sibling", value="Lena"),
        Row(seq=2, relation="works_at", subject="lena", value="Initech"),
        Row(seq=3, relation="works_at", value="Globex"),
        Row(seq=4, relation="works_at", subject="sister", value="Hooli"),
    )
    assert set(lifted(question, *given)) == {2, 4}


def test_the_kind_of_a_pet_chooses_among_pets():
    given = (
        Row(seq=1, relation="pet", value="Rex", qualifier="dog"),
        Row(seq=2, relation="pet", value="Tom", qualifier="cat"),
        Row(seq=3, relation="pet", value="Bo"),
    )
    found = lifted("What is my dog called?", *given)
    assert found[1] == 1.0 and 2 not in found and 0.0 < found[3] < 1.0
    assert set(lifted("What pets do I have?", *given)) == {1, 2, 3}


def test_a_named_value_must_be_the_facts_unless_there_is_one_value_only():
    likes = (Row(seq=1, relation="likes", value="green tea"), Row(seq=2, relation="likes", value="coffee"))
    assert lifted("Do I like tea?", *likes) == {1: 1.0}
    assert set(lifted("Do I prefer tea or coffee?", *(Row(seq=3, relation="prefers", value="coffee"),))) == {3}
    assert 0.0 < lifted("Do I live in Lund?", Row(seq=1))[1] < 1.0


def test_a_denial_answers_whether_and_comes_later_where_a_value_is_asked():
    denied = Row(seq=1, relation="likes", value="tea", polarity=0)
    assert lifted("Do I like tea?", denied) == {1: 1.0}
    assert lifted("What do I like?", denied)[1] < 1.0


def test_properties_of_things_go_by_the_whole_name_of_the_thing():
    given = (
        Row(seq=1, relation="attribute", subject="staging", qualifier="port", value="8090"),
        Row(seq=2, relation="attribute", subject="staging database", qualifier="port", value="5432"),
        Row(seq=3, relation="attribute", subject="production", qualifier="port", value="443"),
        Row(seq=4, relation="attribute", qualifier="shoe size", value="41"),
    )
    assert lifted("Which port does staging run on?", *given)[1] == 1.0
    assert 3 not in lifted("Which port does staging run on?", *given)
    found = lifted("What is the port of the staging database?", *given)
    assert found[2] == 1.0 and found.get(1, 0.0) < 1.0
    assert lifted("What is my shoe size?", *given) == {4: 1.0}
    assert lifted("What is Marek's shoe size?", *given) == {}
