"""Possessions, pets, plans, dates, contacts, standing wishes, and properties of things."""

from __future__ import annotations

from datetime import date

import pytest

from strandline.extract import Known
from strandline.extract.relations import relations
from tests.extract.reading import claims, said
from tests.extract.told import lines, parted, told

GROUPS = ("tastes", "health", "habits", "possessions", "pets", "plans", "contacts", "instructions", "things")


@told("told_things")
def test_plans_and_things_are_read_as_they_are_told(text, expected):
    assert said(text) == parted(expected)


@pytest.mark.parametrize("text", lines("not_held"))
def test_questions_hypotheses_and_other_peoples_words_hold_nothing(text):
    of = {name for name, row in relations().items() if row.group in GROUPS}
    held = [claim for claim in said(text) if not claim.startswith(("once ", "end "))]
    assert [claim for claim in held if claim.split("=")[0].split("[")[0].split(".")[-1] in of] == []


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I have a check-up on 14 May.", date(2026, 5, 14)),
        ("The essay is due on Monday.", date(2026, 3, 9)),
        ("I have to hand in the form by Friday.", date(2026, 3, 6)),
        ("I ran a half marathon last Sunday.", date(2026, 3, 1)),
        ("We bought a tent on 2 March.", date(2026, 3, 2)),
    ],
)
def test_an_event_is_dated_by_its_day(text, day):
    (claim,) = claims(text)
    assert claim.valid_from.date() == day


def test_the_verb_that_is_left_out_is_understood():
    assert said("Billing runs on port 7001 and search on 7002.") == [
        "Billing.attribute[port]=7001",
        "search.attribute[port]=7002",
    ]


def test_a_pet_that_is_named_later_takes_the_place_of_its_kind():
    assert said("We got a new puppy. He's called Olaf.")[:2] == ["user.pet[puppy]=new puppy", "user.pet[puppy]=Olaf"]


def test_the_end_of_a_pet_finds_its_kind():
    known = Known(names={"olaf": ("pet",)}, values={"pet": ("Olaf",)}, kinds={"olaf": "dog"})
    assert "end user.pet[dog]=Olaf" in said("We don't have Olaf any more.", known=known)


def test_a_standing_wish_keeps_its_condition():
    assert said("Reply in Welsh unless I write in English.") == [
        "user.instruction=Reply in Welsh unless I write in English"
    ]


@pytest.mark.parametrize(
    "text",
    ["I booked a trip to the Azores from 3 to 10 August.", "I booked a flight to Oslo for 3 August."],
)
def test_what_is_booked_for_a_day_is_planned_from_when_it_is_told(text):
    (claim,) = claims(text)
    assert claim.relation == "plans"
    assert claim.valid_from is None or claim.valid_from.date() >= date(2026, 3, 1)
