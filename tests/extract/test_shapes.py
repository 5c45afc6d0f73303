"""Shapes of sentences that many relations share: what is left out, set in brackets, taken up by "it", given a unit."""

from __future__ import annotations

from datetime import date

import pytest

from tests.extract.reading import claims, said
from tests.extract.told import parted, told


@told("told_shapes")
def test_sentences_of_many_shapes_are_read_as_they_are_told(text, expected):
    assert said(text) == parted(expected)


@pytest.mark.parametrize(
    ("question", "reply", "claim"),
    [
        ("What's your wife's name?", "Her name is Ginevra.", "user.partner=Ginevra"),
        ("What's your dog's name?", "Its name is Ruff.", "user.pet[dog]=Ruff"),
        ("And what's the name of your husband?", "His name's Torben.", "user.partner=Torben"),
        ("What's your manager's name?", "Her name is Odile, she's new.", "user.manager=Odile"),
        ("Where are you from?", "Originally Cusco.", "user.origin=Cusco"),
        ("What do your friends call you?", "Mostly Bex.", "user.nickname=Bex"),
        ("What's your name, if you don't mind me asking?", "It's Torben, lovely to meet you.", "user.name=Torben"),
        ("Where do you live, if that's okay?", "Cusco.", "user.lives_in=Cusco"),
    ],
)
def test_an_answer_may_say_whose_name_it_is(question, reply, claim):
    assert claim in said(f"A: {question}", reply)


@pytest.mark.parametrize("question", ["Who's the author?", "What's the name of the queen in the story?"])
def test_the_name_of_somebody_else_is_nobody_of_the_speakers(question):
    assert said(f"A: {question}", "Her name is Ginevra.") == []


@pytest.mark.parametrize(
    ("text", "value", "day"),
    [
        ("We got a rabbit yesterday, her name is Mochi.", "Mochi", date(2026, 3, 4)),
        ("We got a puppy yesterday called Olaf.", "Olaf", date(2026, 3, 4)),
        ("We adopted a greyhound on Monday. She's called Wisp.", "Wisp", date(2026, 3, 2)),
        ("We brought home a hamster on Sunday; he's called Bolt.", "Bolt", date(2026, 3, 1)),
        ("I started a new job on Monday. It's at Kiln.", "Kiln", date(2026, 3, 2)),
        ("I got a job last week. It's with Ferro Labs.", "Ferro Labs", date(2026, 2, 23)),
        ("Solveig has been my manager since 2022.", "Solveig", date(2022, 1, 1)),
        ("My flight to Accra leaves tomorrow evening.", "flight to Accra", date(2026, 3, 6)),
        ("I visited Porto in 2019 and Cusco in 2022.", "Cusco", date(2022, 1, 1)),
    ],
)
def test_a_date_is_passed_on_to_what_is_named_with_it(text, value, day):
    (first,) = {claim.valid_from.date() for claim in claims(text) if claim.value == value}
    assert first == day


def test_a_property_that_is_a_time_does_not_date_itself():
    (claim,) = claims("The API key expires after ninety days.")
    assert claim.valid_from.date() == date(2026, 3, 5)
