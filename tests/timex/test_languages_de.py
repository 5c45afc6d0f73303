"""Time expressions in German."""

from __future__ import annotations

import pytest

from tests.timex.phrases import NOTHING, reads


@pytest.mark.parametrize(
    ("phrase", "found"),
    [
        ("Ich kam gestern an.", "gestern 2023-07-19"),
        ("Das war vorgestern.", "vorgestern 2023-07-18"),
        ("Ich komme übermorgen.", "übermorgen 2023-07-22"),
        ("Geboren am 3. Mai 1990.", "3. Mai 1990 1990-05-03"),
        ("Am 21.04.2016 war es.", "21.04.2016 2016-04-21"),
        ("Ich bin am neunundzwanzigsten Mai 2020 da.", "neunundzwanzigsten Mai 2020 2020-05-29"),
        ("Wir sahen uns letzten Freitag.", "letzten Freitag 2023-07-14"),
        ("Bis nächsten Dienstag!", "nächsten Dienstag 2023-07-25"),
        ("Er zog vor zwei Jahren um.", "vor zwei Jahren 2021-07-20"),
        ("Zurück in drei Wochen.", "in drei Wochen 2023-08-10"),
        ("Es begann letzte Woche.", "letzte Woche 2023-07-10 2023-07-17"),
        ("Ich reise nächsten Monat.", "nächsten Monat 2023-08-01 2023-09-01"),
        ("Wir heirateten im März 2019.", "März 2019 2019-03-01 2019-04-01"),
        ("Seit 2014 arbeite ich hier.", "Seit 2014 2014-01-01 ..."),
        ("Weg vom 15.-19. November 2024.", "vom 15.-19. November 2024 2024-11-15 2024-11-19"),
        ("Das war letzten Sommer.", "letzten Sommer 2022-06-01 2022-09-01"),
        ("Das war Ostern 2020.", "Ostern 2020 2020-04-12"),
        ("Das war am Karfreitag 2018.", "Karfreitag 2018 2018-03-30"),
        ("Am 2. Advent 2018 kam sie.", "2. Advent 2018 2018-12-09"),
    ],
)
def test_words_name_days(phrase, found):
    assert reads("de", phrase) == [found]


@pytest.mark.parametrize(
    ("phrase", "code"),
    [
        ("jeden Dienstag", "XXXX-WXX-2"),
        ("alle zwei Wochen", "P2W"),
        ("täglich", "P1D"),
        ("halb acht abends", "T19:30"),
        ("viertel vor acht", "T07:45"),
        ("um 17 Uhr", "T17"),
        ("anderthalb Stunden", "PT1.5H"),
    ],
)
def test_words_name_times_of_day_lengths_and_recurrences(phrase, code):
    assert reads("de", phrase, code=True) == [code]


def test_a_day_and_its_part_are_one_expression():
    assert reads("de", "Wir treffen uns morgen früh.") == ["morgen früh 2023-07-21T08:00 2023-07-21T12:00"]


@pytest.mark.parametrize("phrase", ["Guten Morgen!", "So 20 Leute kamen.", "die 20er-Packung", *NOTHING])
def test_numbers_and_other_words_are_no_times(phrase):
    assert reads("de", phrase) == []
