"""Turns that only mean something after others: answers, corrections, things taken back, "she"."""

from __future__ import annotations

from datetime import date

import pytest

from strandline.extract import Known, Turn, read
from tests.extract.reading import AT, claims, said


@pytest.mark.parametrize(
    ("question", "answer", "claim"),
    [
        ("Where do you live these days?", "Trondheim.", "user.lives_in=Trondheim"),
        ("And where do you work?", "At the moment? Halden Robotics.", None),
        ("Where do you work?", "Halden Robotics", "user.works_at=Halden Robotics"),
        ("How old are you?", "37", "user.age=37"),
        ("What's your name?", "It's Odalys, nice to meet you.", "user.name=Odalys"),
        ("What is your sister called?", "Ingunn.", "user.sibling=Ingunn"),
        ("Do you have any allergies?", "yes, sesame", "user.allergic_to=sesame"),
        ("Which instrument do you play?", "the oboe", "user.plays=oboe"),
        ("What time zone are you in?", "CET", "user.timezone=CET"),
        ("Are you still working at Pinegate?", "No.", "end user.works_at=Pinegate"),
        ("Do you like jazz?", "Yes!", "user.likes=jazz"),
        ("Do you like jazz?", "no", "not user.likes=jazz"),
    ],
)
def test_a_short_answer_is_read_with_its_question(question, answer, claim):
    assert said(f"A: {question}", answer) == ([] if claim is None else [claim])


@pytest.mark.parametrize(
    "answer", ["No idea.", "Why do you ask?", "I'd rather not say.", "It depends.", "Hm, not sure.", "Where do you?"]
)
def test_a_shrug_answers_nothing(answer):
    assert said("A: Where do you live?", answer) == []


def test_an_answer_points_at_its_own_words():
    turns = [
        Turn(role="assistant", content="Where do you live?", at=AT),
        Turn(role="user", content="In Trondheim, by the fjord.", at=AT),
    ]
    (claim,) = read(turns[1], before=turns[:1])
    assert turns[1].content[claim.start : claim.stop].startswith("In Trondheim")


def test_the_assistants_statements_are_nobodys_facts():
    assert read(Turn(role="assistant", content="I live in Oslo and you work at Kiln.", at=AT)) == ()


@pytest.mark.parametrize(
    ("first", "then", "claim"),
    [
        (
            "I work at Kiln Ceramics.",
            "Not Kiln Ceramics, my mistake, it's Kilner Ceramics.",
            "correct user.works_at=Kilner Ceramics",
        ),
        ("My sister is called Bente.", "Argh, autocorrect. Benthe, with an h.", "correct user.sibling=Benthe"),
        ("My sister is called Bente.", "sorry, I meant Benthe", "correct user.sibling=Benthe"),
        (
            "My e-mail is o.vale@example.com",
            "Typo! o.valle@example.com with two l's.",
            "correct user.email=o.valle@example.com",
        ),
        ("My shoe size is 40.", "I just checked and it's actually 42, not 40.", "correct user.attribute[shoe size]=42"),
        ("Call me Bea.", "Actually no, Beatrix please.", "correct user.nickname=Beatrix"),
        ("I'm allergic to walnuts.", "Correction: it's pecans I'm allergic to.", "correct user.allergic_to=pecans"),
        ("I have two kids.", "Three, actually!", "correct user.child=Three kids"),
        ("I live in Basel.", "Sorry, I live in Bern.", "correct user.lives_in=Bern"),
    ],
)
def test_a_correction_says_which_claim_was_wrong(first, then, claim):
    assert claim in said(first, then)


def test_a_corrected_day_moves_the_appointment():
    turns = [
        Turn(role="user", content=text, at=AT)
        for text in ("The dentist is on the 14th of May.", "sorry, I meant the 15th")
    ]
    (claim,) = read(turns[1], before=turns[:1])
    assert (claim.act, claim.value, claim.valid_from and claim.valid_from.date().isoformat()) == (
        "correct",
        "dentist",
        "2026-05-15",
    )


@pytest.mark.parametrize(
    "then",
    [
        "I made that up.",
        "That's not true by the way.",
        "just kidding",
        "Forget what I said about the band.",
        "I take that back",
    ],
)
def test_what_is_taken_back_was_never_true(then):
    assert "never user.plays=bass" in said("I play bass in a band called Wet Cement.", then)


