"""What is over, in the words of a couple, a trade, a post, a club, and what takes its place."""

from __future__ import annotations

from datetime import date

import pytest

from strandline.extract import Known
from strandline.types import Act
from tests.extract.reading import claims, said
from tests.extract.told import lines, told

MARRIED = Known(names={"yasmin": ("partner",)}, values={"partner": ("Yasmin",), "relationship_status": ("married",)})
AT_WORK = Known(values={"works_at": ("copper pot",), "role": ("line cook",)})
VIM = Known(values={"uses": ("Helix", "Firefox")})


@told("told_endings")
def test_an_end_is_told_whatever_its_words(text, expected):
    assert expected in said(text)


@pytest.mark.parametrize("text", lines("not_ended"))
def test_what_only_sounds_like_an_end_ends_nothing(text):
    kept = ("user.partner", "user.role", "user.works_at", "user.medication", "user.relationship_status")
    assert not [claim for claim in said(text) if claim.startswith("end ") and claim[4:].startswith(kept)]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Yasmin and I got divorced on 3 August.", date(2025, 8, 3)),
        ("Yasmin left me on 3 August.", date(2025, 8, 3)),
        ("I stopped being a bus driver at the end of June.", date(2025, 6, 30)),
    ],
)
def test_an_end_has_the_day_its_words_give(text, day):
    (end,) = [claim for claim in claims(text) if claim.act is Act.END]
    assert end.valid_to is not None and end.valid_to.date() == day


def test_the_end_of_a_marriage_ends_being_married():
    assert "end user.relationship_status=" in said("Yasmin and I are no longer together.", known=MARRIED)
    assert "end user.relationship_status=" not in said("Petra and I are no longer together.", known=MARRIED)


def test_who_says_what_they_are_now_ends_it_by_that():
    told_now = said("Yasmin and I split up, I'm single again.", known=MARRIED)
    assert "user.relationship_status=single" in told_now and "end user.relationship_status=" not in told_now


def test_a_known_partner_who_left_is_gone_however_the_name_is_written():
    mira = Known(names={"mira": ("partner",)}, values={"partner": ("mira",)})
    assert said("mira dumped me in june lol", known=mira)[0] == "end user.partner=mira"
    assert "end user.partner=mira" in said("I left mira at the start of July.", known=mira)
    assert "end user.partner=mira" not in said("mira left me a note", known=mira)


def test_an_employer_that_is_known_is_quit_in_small_letters():
    assert "end user.works_at=copper pot" in said("quit the copper pot, im head baker at hearth & rye", known=AT_WORK)
    assert "end user.works_at=copper pot" not in said("quit the habit at last", known=AT_WORK)


@pytest.mark.parametrize(
    "text",
    [
        "I packed in the copper pot in May.",
        "I've said farewell to the copper pot.",
        "Waved goodbye to the copper pot today.",
        "I finished up at the copper pot.",
        "I walked away from the copper pot.",
    ],
)
def test_an_employer_that_is_known_is_left_in_many_words(text):
    assert "end user.works_at=copper pot" in said(text, known=AT_WORK)


@pytest.mark.parametrize(
    "text",
    [
        "I left the copper pot party early.",
        "I said goodbye to the copper pot's new owner.",
        "I left the copper pot at six.",
        "I packed in the dark.",
    ],
)
def test_an_employer_that_is_only_spoken_of_goes_on(text):
    assert "end user.works_at=copper pot" not in said(text, known=AT_WORK)


def test_a_car_that_is_known_dies():
    honda = Known(values={"drives": ("honda",)})
    assert said("honda died. driving a skoda again", known=honda) == ["end user.drives=honda", "user.drives=skoda"]
    assert "end user.drives=honda" not in said("my phone died", known=honda)


def test_a_program_gives_way_to_its_rival_and_to_no_other():
    assert said("I'm back on Vim.", known=VIM) == ["user.uses=Vim", "end user.uses=Helix"]
    assert said("I use Vim.", known=VIM) == ["user.uses=Vim"]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I'm back on the payments team.", "user.team=payments"),
        ("Back in the design team since Monday!", "user.team=design"),
        ("I'm back to driving the Volvo.", "user.drives=Volvo"),
        ("I went back to being a baker.", "user.role=baker"),
        ("I went back to working at Ebbtide Books.", "user.works_at=Ebbtide Books"),
        ("We've come back to live in Cardiff.", "user.lives_in=Cardiff"),
        ("We've returned to Pisa for good.", "user.lives_in=Pisa"),
        ("i'm back in york", "user.lives_in=york"),
    ],
)
def test_what_is_so_again_is_stated(text, claim):
    assert claim in said(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'm back on Tuesday.",
        "I'm back at the hotel.",
        "I'm back in the office on Monday.",
        "I'm in London again for the weekend.",
        "I'm back on the train.",
    ],
)
def test_being_back_for_a_while_is_no_home_and_no_work(text):
    assert not [claim for claim in said(text) if "lives_in" in claim or "works_at" in claim or "team" in claim]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("My favourite band these days is Moss Piglet.", "user.favourite[band]=Moss Piglet"),
        ("My favourite author at the moment is Saunders.", "user.favourite[author]=Saunders"),
        ("My boss right now is Greta.", "user.manager=Greta"),
        ("The new door code is 7737.", "door code.attribute=7737"),
        ("My current locker combination is 11-22-33.", "user.attribute[locker combination]=11-22-33"),
        ("New wifi password: badger-4", "wifi password.attribute=badger-4"),
        ("The course is now 15 lessons.", "course.attribute[lessons]=15"),
    ],
)
def test_words_for_the_present_are_no_part_of_a_thing(text, claim):
    assert claim in said(text)


def test_the_short_name_of_a_thing_is_the_thing_said_before():
    assert said("The alarm code for the shop is 7731.", "It's been changed, the new alarm code is 7737.") == [
        "alarm code for the shop.attribute=7737"
    ]


@pytest.mark.parametrize(
    ("text", "first", "until"),
    [
        ("Solveig has been my manager since January 2022.", date(2022, 1, 1), None),
        ("Before Solveig, my manager was Anders, from 2018 to 2021.", date(2018, 1, 1), date(2022, 1, 1)),
        ("Anders was my manager from 2018 to 2021.", date(2018, 1, 1), date(2022, 1, 1)),
    ],
)
def test_who_had_a_post_has_it_for_the_time_that_is_told(text, first, until):
    (claim,) = [claim for claim in claims(text) if claim.relation == "manager"]
    assert claim.valid_from is not None and claim.valid_from.date() == first
    assert (claim.valid_to.date() if claim.valid_to else None) == until
    assert claim.over is (until is not None)
