"""What changes over time: slips put right, notice, returns, versions, what is taken back, parts that are played."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from strandline.extract import Known, Turn, read
from strandline.extract.languages import read as read_foreign
from strandline.types import Act, Since
from tests.extract.reading import AT, claims, said

AT_ARDENT = Known(values={"works_at": ("Ardent",)})


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I work for Peregrine Air, sorry, Peregrine Rail, they renamed it.", "user.works_at=Peregrine Rail"),
        ("My manager is Clara Voss, no, Clara Vossberg, she remarried.", "user.manager=Clara Vossberg"),
        ("I live in Port Harbor, sorry, Port Haven, just off the quay.", "user.lives_in=Port Haven"),
        ("I live in Hove, or rather Hythe.", "user.lives_in=Hythe"),
        ("I'm allergic to pine nuts, sorry, pecan nuts, they look alike.", "user.allergic_to=pecan nuts"),
        ("I play the cello, sorry, the viola.", "user.plays=viola"),
    ],
)
def test_of_a_slip_put_right_at_once_only_the_second_is_believed(text, claim):
    assert said(text) == [claim]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I work for Peregrine Air, sorry, I can't say more about it.", "user.works_at=Peregrine Air"),
        ("I live in Bath, no kidding, it's lovely.", "user.lives_in=Bath"),
        ("My boss is Tom, no idea how he got the job.", "user.manager=Tom"),
        ("I love dark chocolate, no milk chocolate for me.", "user.likes=dark chocolate"),
    ],
)
def test_a_mark_of_correction_without_another_value_changes_nothing(text, claim):
    assert claim in said(text)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I've changed my mind about blue cheese, I love it now.", "user.likes=blue cheese"),
        ("I used to be mad about techno but I can't stand it any more.", "user.dislikes=techno"),
        ("As for olives, I can't stand them any more.", "user.dislikes=olives"),
        ("Okay, coffee is off again, I don't drink it.", "user.avoids=coffee"),
        ("I tried bouldering last month. I'm hooked, I adore it.", "user.likes=bouldering"),
    ],
)
def test_it_is_what_was_named_just_before(text, claim):
    assert claim in said(text)


@pytest.mark.parametrize(
    "text",
    [
        "My train was late and the coffee was cold. I hate it.",
        "The heating is off again, I hate it.",
        "My brother is back, I like it.",
        "I've changed my mind about that, I love it.",
    ],
)
def test_it_is_nothing_where_nothing_fits(text):
    assert not [claim for claim in said(text) if "likes" in claim]


@pytest.mark.parametrize(
    "text",
    [
        "I went back to Marlow & Finch, Tidewell was chaos.",
        "I've returned to Marlow & Finch.",
        "I went back to my old job at Marlow & Finch.",
        "I rejoined Marlow & Finch in May.",
    ],
)
def test_going_back_to_a_firm_is_working_there_again(text):
    assert said(text) == ["user.works_at=Marlow & Finch"]


@pytest.mark.parametrize(
    "text", ["I went back to Paris for a weekend.", "I went back to sleep.", "I rejoined the choir."]
)
def test_going_back_elsewhere_is_no_job(text):
    assert not [claim for claim in said(text) if "works_at" in claim]


@pytest.mark.parametrize(
    "text",
    [
        "so the fox is my favourite pub again",
        "The Fox is once again my favourite pub.",
        "my favourite pub is the fox again",
        "The fox is my favourite pub still.",
    ],
)
def test_again_is_no_part_of_what_is_the_favourite(text):
    (claim,) = claims(text)
    assert (claim.relation, claim.qualifier, claim.value.casefold().removeprefix("the ")) == ("favourite", "pub", "fox")


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("The gateway runs version 2.14.", "2.14"),
        ("We upgraded the gateway to version 2.15.", "2.15"),
        ("2.15 leaks memory, the gateway is on 2.14 again.", "2.14"),
        ("we rolled the gateway back to 2.14", "2.14"),
        ("The gateway was bumped to 3.0.1 yesterday.", "3.0.1"),
    ],
)
def test_every_change_of_a_version_is_of_one_attribute(text, version):
    assert f"gateway.attribute[version]={version}" in said(text)


@pytest.mark.parametrize(
    "text", ["We upgraded the room to a suite.", "I moved the meeting to 3.30.", "We bumped the price to 4.50."]
)
def test_what_has_no_version_gets_none(text):
    assert not [claim for claim in said(text) if "[version]" in claim]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I resigned from Ardent this morning, I'm staying until 30 June.", datetime(2026, 7, 1, tzinfo=UTC)),
        ("I've handed in my notice, my last day is 30 June.", datetime(2026, 6, 30, tzinfo=UTC)),
        ("I resigned from Ardent effective 1 May.", datetime(2026, 5, 1, tzinfo=UTC)),
        ("I quit my job at Ardent, but I'll be there until the end of May.", datetime(2026, 6, 1, tzinfo=UTC)),
    ],
)
def test_who_gave_notice_works_there_until_the_last_day(text, day):
    ends = [c for c in read(Turn(role="user", content=text, at=AT), known=AT_ARDENT) if c.relation == "works_at"]
    assert [(end.act, end.valid_to, end.since) for end in ends] == [(Act.END, day, Since.WORDS)]


@pytest.mark.parametrize(
    "text",
    [
        "My last day of holiday is 30 June.",
        "I quit smoking. My last day in Rome is 30 June.",
        "I'm here until 30 June.",
    ],
)
def test_other_last_days_end_no_job(text):
    made = read(Turn(role="user", content=text, at=AT), known=AT_ARDENT)
    assert not [claim for claim in made if claim.relation == "works_at"]


@pytest.mark.parametrize(
    ("first", "then", "claim"),
    [
        ("I'm married.", "No I'm not, I was only testing whether you'd remember.", "user.relationship_status=married"),
        ("I'm vegan.", "No I'm not, I was only checking that you pay attention.", "user.diet=vegan"),
        ("I'm divorced.", "No I'm not, just testing you.", "user.relationship_status=divorced"),
    ],
)
def test_what_was_said_to_test_the_listener_is_taken_back(first, then, claim):
    assert f"never {claim}" in said(first, then)


@pytest.mark.parametrize(
    "then",
    [
        "I was checking if you'd sent the file.",
        "No I'm not, I was only there yesterday.",
        "I was testing the new build.",
    ],
)
def test_other_tests_and_denials_take_nothing_back(then):
    assert not [claim for claim in said("I'm vegan.", "A: Are you coming?", then) if claim.startswith("never")]


def test_a_bare_number_with_since_when_renews_what_was_said():
    turns = ("My daughter is six.", "A: Does she go to school?", "Seven since Sunday, can you believe it.")
    made = [
        Turn(role="assistant" if text[:3] == "A: " else "user", content=text, at=AT + timedelta(minutes=number))
        for number, text in enumerate(turns)
    ]
    (claim,) = read(made[-1], before=made[:-1])
    assert (claim.subject, claim.relation, claim.value, claim.act) == ("daughter", "age", "Seven", Act.STATE)
    assert claim.valid_from == datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize("then", ["Two since you ask.", "Ten minutes now and then."])
def test_other_bare_numbers_renew_nothing(then):
    assert said("My son is nine.", "A: When did he start?", then) == []


@pytest.mark.parametrize(
    "begin",
    [
        "Let's act a scene. You're the innkeeper and I'm Sir Baldric, a knight.",
        "Let's improvise. I'm Captain Rook and you're my first mate.",
        "Can we run lines? You be Nora and I'll be Torvald.",
        "I want to rehearse a dialogue with you.",
        "Let's do a sketch: I'm a waiter and you're an angry guest.",
        "You're the doctor, I'm the patient. Ready?",
    ],
)
def test_nothing_of_a_play_is_believed_until_it_ends(begin):
    assert said(begin) == []
    assert said(begin, "A: Ready.", "I'm married and I live in Vienna.") == []
    assert said(begin, "A: Ready.", "End of scene. I live in Leeds.") == ["user.lives_in=Leeds"]


@pytest.mark.parametrize(
    "text",
    [
        "We saw a scene from Hamlet. I live in Leeds.",
        "I improvise on the piano. I live in Leeds.",
        "Let's set the scene: I live in Leeds.",
        "I'll be the first to admit you are a help. I live in Leeds.",
        "My sister's the doctor and I'm the nurse. I live in Leeds.",
    ],
)
def test_speaking_of_plays_is_no_play(text):
    assert "user.lives_in=Leeds" in said(text)


def test_a_name_that_is_denied_is_nobodys_name():
    assert said("I'm not Marguerite.") == []
    assert said("I'm not Sam, I'm Joel.") == ["user.name=Joel"]


def test_really_puts_a_joke_right():
    assert "correct user.role=nurse" in said("I'm a pilot.", "haha. Really I'm a nurse.")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("es", "He dejado mi trabajo."),
        ("fr", "J'ai démissionné."),
        ("de", "Ich habe gekündigt."),
        ("it", "Ho lasciato il lavoro."),
        ("pt", "Deixei o meu emprego."),
        ("zh", "我辞职了。"),
        ("ja", "仕事を辞めました。"),
        ("hi", "मैंने नौकरी छोड़ दी।"),
        ("ar", "تركت عملي."),
    ],
)
def test_a_job_that_was_quit_ends_in_every_language(code, text):
    (claim,) = read_foreign(Turn(role="user", content=text, at=AT), code)
    assert (claim.relation, claim.value, claim.act, claim.subject) == ("works_at", "", Act.END, "user")


@pytest.mark.parametrize(
    "text",
    [
        "Mi hermana ha dejado su trabajo.",
        "Ich habe mein Abo gekündigt.",
        "Mein Bruder hat gekündigt.",
        "Ho perso il treno.",
    ],
)
def test_other_things_that_are_quit_end_no_job(text):
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "town"),
    [
        ("Me he mudado a Gijón.", "Gijón"),
        ("Nos hemos mudado a Gijón.", "Gijón"),
        ("Nos mudamos a Gijón.", "Gijón"),
        ("Nous avons déménagé à Lille.", "Lille"),
        ("Wir sind nach Bonn umgezogen.", "Bonn"),
        ("Wir sind umgezogen nach Bonn.", "Bonn"),
        ("Ci siamo trasferiti a Lecce.", "Lecce"),
        ("Mudei-me para Faro.", "Faro"),
        ("मैं मुंबई रहने चला गया हूँ।", "मुंबई"),
        ("انتقلنا إلى الإسكندرية.", "الإسكندرية"),
    ],
)
def test_a_move_is_read_in_the_tense_people_use(text, town):
    assert said(text) == [f"user.lives_in={town}"]


@pytest.mark.parametrize("text", ["Meine Eltern sind nach Bonn gezogen.", "Mis padres se han mudado a Gijón."])
def test_a_move_of_others_is_theirs(text):
    assert not [claim for claim in said(text) if claim.startswith("user.lives_in")]


@pytest.mark.parametrize(
    ("first", "then", "claim"),
    [
        ("I play the harp.", "I mixed those up: I play the viola, my brother plays the harp.", "user.plays=viola"),
        ("I play the harp.", "Sorry, I swapped them. I play the viola, my brother plays the harp.", "user.plays=viola"),
        ("I love figs.", "Oh, I muddled them up, I love dates.", "user.likes=dates"),
        (
            "My phone is 0770 900 132.",
            "Typo! 0770 900 123, the last two the other way round.",
            "user.phone=0770 900 123",
        ),
        (
            "My email is ana@kiln.org.",
            "Oops, nan@kiln.org, the a and n the other way round.",
            "user.email=nan@kiln.org",
        ),
        ("Call me Sam.", "On second thoughts, call me Samira, please.", "user.nickname=Samira"),
        ("Call me Sam.", "On reflection, Samira.", "user.nickname=Samira"),
        ("Call me Sam.", "Actually, call me Samira.", "user.nickname=Samira"),
    ],
)
def test_what_was_mixed_up_or_thought_over_is_put_right(first, then, claim):
    assert f"correct {claim}" in said(first, then)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("I love figs.", "I mixed them with oats, I love dates."),
        ("I love figs.", "I swapped them for plums at the market, I love dates."),
        ("I like tea.", "On second thoughts, I'm not sure."),
        ("My phone is 0770 900 132.", "Turn the phone the other way round."),
    ],
)
def test_other_mixtures_and_thoughts_put_nothing_right(first, then):
    assert not [claim for claim in said(first, then) if claim.startswith("correct ")]


@pytest.mark.parametrize(
    ("first", "then", "claim"),
    [
        (
            "The door code at the gym is 4410.",
            "They've changed the door code to 4401.",
            "door code at the gym.attribute=4401",
        ),
        ("The wifi password is rose-1.", "He's reset the wifi password to rose-2.", "wifi password.attribute=rose-2"),
        ("The gate code is 4410.", "Somebody has changed the gate code to 4401.", "gate code.attribute=4401"),
    ],
)
def test_who_changed_a_code_does_not_matter(first, then, claim):
    assert said(first, then) == [claim]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Pindar Optics let me go. Monday was my last day.", datetime(2026, 3, 2, tzinfo=UTC)),
        ("I quit my job at Ardent. My last shift was on Tuesday.", datetime(2026, 3, 3, tzinfo=UTC)),
        ("They fired me in January. Monday was my last day.", datetime(2026, 1, 1, tzinfo=UTC)),
        ("They fired me. Monday was my last day of freedom.", AT),
    ],
)
def test_a_last_day_gone_by_dates_the_end_of_the_job(text, day):
    assert [claim.valid_to for claim in claims(text) if claim.relation == "works_at"] == [day]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I'm in Kendal now, moved here in May.", "2025-05-01"),
        ("That's me in Wick now, moved up on Sunday.", "2026-03-01"),
        ("I live in Truro. We moved down in 2019.", "2019-01-01"),
        ("I live in Truro. Sam moved here in 2019.", "2026-03-05"),
        ("I live in Truro. I moved my desk on Sunday.", "2026-03-05"),
    ],
)
def test_a_home_is_dated_by_the_move_that_is_told_with_it(text, day):
    assert [str(claim.valid_from.date()) for claim in claims(text) if claim.relation == "lives_in"] == [day]


@pytest.mark.parametrize(
    ("text", "first", "until"),
    [
        ("From 2011 to 2016, before Kiln, I was at Pindar Optics.", "2011-01-01", "2017-01-01"),
        ("In 2015, before Kiln, I worked at Pindar Optics.", "2015-01-01", "2016-01-01"),
    ],
)
def test_a_date_that_stands_before_a_statement_is_its_time(text, first, until):
    (claim,) = claims(text)
    assert (str(claim.valid_from.date()), str(claim.valid_to.date()), claim.over) == (first, until, True)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The grant report has to be in by the end of the month.", "2026-03-31"),
        ("The essay is due by the end of May.", "2026-05-31"),
        ("The invoice has to be paid by Friday.", "2026-03-06"),
    ],
)
def test_a_deadline_is_the_last_day(text, day):
    assert [str(claim.valid_from.date()) for claim in claims(text)] == [day]


@pytest.mark.parametrize(
    ("text", "known", "ended"),
    [
        ("Ardent is history.", AT_ARDENT, ["end user.works_at=Ardent"]),
        ("Ardent is behind me now.", AT_ARDENT, ["end user.works_at=Ardent"]),
        ("Ardent is over the road.", AT_ARDENT, []),
        ("Petra is history.", Known(values={"partner": ("Petra",)}), ["end user.partner=Petra"]),
        ("Petra is over the moon.", Known(values={"partner": ("Petra",)}), []),
        ("Rome is history.", AT_ARDENT, []),
    ],
)
def test_who_is_history_is_had_no_more(text, known, ended):
    assert said(text, known=known) == ended


def test_a_partner_first_heard_of_by_the_end_is_told_for_sure():
    (first,) = claims("Ada, my girlfriend, left me in May.")
    assert not first.loose
    known = Known(values={"partner": ("Ada Moss",)})
    told = read(Turn(role="user", content="My girlfriend Ada broke up with me.", at=AT), known=known)
    assert [claim.loose for claim in told] == [True]


DRIVES_LUPO = Known(values={"drives": ("VW Lupo",)})
PLANS = Known(values={"plans": ("climb Ben Nevis", "moving to Hull in May", "buy a canoe")})


@pytest.mark.parametrize(
    "text",
    [
        "part-exchanged the Lupo for a Fiat Panda and it squeaks",
        "I traded in my Lupo for a Fiat Panda.",
        "We traded the Lupo in for a Fiat Panda.",
        "We've replaced the Lupo with a Fiat Panda.",
        "Swapped the Lupo for a Fiat Panda.",
    ],
)
def test_a_car_that_is_exchanged_gives_way_to_the_other(text):
    assert said(text, known=DRIVES_LUPO) == ["user.drives=Fiat Panda"]


@pytest.mark.parametrize(
    "text",
    ["I left the Lupo for a service.", "I changed the Lupo for winter tyres.", "We traded the Lupo for the weekend."],
)
def test_what_a_car_is_given_away_for_is_mostly_no_car(text):
    assert not [claim for claim in said(text, known=DRIVES_LUPO) if "user.drives" in claim]


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("The climb's off, my knee is swollen.", "climb Ben Nevis"),
        ("I'm not climbing Ben Nevis any more.", "climb Ben Nevis"),
        ("I'm not doing Ben Nevis after all.", "climb Ben Nevis"),
        ("We're not moving to Hull after all.", "moving to Hull in May"),
        ("The canoe's off.", "buy a canoe"),
        ("The canoe fell through.", "buy a canoe"),
        ("The canoe isn't happening.", "buy a canoe"),
    ],
)
def test_a_plan_that_is_called_off_is_named_by_some_of_its_words(text, plan):
    assert f"end user.plans={plan}" in said(text, known=PLANS)


@pytest.mark.parametrize(
    "text",
    [
        "The canoe is off the rack.",
        "The canoe is off to the yard for the winter.",
        "The canoe hasn't happened yet.",
        "The heating is off.",
        "I'm not climbing any ladders any more.",
        "Is the canoe off?",
    ],
)
def test_a_plan_that_is_spoken_of_is_not_called_off(text):
    assert not [claim for claim in said(text, known=PLANS) if "user.plans" in claim]


@pytest.mark.parametrize(
    ("turns", "claim"),
    [
        (("My son's called Jeffrey.", "Geoffrey, I mean, with a g. He'd sulk."), "correct user.child=Geoffrey"),
        (("I play the viola.", "Ugh, not the viola, I meant the cello."), "correct user.plays=cello"),
        (("I play the viola.", "Not the viola, sorry, the cello."), "correct user.plays=cello"),
    ],
)
def test_a_fragment_that_names_both_puts_the_second_in_the_place_of_the_first(turns, claim):
    assert said(*turns) == [claim]


def test_a_liking_that_is_over_is_over_since_now():
    (claim,) = claims("I can't stand karaoke anymore, two years above a bar will do that.")
    assert (claim.relation, claim.valid_from) == ("dislikes", AT)
