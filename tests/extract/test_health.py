"""Diets, allergies, illnesses, medicines, and what is not taken."""

from __future__ import annotations

from datetime import date

import pytest

from tests.extract.reading import claims, said
from tests.extract.told import parted, told


@told("told_health")
def test_health_is_read_as_it_is_told(text, expected):
    assert said(text) == parted(expected)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I gave up caffeine on 1 March.", date(2026, 3, 1)),
        ("I've been on warfarin since January.", date(2026, 1, 1)),
        ("I went vegan yesterday.", date(2026, 3, 4)),
        ("I was diagnosed with lupus in 2021.", date(2021, 1, 1)),
    ],
)
def test_words_about_time_date_what_begins(text, day):
    (claim,) = claims(text)
    assert claim.valid_from.date() == day


def test_an_end_is_dated_by_its_words():
    (claim,) = claims("I came off the statins on 2 March.")
    assert (claim.act, claim.valid_to.date()) == ("end", date(2026, 3, 2))


def test_what_a_relative_clause_says_of_others_is_not_of_the_speaker():
    assert said("It is a cake for people who can't have nuts.") == []
