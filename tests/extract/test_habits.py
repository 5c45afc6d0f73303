"""Languages, skills, pastimes, tools, routines and memberships."""

from __future__ import annotations

from datetime import date

import pytest

from tests.extract.reading import claims, said
from tests.extract.told import parted, told


@told("told_habits")
def test_habits_are_read_as_they_are_told(text, expected):
    assert said(text) == parted(expected)


def test_what_is_given_up_ends_by_its_kind():
    assert said("I've stopped learning Danish.") == ["end user.learning=Danish"]
    assert said("I quit the brass band.")[0] == "end user.member_of=brass band"
    assert said("We stopped using Jira.") == ["end user.uses=Jira"]


@pytest.mark.parametrize(
    "text", ["Don't give up on your dreams!", "I dropped off the parcel.", "I gave up my seat to you."]
)
def test_encouragement_and_idioms_end_nothing_that_is_kept(text):
    assert [claim for claim in said(text) if claim.startswith(("end user.learning", "user."))] == []


def test_a_start_dates_what_is_learnt():
    (claim,) = claims("I started learning Basque on 10 February.")
    assert claim.valid_from.date() == date(2026, 2, 10)


def test_a_commute_that_is_daily_is_no_routine_of_what_it_is_spent_with():
    assert said("I'm listening to an album on my daily commute.") == []