def test_a_remark_about_something_else_takes_nothing_back():
    assert said("I play bass in a band called Wet Cement.", "The film was a lie from start to end.") == []
    assert said("I'm vegan.", "Not that one, the other one.") == []


def test_it_is_now_brings_up_to_date_instead_of_correcting():
    (claim,) = said("The wifi password is larch-4471.", "We changed it, it's now larch-4472.")
    assert claim.startswith("wifi password.attribute") and claim.endswith("=larch-4472")


def test_a_pronoun_means_the_one_person_spoken_of():
    assert "Freya.works_at=Brackwater" in said(
        "Do you remember my sister Freya?", "A: Yes, what about her?", "She works at Brackwater now."
    )


def test_a_pronoun_that_could_mean_two_people_means_nobody():
    assert said("My sisters Freya and Gerd are here.", "She works at Brackwater now.") == []


def test_the_speakers_own_name_is_the_speaker():
    known = Known(names={"camille": ("name",)}, values={"name": ("Camille Roux",)})
    assert said("Camille lives in Bergen.", known=known) == ["user.lives_in=Bergen"]


def test_a_name_that_two_people_have_is_not_the_speaker():
    known = Known(names={"camille": ("name", "sibling")}, values={"name": ("Camille Roux",)})
    assert said("Camille lives in Bergen.", known=known) == []
    assert said("My sister Camille lives in Bergen.", known=known)[0].startswith("Camille (sister).lives_in")


@pytest.mark.parametrize(
    "text",
    [
        "Let's role-play. You're a customs officer and I'm Rico, a smuggler from Naples.",
        "Pretend I'm a nurse in Lyon called Odile.",
    ],
)
def test_a_part_that_is_played_says_nothing_about_the_player(text):
    assert said(text) == []
    assert said(text, "A: Good evening, sir.", "I live on a boat in Naples.") == []
    assert said(text, "A: Good evening.", "OK, stop the role-play.", "I live in Naples.") == ["user.lives_in=Naples"]


def test_quoted_code_and_pasted_words_are_not_the_speakers():
    for text in (
        'The man shouted "I live here in Oslo and I work at Kiln!"',
        "```\nI work at Kiln\n```",
        "From the forum:\n> I moved to Adelaide in 2019.\n> My wife hates it.",
        "Translate this: I live in Oslo.",
        'print("My name is Clara")',
    ):
        assert said(text) == [], text


def test_a_quoted_title_can_be_a_value():
    assert said('My favourite song is "I Live in the Sea Now".') == ["user.favourite[song]=I Live in the Sea Now"]


def test_every_claim_points_at_words_of_its_turn():
    text = "Hi! I'm Tobias, I live in Graz with my sister Ana and I'm allergic to nuts."
    for claim in claims(text):
        assert 0 <= claim.start < claim.stop <= len(text)
        assert claim.value in text[claim.start : claim.stop]


@pytest.mark.parametrize(
    ("turns", "claim"),
    [
        (
            ("My phone number is 0770 900 123.", "A: Got it.", "No, it ends in 132: 0770 900 132."),
            "correct user.phone=0770 900 132",
        ),
        (("I'm 36. Wait, no, 37, I had a birthday in May.",), "correct user.age=37"),
        (
            (
                "I was born in Basra.",
                "Let me rephrase: my father was born in Basra, I was born in Amman.",
            ),
            "correct user.born_in=Amman",
        ),
        (
            ("I study acoustics.", "It's not acoustics actually, they renamed it to sound engineering."),
            "correct user.studies=sound engineering",
        ),
        (("I study acoustics.", "I meant sound engineering."), "correct user.studies=sound engineering"),
        (("I live in Basel.", "A: Basel is lovely.", "No, not Basel. Bern."), "correct user.lives_in=Bern"),
        (("I live in Basel.", "A: So you live in Basel?", "No, Bern."), "user.lives_in=Bern"),
        (("My son is called Kacper.", "Sorry, my son is called Kasper."), "correct user.child=Kasper"),
        (("My daughter's name is Kathrine.", "* Katrine"), "correct user.child=Katrine"),
        (("My shoe size is 80.", "Oops, that should be 18, not 80."), "correct user.attribute[shoe size]=18"),
        (("We live at 12 Bell Street.", "Sorry, number 21."), "correct user.address=21 Bell Street"),
        (("I'm 1.82 m tall.", "Hang on, 1.78."), "correct user.attribute[height]=1.78 m"),
        (("I take metformin.", "Not metformin, metoprolol."), "correct user.medication=metoprolol"),
        (("I speak Danish.", "Did I say Danish? I meant Dutch."), "correct user.speaks=Dutch"),
        (("I drive a Skoda.", "Sorry, a Seat. I always mix them up."), "correct user.drives=Seat"),
        (("I live in Leeds, I mean Liverpool.",), "user.lives_in=Liverpool"),
        (("I'm allergic to walnuts.", "I mistyped, I'm allergic to cashews."), "correct user.allergic_to=cashews"),
    ],
)
def test_a_correction_may_be_a_bare_value_or_a_restatement(turns, claim):
    assert claim in said(*turns)


