"""What people like, dislike, prefer and call their favourite."""

from __future__ import annotations

from strandline.types import Since
from tests.extract.reading import AT, claims, said
from tests.extract.told import parted, told


@told("told_tastes")
def test_tastes_are_read_as_they_are_told(text, expected):
    assert said(text) == parted(expected)


def test_a_denied_liking_stays_a_denial_for_the_fold():
    (claim,) = claims("I don't care much for celery, but I don't like beetroot at all.")[-1:]
    assert (claim.relation, claim.polarity, claim.value) == ("likes", False, "beetroot")


def test_a_choice_ends_the_preference_for_what_comes_second():
    first, second = claims("I prefer ferries to planes.")
    assert (first.act, first.value, first.loose) == ("end", "planes", True)
    assert (second.act, second.value) == ("state", "ferries to planes")


def test_a_taste_holds_from_when_it_is_told():
    (claim,) = claims("We adore the Alps.")
    assert (claim.valid_from, claim.since) == (AT, Since.SAID)
