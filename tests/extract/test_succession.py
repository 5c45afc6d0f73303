"""What takes the place of something known, and slots that are named in several ways."""

from __future__ import annotations

import pytest

from strandline.extract import Known
from tests.extract.reading import claims, said


def _known(relation, value):
    return Known(values={relation: (value,)})


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("The gateway port is 7070.", "gateway.attribute[port]=7070"),
        ("The port of the gateway is 7070.", "gateway.attribute[port]=7070"),
        ("We changed the gateway port to 7171.", "gateway.attribute[port]=7171"),
        ("The exporter version is 2.4.", "exporter.attribute[version]=2.4"),
        ("The password for the printer is fern-12.", "printer.attribute[password]=fern-12"),
        ("Mosquitto is on port 1.", "Mosquitto.attribute[port]=1"),
    ],
)
def test_a_property_named_with_its_thing_is_of_the_thing(text, claim):
    assert said(text) == [claim]


@pytest.mark.parametrize("text", ["The port of Rotterdam is huge.", "The USB port is broken.", "The guest port wine."])
def test_other_ports_are_no_property(text):
    assert said(text) == []


def test_a_request_to_set_tells_the_value_of_what_had_one():
    assert said("The gateway port is 7070.", "Set the gateway port to 7171.") == ["gateway.attribute[port]=7171"]
    assert said("The gateway port is 7070.", "Set the font size to 12.") == []
    assert said("Set the gateway port to 7171.") == []


@pytest.mark.parametrize(
    ("text", "relation", "old"),
    [
        ("I prefer juice now.", "prefers", "beer"),
        ("Actually I prefer dark themes.", "prefers", "light themes"),
        ("I prefer dogs these days.", "prefers", "cats"),
        ("Always reply in Polish from now on.", "instruction", "Reply in Greek"),
        ("You can reply in German again.", "instruction", "Always reply in Welsh"),
        ("Hashtags are okay again.", "instruction", "Never use hashtags"),
        ("You can use footnotes again.", "instruction", "No footnotes please"),
        ("Call me Lex from now on.", "nickname", "Alex"),
        ("I left the clinic in May.", "works_at", "Harbour Clinic"),
        ("I divorced her in May.", "partner", "Mia"),
    ],
)
def test_what_has_another_in_its_place_ends(text, relation, old):
    assert f"end user.{relation}={old}" in said(text, known=_known(relation, old))


@pytest.mark.parametrize(
    ("text", "relation", "old"),
    [
        ("I prefer juice.", "prefers", "beer"),
        ("I prefer tea now.", "prefers", "window seats"),
        ("When I write to Ana, answer in Spanish.", "instruction", "Always answer in German"),
        ("Bullet points are fine in this letter.", "instruction", "No bullet points please"),
        ("Hashtags are okay again.", "instruction", "Use hashtags"),
        ("You can go home again.", "instruction", "Always reply in Welsh"),
        ("Call me tomorrow instead.", "nickname", "Alex"),
        ("I left the clinic at noon.", "works_at", "Harbour Clinic"),
        ("I dumped her stuff in the hall.", "partner", "Mia"),
        ("I left him at the station.", "partner", "Ole"),
    ],
)
def test_what_stands_beside_it_ends_nothing(text, relation, old):
    assert not [claim for claim in said(text, known=_known(relation, old)) if claim.startswith("end ")]


def test_who_quit_in_a_month_is_employed_no_more():
    assert "end Max.works_at=" in said("My brother Max works at Shell.", "He quit in February.")
    assert said("My brother Max works at Shell.", "He smoked a lot, he quit in February.") == []


def test_a_move_that_is_done_tells_the_home_where_one_is_known():
    known = _known("lives_in", "Namur")
    assert said("Our move to Leuven is finally complete.", known=known) == ["user.lives_in=Leuven"]
    assert said("Our move to Leuven is finally complete.") == []
    assert said("The move to plan B is done.", known=known) == []


@pytest.mark.parametrize(
    ("text", "homes"),
    [
        ("I moved to Turku in 2015, then Vaasa in 2019.", {"Turku": 2015, "Vaasa": 2019}),
        ("In 2012 I moved to Lund, in 2018 I moved to Visby.", {"Lund": 2012, "Visby": 2018}),
        ("I lived in Porto for two years before moving to Braga in 2020.", {"Porto": None, "Braga": 2020}),
        ("I've been living in Bath since I left school in 2011.", {"Bath": 2011}),
        ("I'm back in Cork after three years in Leeds.", {"Cork": 2026}),
        ("I moved to Turku in 2015, then Anna visited in 2019.", {"Turku": 2015}),
    ],
)
def test_each_home_is_dated_by_its_own_words(text, homes):
    found = {one.value: one.valid_from and one.valid_from.year for one in claims(text) if one.relation == "lives_in"}
    assert found == homes


@pytest.mark.parametrize("text", ["We postponed the concert to 12 October.", "The concert was moved to 12 October."])
def test_what_is_put_off_is_on_the_day_to_come(text):
    (event,) = claims(text)
    assert (event.relation, event.value, event.valid_from.date().isoformat()) == ("event", "concert", "2026-10-12")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My aunt is a baker and my uncle a pilot.", ["aunt.role=baker", "uncle.role=pilot"]),
        ("My aunt is a saint and my uncle a pain.", []),
        ("I drink no milk.", ["user.avoids=milk"]),
        ("I eat no more than two meals.", []),
        ("I'm dating someone, his name is Ravi.", ["user.partner=Ravi"]),
        ("I'm seeing someone about the roof, his name is Ravi.", []),
        ("I joined a small bakery called Crumb.", ["user.works_at=Crumb"]),
        ("I joined a call named Standup.", []),
    ],
)
def test_it_is_read_where_it_is_said_in_few_words(text, expected):
    assert said(text) == expected