def test_a_name_spelt_wrong_in_an_earlier_session_is_put_right_in_this_one():
    known = Known(names={"kacper": ("child",)}, values={"child": ("Kacper",)})
    assert said("Sorry, I keep mistyping it: my son is called Kasper.", known=known) == ["correct user.child=Kasper"]


@pytest.mark.parametrize(
    "then",
    [
        "No, thanks.",
        "No problem.",
        "Sorry, what was the question?",
        "Wait, Anna is calling.",
        "Actually, Paris sounds nice.",
        "It's raining now.",
        "It's Monday.",
        "Sorry, typo.",
    ],
)
def test_a_mark_of_correction_before_anything_else_corrects_nothing(then):
    assert said("I live in Basel.", then) == []


def test_a_second_value_that_comes_on_top_corrects_nothing():
    assert said("I'm allergic to kiwis.", "Sorry, I'm also allergic to plums.") == ["user.allergic_to=plums"]


@pytest.mark.parametrize(
    ("first", "then", "claim"),
    [
        ("I live in Oslo.", "Please update my address: it's 8 Anchor Street now.", "user.address=8 Anchor Street"),
        ("My address is 31 Sorrel Way.", "Update: it's 8 Anchor Street now.", "user.address=8 Anchor Street"),
        ("My address is 31 Sorrel Way.", "My address is 8 Anchor Street now.", "user.address=8 Anchor Street"),
        ("My number is 0770 900 123.", "new number: 0770 900 999", "user.phone=0770 900 999"),
        ("My team has four people.", "It's up to five now.", "team.attribute[people]=five"),
        ("The cluster has three nodes.", "down to two now", "cluster.attribute[nodes]=two"),
        ("My flat has two bedrooms.", "The flat has one bedroom now.", "flat.attribute[bedrooms]=one"),
        ("The cottage door code is 5518.", "Door code's 5581 now.", "cottage door code.attribute=5581"),
        ("My rent is 900 euros.", "The rent is 950 now.", "user.attribute[rent]=950"),
        ("I live in Oslo.", "Change my city to Bergen please.", "user.lives_in=Bergen"),
        ("The build takes ten minutes.", "It takes 6 minutes now.", "build.attribute[duration]=6 minutes"),
        ("Our wifi password is tulip-9.", "Wifi password changed to rose-2.", "user.attribute[wifi password]=rose-2"),
    ],
)
def test_an_update_states_the_new_value_of_the_same_thing(first, then, claim):
    assert said(first, then) == [claim]


@pytest.mark.parametrize(
    "then",
    [
        "I was pulling your leg, there's no yacht.",
        "Just messing with you.",
        "that was a joke",
        "None of it is true.",
        "Strike that.",
        "I never said that.",
        "Ignore my last message.",
        "jk lol",
        "April fools!",
        "That's a lie, I don't own one.",
        "I was joking about the yacht.",
        "The yacht thing was a joke.",
    ],
)
def test_many_words_take_a_statement_back(then):
    assert "never user.owns=yacht" in said("I own a yacht.", "A: Lovely!", then)


def test_what_is_taken_back_by_its_topic_leaves_the_rest():
    assert said("I speak Welsh. I live in Cardiff.", "The bit about Welsh isn't true.") == ["never user.speaks=Welsh"]
    assert said("I have a sister called Mia.", "Mia doesn't exist.") == ["never user.sibling=Mia"]


