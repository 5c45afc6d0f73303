"""What is said without being stated (parts that are played, examples, guesses, words of others), and what is stated."""

from __future__ import annotations

import pytest

from tests.extract.reading import said

PLAYED = """
In the play I'm a nurse called Ruth.
In my novel I'm a lighthouse keeper with a dog called Foam.
In Skyrim I'm a vampire and I live in Whiterun.
In D&D I'm a halfling called Pip.
My character is a nurse called Ruth.
I'm the villain in the school play.
In a parallel universe I'm a chef.
Picture this: I'm a chef in Rome.
Scenario: I'm a landlord with two flats.
Suppose I live in Berlin and I'm 40.
Say I earn 60000 a year.
What if I lived in Rome?
Were I to move, I'd live in Rome.
When I grow up I'll be a chef.
"""
VOICED = """
She goes, I'm a vegan now.
and he's like I live in Oslo
He was like, I work at Google now, deal with it.
Tom just messaged: I'm in Rome, I live here now!
She texted me: I live in Oslo now!
People assume I'm a vegan.
Everyone thinks I live in Berlin.
The system says I live in Bergen.
The song goes: I live in a yellow submarine.
Apparently I'm a vegan now, according to my mother.
"""
SAMPLES = """
Example: I live in Oslo.
e.g. I live in Oslo and I'm 40.
For instance: my name is Tom.
Subject line: I live in Oslo
Draft: Hi all, I live in Rome now.
[name] lives in [city]
My name is XXX and I live in YYY.
My name is ___ and I live in ___.
Requirements: speaks Danish, lives in Oslo, has a car.
Dear Sir, my name is Tom and I live in Leeds. Is this a good opening?
Dear Mr Brown, I am a nurse and I live in Leeds. Yours, Tom
Here is my cover letter: I am a nurse with ten years of experience.
I am a nurse from Leeds. Is this correct English?
How do you say I live in Oslo in French?
Patient: male, 40, allergic to nuts.
Q: Where do you live? A: I live in Oslo.
#vegan #oslo #nurse
"""
GUESSES = """
I'm probably allergic to nuts.
Perhaps I'm allergic to penicillin.
If memory serves I'm allergic to penicillin.
I think I might be allergic to nuts.
I wonder whether I'm allergic to nuts.
I'm not sure I'm allergic to nuts.
I almost moved to Rome.
I nearly married Tom.
I'm basically a taxi driver for my kids.
I'm practically a nurse at this point.
You could say I'm a chef.
It's as if I live at the office.
I live in Oslo, don't I?
I'm a vegan? Since when?
I live in Oslo /s
I love Mondays. Not.
I live in a castle. Yeah right.
I love queues, said no one ever.
"""


def lines(text: str) -> list[str]:
    return text.strip().splitlines()


@pytest.mark.parametrize("text", lines(PLAYED))
def test_a_part_or_a_case_that_is_only_supposed_states_nothing(text):
    assert said(text) == []


@pytest.mark.parametrize("text", lines(VOICED))
def test_other_peoples_words_are_not_the_speakers(text):
    assert said(text) == []


@pytest.mark.parametrize("text", lines(SAMPLES))
def test_a_sample_a_form_and_a_letter_state_nothing(text):
    assert said(text) == []


@pytest.mark.parametrize("text", lines(GUESSES))
def test_a_guess_a_figure_of_speech_and_a_joke_state_nothing(text):
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I'm allergic to nuts, so what can I eat?", "user.allergic_to=nuts"),
        ("I live in Oslo, can you suggest a bank?", "user.lives_in=Oslo"),
        ("As I live in Oslo, which bank should I use?", "user.lives_in=Oslo"),
        ("As a vegan, what can I eat in Rome?", "user.diet=vegan"),
        ("I love jazz, don't you?", "user.likes=jazz"),
        ("If you're wondering, I'm a vegan.", "user.diet=vegan"),
        ("If it helps, I live in Oslo.", "user.lives_in=Oslo"),
        ("I'm not sure if you know, but I live in Oslo.", "user.lives_in=Oslo"),
        ("Perhaps I should mention I'm allergic to nuts.", "user.allergic_to=nuts"),
        ("As a matter of fact, I live in Oslo.", "user.lives_in=Oslo"),
        ("Dear assistant, my name is Tom.", "user.name=Tom"),
        ("My name is Tom. Is that a common name in English?", "user.name=Tom"),
        ("I play the flute in a school play.", "user.plays=flute"),
        ("Note: I live in Oslo.", "user.lives_in=Oslo"),
        ("My sister Ana says hi.", "user.sibling=Ana"),
        ("Port 9077 was taken, staging is on port 9078 again.", "staging.attribute[port]=9078"),
    ],
)
def test_what_is_stated_on_the_way_is_stated(text, claim):
    assert claim in said(text)


def test_an_address_that_is_handed_over_is_no_text_to_work_on():
    assert said("Here is my email: tove@example.org") == ["user.email=tove@example.org"]


def test_what_comes_after_a_question_about_wording_is_the_speakers_again():
    assert said("He go to school. Is this correct English? By the way, I live in Oslo.") == ["user.lives_in=Oslo"]
