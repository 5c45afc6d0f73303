"""Whose words they are, and what is not so or not yet so: labels, forwarded mail, fiction, times to come."""

from __future__ import annotations

import pytest

from strandline.extract import Known
from tests.extract.reading import said

TO_COME = """
When I work at Kiln, I'll cycle every day.
I'll get a dog when I live in Cusco.
As soon as I live in Turin I'll buy a scooter.
I'm going to rest as soon as I own a boat.
By the time I live in Malmö I'll speak Swedish.
Once I graduate, I work at Kiln.
I work at Kiln once I graduate.
When I retire I live in Nice.
I want a garden when I live in Leith.
I can't wait until I work at Kiln.
By 2031 I work at Kiln.
In ten years I live in Turin.
Next year I live in Cusco.
Ten years from now: I own a vineyard.
My dream: I live in Bergen and own a boat.
Goal for 2030: I am a surgeon in Turin.
Daily mantra: I am a novelist and I live in Nice.
Prediction: I live in Malmö.
"""
NOT_SO = """
I live in Turin, only joking.
I'm a pilot, haha jk!
I own nine castles - just kidding.
I'm a ballerina, that's a joke.
I adore tax forms. /s
I adore mornings. /jk
Today is opposite day. I hate chocolate.
Two truths and a lie: I live in Turin, I own a boat and I'm a vegan.
I live in Kyoto in my imagination.
I work at Pixar in my dreams.
I live in Tokyo drift mode.
I'm in Berlin techno mode.
"""
OF_OTHERS = """
Priya: I live in Turin now.
Priya Rao: we moved to Cusco.
Priya [09:12]: I'm a nurse.
[09:12] Priya: I'm a nurse.
12/03/2026, 09:12 - Priya: I'm a nurse.
Mum: I live in Turin now.
Begin forwarded message:\\nSubject: news\\n\\nI live in Turin.
From: Priya\\nTo: Huw\\n\\nI work at Kiln.
On Monday Priya wrote:\\nI live in Turin.
Please respond to this email:\\n\\nHello Huw,\\nI live in Turin.\\nBest, Priya
Answer this message for me.\\n\\nHi, I live in Turin and I'm a nurse.
I'm a vegan, replied the waiter.
I live in Turin! cried Priya.
I live in Turin, she said.
To quote: I am a vegan.
Repeat after me: I am a vegan.
"""
TEXTS = """
Check this paragraph: I live in Turin. My name is Priya.
Correct my spelling: I lives in Turin. My name is Priya.
Chapter 7: I live in Turin with my brother Huw.
Prologue. My name is Priya and I live in Turin.
Once upon a time I lived in Turin. My name is Priya.
Bumble bio: I'm a nurse and I live in Turin.
Give me a short bio: I am a nurse and I live in Turin.
My script is: city = Turin; I live in Turin
"""
STATED = [
    ("I live in Turin, not kidding.", "user.lives_in=Turin"),
    ("I live in Turin and once I retire I'll move to Nice.", "user.lives_in=Turin"),
    ("I live in Turin until May.", "user.lives_in=Turin"),
    ("When I lived in Turin I had a scooter.", "once user.lives_in=Turin"),
    ("Since I live in Turin, I'll take the tram.", "user.lives_in=Turin"),
    ("While I live in Turin, I'll take the tram.", "user.lives_in=Turin"),
    ("I live in Turin. Goal: run a marathon.", "user.lives_in=Turin"),
    ("Plan: I'm moving to Oslo in May.", "user.plans=moving to Oslo in May"),
    ("It's a lie that I live in Turin.", "not user.lives_in=Turin"),
    ("I live in Turin with a song in my head.", "user.lives_in=Turin"),
    ("I prefer dark mode.", "user.prefers=dark mode"),
    ("Work: I'm a nurse at Kiln.", "user.role=nurse"),
    ("Context: I live in Turin.", "user.lives_in=Turin"),
    ("Quick update: I moved to Turin.", "user.lives_in=Turin"),
    ("PS: I live in Turin.", "user.lives_in=Turin"),
    ("Confession: I love karaoke.", "user.likes=karaoke"),
    ("Priya: hi there\nMe: I live in Turin.", "user.lives_in=Turin"),
    ("City: Turin", "user.lives_in=Turin"),
    ("Let me explain the situation: I live in Turin.", "user.lives_in=Turin"),
    ("My colleague, Priya, said she was leaving.", "user.colleague=Priya"),
    ("I live in Turin. Chapter 7 of my thesis is done.", "user.lives_in=Turin"),
    ("I live in Turin. Can you give me a story idea?", "user.lives_in=Turin"),
]


def lines(text: str) -> list[str]:
    return [line.replace("\\n", "\n") for line in text.strip().splitlines()]


@pytest.mark.parametrize("text", lines(TO_COME))
def test_what_is_yet_to_be_is_not_so(text):
    assert [claim for claim in said(text) if "user.plans" not in claim and "learning" not in claim] == []


@pytest.mark.parametrize("text", lines(NOT_SO))
def test_what_is_told_as_a_joke_or_a_game_is_not_so(text):
    assert said(text) == []


@pytest.mark.parametrize("text", lines(OF_OTHERS))
def test_words_that_are_given_to_somebody_else_state_nothing(text):
    assert said(text) == []


@pytest.mark.parametrize("text", lines(TEXTS))
def test_a_text_is_no_statement(text):
    assert said(text) == []


@pytest.mark.parametrize("text", [*lines(TO_COME), *lines(NOT_SO), *lines(OF_OTHERS), *lines(TEXTS)])
def test_nothing_that_is_believed_ends_by_them(text):
    assert not [claim for claim in said("I live in Leeds and I work at Ferro Labs.", text) if claim.startswith("end")]


@pytest.mark.parametrize(("text", "claim"), STATED)
def test_what_only_looks_like_them_is_stated(text, claim):
    assert claim in said(text)


def test_a_label_with_the_speakers_own_name_is_the_speakers():
    known = Known(values={"name": ("Priya Rao",)})
    assert said("Priya: I live in Turin.", known=Known(speaker="Priya")) == ["Priya.lives_in=Turin"]
    assert said("Priya Rao: I live in Turin.", known=known) == ["user.lives_in=Turin"]
    assert said("Huw: I live in Turin.", known=known) == []
