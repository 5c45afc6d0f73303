"""Every relation of the table: said in two ways, believed, asked for, and put into a sentence.

A line of told_relations.tsv has the relation, what is said, and the subject, qualifier, value and first day ("-" for
none) that must be believed; where the sentence of the fact is given, it must read so.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from strandline import HashEmbedder, Memory
from strandline.extract.keys import value_key
from strandline.extract.relations import relations

AT = datetime(2026, 3, 5, 10, tzinfo=UTC)
"""A Thursday."""
EMBEDDER = HashEmbedder(dimensions=64)


class Told(NamedTuple):
    """One line of the file."""

    relation: str
    said: str
    subject: str
    qualifier: str
    value: str
    day: str
    sentence: str


LINES = Path(__file__).with_name("told_relations.tsv").read_text(encoding="utf-8").splitlines()
TOLD = [Told(*line.split("\t")) for line in LINES]


@pytest.fixture
def memory():
    with Memory(":memory:", clock=lambda: AT, embedder=EMBEDDER) as opened:
        yield opened


def test_every_relation_is_said_in_two_ways():
    assert {name: sum(row.relation == name for row in TOLD) for name in relations()} == dict.fromkeys(relations(), 2)


@pytest.mark.parametrize("row", TOLD, ids=lambda row: f"{row.relation}: {row.said}")
def test_a_relation_is_read_and_answered(memory, row):
    memory.add(row.said, user_id="ana", at=AT)
    answer = memory.ask(row.subject, row.relation, user_id="ana")
    assert answer.status == "yes"
    (fact,) = (fact for fact in answer.facts if value_key(fact.value) == value_key(row.value))
    assert (fact.qualifier or "") == row.qualifier
    assert ("-" if fact.valid_from is None else fact.valid_from.date().isoformat()) == row.day
    assert fact.valid_to is None


@pytest.mark.parametrize("row", [row for row in TOLD if row.sentence], ids=lambda row: row.relation)
def test_the_sentence_of_a_fact_reads_well(memory, row):
    memory.add(row.said, user_id="ana", at=AT)
    (fact,) = memory.facts(user_id="ana", relation=row.relation)
    assert fact.text == row.sentence


@pytest.mark.parametrize("row", TOLD, ids=lambda row: row.said)
def test_every_sentence_is_one_sentence_with_the_value_in_it(memory, row):
    memory.add(row.said, user_id="ana", at=AT)
    (text, *_) = (fact.text for fact in memory.facts(user_id="ana", relation=row.relation))
    assert text[0].isupper()
    assert text.endswith(".")
    assert not text.endswith("..")
    assert not {"{", "}", "  ", "None"} & {*text, *text.split(" ")}


@pytest.mark.parametrize("name", relations())
def test_a_denial_and_other_subjects_are_put_into_words_too(name):
    row = relations()[name]
    affirmed = row.sentence("the boiler", "teal", "colour")
    assert affirmed[0] == "T"
    assert "teal" in affirmed
    assert row.sentence("the boiler", "teal", "colour", polarity=False) == f"It is not true that {affirmed}"
    assert row.sentence("user", "teal", "colour").startswith("The user")


def test_a_relation_is_unknown_before_anything_is_said(memory):
    memory.add("Good morning!", user_id="ana", at=AT)
    assert {memory.ask("user", name, user_id="ana").status for name in relations()} == {"unknown"}


@pytest.mark.parametrize(
    ("name", "value", "polarity", "text"),
    [
        ("plans", "moving to Cork", True, "The user plans to move to Cork."),
        ("plans", "open a bakery", True, "The user plans to open a bakery."),
        ("plans", "planning a trip to Porto", True, "The user plans a trip to Porto."),
        ("plans", "our wedding", True, "The user plans our wedding."),
        ("allergic_to", "allergies", False, "It is not true that The user is allergic to anything."),
        ("allergic_to", "sesame", False, "It is not true that The user is allergic to sesame."),
        ("child", "kids", False, "It is not true that The user has any children."),
    ],
)
def test_plans_and_denials_of_all_of_a_kind_are_put_into_words(name, value, polarity, text):
    assert relations()[name].sentence("user", value, polarity=polarity) == text