@pytest.mark.parametrize(
    "turns",
    [
        ("The cake is a lie.",),
        ("My boss is a joke.",),
        ("It's not true that boats are cheap.",),
        ("It was a joke that my boss told.",),
        ("A: The capital of Australia is Sydney.", "That's not true."),
        ("A: You are 30 years old.", "I never said that."),
        ("I take back my order.",),
        ("Can you delete that paragraph?",),
        ("Don't believe everything I say.",),
    ],
)
def test_words_about_something_else_take_nothing_back(turns):
    assert said("I own a yacht.", *turns) == []


@pytest.mark.parametrize(
    ("question", "answer", "claims_made"),
    [
        ("Do you take any medication?", "Yes, just lisinopril.", ["user.medication=lisinopril"]),
        ("Are you a vegetarian?", "No, vegan.", ["user.diet=vegan"]),
        ("Do you live in Graz?", "No, in Linz.", ["user.lives_in=Linz"]),
        ("Hobbies?", "Knitting and chess.", ["user.hobby=Knitting", "user.hobby=chess"]),
        ("Instrument?", "The flute, badly.", ["user.plays=flute"]),
        ("Where do you work?", "At Siemens.", ["user.works_at=Siemens"]),
        ("What do you do for a living?", "Stonemason.", ["user.role=Stonemason"]),
        ("What do you do for a living?", "I'm a stonemason.", ["user.role=stonemason"]),
        ("What's your name and how old are you?", "Tove, 34.", ["user.name=Tove", "user.age=34"]),
        ("What's your name, and where do you live?", "Tove, Bergen.", ["user.name=Tove", "user.lives_in=Bergen"]),
        ("Do you have children?", "Two: Ada and Max.", ["user.child=Ada", "user.child=Max"]),
        ("Do you speak German or French?", "Both.", ["user.speaks=German", "user.speaks=French"]),
        ("Do you speak German or French?", "Neither.", ["not user.speaks=German", "not user.speaks=French"]),
        ("Do you speak German?", "A little.", ["user.speaks=German"]),
        ("Do you have a sister?", "Yes, Ana.", ["user.sibling=Ana"]),
        ("How long have you worked at Siemens?", "Since 2019.", ["user.works_at=Siemens"]),
        ("Is your name Tove?", "Yes.", ["user.name=Tove"]),
        ("And how old is your daughter?", "Seven.", ["daughter.age=seven"]),
    ],
)
def test_an_answer_says_what_the_question_asked_for(question, answer, claims_made):
    assert said(f"A: {question}", answer) == claims_made


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Are you vegetarian or vegan?", "Yes."),
        ("Tea or coffee?", "Both."),
        ("Any allergies?", "None."),
        ("Would you like a recipe for soup?", "Yes."),
        ("What would you like to cook?", "Pasta."),
        ("Which city is the capital of France?", "Paris."),
        ("Where should we meet?", "Oslo."),
        ("What do you do?", "Nothing much, just chilling."),
        ("Where do you work?", "From home."),
        ("Are you sure?", "Yes."),
        ("What instrument do you play?", "None."),
    ],
)
def test_an_answer_that_names_nothing_of_the_speaker_states_nothing(question, answer):
    assert said(f"A: {question}", answer) == []


def test_a_statement_put_together_is_not_put_right_again():
    # "not a ..., a ..." in the first turn must not be read against itself without end
    assert said("We've got a beagle called Mungo.", "Not a beagle, a poodle.")[0].startswith("user.pet")


def test_long_stretches_without_an_end_are_read_in_time():
    text = "I live in Oslo, " * 1200
    assert said(text)[0] == "user.lives_in=Oslo"


@pytest.mark.parametrize(
    ("first", "question", "answer", "claims_made"),
    [
        ("I have a daughter.", "What's her name?", "Ines.", ["user.child=Ines"]),
        ("I have two kids.", "What are their names?", "Ada and Max.", ["user.child=Ada", "user.child=Max"]),
        ("I have a dog.", "What's his name?", "Rex.", ["user.pet[dog]=Rex"]),
        ("Hello!", "What's her name?", "Ines.", []),
    ],
)
def test_a_question_about_her_means_whom_the_user_spoke_of(first, question, answer, claims_made):
    assert said(first, f"A: {question}", answer) == claims_made


@pytest.mark.parametrize(
    ("first", "then", "claim"),
    [
        ("My rent is 900.", "Rent went up to 950.", "user.attribute[rent]=950"),
        ("The office has 20 desks.", "The office is down to 15 desks.", "office.attribute[desks]=15"),
    ],
)
def test_what_went_up_or_down_is_brought_up_to_date(first, then, claim):
    assert said(first, then) == [claim]


