"""None of a kind, who and what is had no more, and profiles that leave words out."""

from __future__ import annotations

from datetime import date

import pytest

from strandline.extract import Known
from tests.extract.reading import claims, said
from tests.extract.told import parted, told

REX = Known(names={"rex": ("pet",)}, values={"pet": ("Rex",)}, kinds={"rex": "dog"})
TWO_DOGS = Known(
    names={"rex": ("pet",), "bo": ("pet",)}, values={"pet": ("Rex", "Bo")}, kinds={"rex": "dog", "bo": "dog"}
)


@told("told_none")
def test_none_of_a_kind_is_a_denial_of_the_kind(text, expected):
    assert said(text) == parted(expected)


@told("told_partings")
def test_what_is_had_no_more_ends(text, expected):
    assert said(text) == parted(expected)


@told("told_profiles")
def test_a_list_is_read_with_the_words_it_leaves_out(text, expected):
    assert said(text) == parted(expected)


@pytest.mark.parametrize("text", ["Rex died last night.", "Rex passed away.", "We had to have Rex put to sleep."])
def test_a_pet_known_by_its_name_ends_with_its_kind(text):
    assert said(text, known=REX) == ["end user.pet[dog]=Rex"]


@pytest.mark.parametrize("text", ["The dog died.", "We had to put the dog down.", "We rehomed the dog."])
def test_the_dog_is_the_one_dog_that_is_known(text):
    assert said(text, known=REX) == ["end user.pet[dog]="]
    assert "end user.pet[dog]=" not in said(text, known=TWO_DOGS)


@pytest.mark.parametrize(
    "text", ["Rex passed his agility test.", "Rex nearly died.", "The cat died.", "The dog next door died."]
)
def test_what_lives_on_or_is_of_others_ends_no_pet(text):
    assert said(text, known=REX) == []


def test_the_death_of_a_friend_ends_no_pet():
    assert said("Anna died last year.", known=Known(names={"anna": ("friend",)})) == []


def test_none_of_a_kind_ends_what_was_had_of_it():
    known = Known(values={"medication": ("metformin",)})
    assert said("I'm not on any medication.", known=known) == [
        "not user.medication=medication",
        "end user.medication=",
    ]
    assert said("We have no pets now.", known=REX) == ["not user.pet=pets", "end user.pet[dog]="]


def test_children_are_kept_although_none_is_said():
    known = Known(names={"ada": ("child",)}, values={"child": ("Ada",)})
    assert said("I don't have kids.", known=known) == ["not user.child=kids"]


def test_a_parting_is_dated_by_its_words():
    (claim,) = claims("Rosa isn't my manager any more as of 2 March.")
    assert (claim.act, claim.valid_to.date()) == ("end", date(2026, 3, 2))


@pytest.mark.parametrize(
    "question",
    [
        "Are you still with Anneke?",
        "Are you and Anneke still together?",
        "Are you still married to Anneke?",
        "Is Anneke still your wife?",
    ],
)
def test_a_bare_no_about_a_partner_ends_the_partnership(question):
    anneke = Known(names={"anneke": ("partner",)}, values={"partner": ("Anneke",)})
    told_now = said("My wife is called Anneke.", f"A: {question}", "No.", known=anneke)
    assert "end user.partner=Anneke" in told_now
    assert not [claim for claim in told_now if "works_at" in claim]
    assert "end user.partner=Anneke" not in said(f"A: {question}", "Yes.", known=anneke)


def test_who_is_known_as_an_employer_is_still_one_after_with():
    kiln = Known(values={"works_at": ("Kiln",), "partner": ("Anneke",)})
    assert said("A: Are you still with Kiln?", "No.", known=kiln) == ["end user.works_at=Kiln"]


def test_the_month_somebody_left_a_firm_dates_the_end_although_no_comma_follows():
    ended = [claim for claim in claims("Since I left Otter Brewery in January I've been a baker at Kiln.")
             if claim.relation == "works_at" and claim.act == "end"]  # fmt: skip
    assert [(claim.value, claim.valid_to.date(), claim.loose) for claim in ended] == [
        ("Otter Brewery", date(2026, 1, 1), False)
    ]
