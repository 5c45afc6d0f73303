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
Let's play a detective story. I'm Inspector Vane and I live above a bakery.
Suppose I lived in Rome. I have a Vespa and I work at the Vatican.
Pretend I'm a king. I have nine castles and a wife called Griselda.
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
My sister keeps telling everyone: I'm a vegan now.
My uncle is always going on that I work for the government.
My brother-in-law loves to say I'm a millionaire.
A kid on the tram announced, "I'm six and I have a snake called Doris!"
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
I'm the CEO of procrastination.
I have a PhD in overthinking.
I'm 44. Yeah right, as if.
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


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I live in Lucca. Imagine I did get a hive.", "user.lives_in=Lucca"),
        ("I live in Lucca. Suppose I moved to Rome, what would I pay?", "user.lives_in=Lucca"),
        ("I'm a nurse. Act as a patient so that I can practise.", "user.role=nurse"),
        ("I'm a nurse. You are now a pirate captain. Ahoy!", "user.role=nurse"),
        ("My name is Sunniva. In the style of a pirate, wish me luck.", "user.name=Sunniva"),
        ("Imagine my surprise: I have a daughter called Mei.", "user.child=Mei"),
        ("I need to write an email to my boss. I'm a paralegal.", "user.role=paralegal"),
        ("Could you fix my CV? I work at Larkspur.", "user.works_at=Larkspur"),
        ("I live in Bern. Let's play a word game.", "user.lives_in=Bern"),
        ("I hate mondays and my boss (hi gary) knows it", "user.dislikes=mondays"),
    ],
)
def test_a_supposition_silences_only_what_continues_it(text, claim):
    assert claim in said(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'm reading a book called My Father Lives in a Teapot.",
        "We watched a film called My Sister Is a Vampire last night.",
        "I'm reading My Brother Sam Is Dead.",
        "There's a podcast called I Used to Be a Lawyer.",
    ],
)
def test_a_title_says_nothing_of_the_speakers_family(text):
    assert not [claim for claim in said(text) if not claim.startswith("user.event")]


def test_what_is_said_after_a_play_is_over_counts_again():
    assert said("Let's role-play: I'm a duke.", "Back to reality: I live in Naples.") == ["user.lives_in=Naples"]
    assert said("Let's role-play: I'm a duke.", "I live in Naples.") == []


@pytest.mark.parametrize("text", ["⟨0⟩ I speak Dutch.", "⟦1⟧ I speak Dutch.", "I speak Dutch. ⟨ ⟦ ' . -'"])
def test_brackets_of_a_text_are_only_brackets(text):
    assert said(text) == ["user.speaks=Dutch"]


@pytest.mark.parametrize(
    "text",
    [
        "Keep this client record:\nName: Ines Roth\nAge: 50\nDiet: vegan",
        "Customer details:\nName: Ines Roth\nCity: Metz",
        "Here's the recording of the call:\nHi, I'm Ines and I live in Metz.",
        "Below is a chat log from work: my name is Ines, I'm a nurse.",
    ],
)
def test_what_is_on_file_or_on_record_is_of_others(text):
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Here is my profile:\nName: Ines Roth\nCity: Metz", "user.name=Ines Roth"),
        ("Here is my training log:\nI ran 5k. I live in Metz.", "user.lives_in=Metz"),
        ("Keep this client record:\nName: Ines Roth\n\nI live in Metz.", "user.lives_in=Metz"),
    ],
)
def test_what_the_speaker_keeps_of_themselves_is_theirs(text, claim):
    assert claim in said(text)