def test_a_corrected_hour_stays_on_its_day():
    turns = [Turn(role="user", content=text, at=AT) for text in ("The dentist is tomorrow at 3 pm.", "Sorry, 4 pm.")]
    (claim,) = read(turns[1], before=turns[:1])
    assert claim.act == "correct" and claim.valid_from is not None
    assert claim.valid_from.isoformat() == "2026-03-06T16:00:00+00:00"


@pytest.mark.parametrize(
    ("first", "then", "claim"),
    [
        ("I live in Newcastle.", "Not that Newcastle, I should have said Newport.", "correct user.lives_in=Newport"),
        ("I live in Berlin.", "It's not Berlin I live in, it's Potsdam.", "correct user.lives_in=Potsdam"),
        ("I'm the head of logistics.", "Well, deputy head.", "correct user.role=deputy head"),
        ("You can call me Mr Adeyemi.", "Hm, too stiff. Just Tunde.", "correct user.nickname=Tunde"),
        ("Please call me Alexandra.", "Actually Sasha is better.", "correct user.nickname=Sasha"),
        ("I play the oboe.", "Forget the oboe, I play the bassoon.", "never user.plays=oboe"),
        ("My niece Ada is here.", "Did I say niece? She's my aunt.", "correct user.relative[aunt]=Ada"),
        ("My son's name is Mateo.", "Matteo. Two t's.", "correct user.child=Matteo"),
        ("I own a yacht.", "I never had a yacht.", "never user.owns=yacht"),
        ("My cat is called Fudge.", "Smudge! Autocorrect, sorry.", "correct user.pet[cat]=Smudge"),
        ("I have a rabbit called Pepper.", "It's a guinea pig actually.", "correct user.pet[guinea pig]=Pepper"),
        ("I work for Monroe & Partners.", "It's Munro, not Monroe.", "correct user.works_at=Munro & Partners"),
        ("My rent is 600 euros.", "I looked it up, it's 620 euros, not 600.", "correct user.attribute[rent]=620 euros"),
    ],
)
def test_second_thoughts_put_right_what_was_said(first, then, claim):
    assert claim in said(first, then)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("I live in Newcastle.", "Not that cheese, the other one."),
        ("I play the oboe.", "Forget the weather, I play anyway."),
        ("I'm a doctor.", "Well, a tired one."),
        ("Please call me Alexandra.", "Just tea."),
        ("I own a yacht.", "I never had a chance."),
        ("I work at Oakum.", "Forget Oakum, tell me about Rome."),
        ("My nickname is Bo.", "Just Monday then."),
        ("I'm from Perth.", "Not that Perth, the Scottish one."),
    ],
)
def test_what_only_sounds_like_a_second_thought_changes_nothing(first, then):
    assert not [claim for claim in said(first, then) if claim.startswith(("correct", "never"))]


def test_a_cleft_that_denies_states_the_other_value_by_itself():
    assert said("It's not Berlin I live in, it's Potsdam.") == ["user.lives_in=Potsdam"]


@pytest.mark.parametrize(
    ("then", "day"), [("no, the 4th, misread the card", 4), ("the 5th, sorry", 5), ("It got moved to 12 June.", 12)]
)
def test_a_day_by_its_number_moves_what_was_planned(then, day):
    planned = Turn(role="user", content="My physio appointment is on 3 June.", at=AT, step=1)
    moved = read(Turn(role="user", content=then, at=AT, step=2), before=(planned,))
    assert [claim.valid_from.date() for claim in moved if claim.valid_from] == [date(2026, 6, day)]


def test_a_statement_in_short_form_is_no_new_value():
    assert said("I'm a courier now.") == ["user.role=courier"]
    assert said("No, I'm a school secretary.") == ["user.role=school secretary"]
    assert said("im living in hull now") == ["user.lives_in=hull"]


def test_an_answer_names_what_was_asked_for():
    assert said("A: Any allergies?", "Just cats.") == ["user.allergic_to=cats"]
    assert said("A: Is Pim your son?", "No, my nephew.") == ["user.relative[nephew]=Pim"]
    assert said("A: Where do you work?", "Between jobs right now.") == []
