"""Times of day, durations and recurrences, in what people write; and what must not be taken for a time."""

from datetime import UTC, datetime

import pytest

from strandline.timex import find

SAID = datetime(2025, 11, 14, 18, 0, tzinfo=UTC)

MOMENTS = {
    "at 3pm on Monday we'll talk": ("3pm on Monday", "2025-11-17 15:00"),
    "we talked on Tuesday at 8": ("Tuesday at 8", "2025-11-11 08:00"),
    "call me tomorrow at half past seven in the evening": (
        "tomorrow at half past seven in the evening",
        "2025-11-15 19:30",
    ),
    "I'm there tonight at 9": ("tonight at 9", "2025-11-14 21:00"),
    "it was an hour ago": ("an hour ago", "2025-11-14 17:00"),
    "ready in 10 minutes": ("in 10 minutes", "2025-11-14 18:10"),
    "I called on 3 May at 17:45": ("3 May at 17:45", "2025-05-03 17:45"),
}
STRETCHES = {
    "I was ill this morning": ("this morning", "2025-11-14 08:00", "2025-11-14 12:00"),
    "we danced last night": ("last night", "2025-11-13 20:00", "2025-11-14 00:00"),
    "it rained on Tuesday afternoon": ("Tuesday afternoon", "2025-11-11 12:00", "2025-11-11 16:00"),
    "I'm busy tomorrow from 5 to 7pm": ("tomorrow from 5 to 7pm", "2025-11-15 17:00", "2025-11-15 19:00"),
    "back within 2 hours": ("within 2 hours", "2025-11-14 18:00", "2025-11-14 20:00"),
}
CLOCKS = {
    "breakfast is at 7:30 am": ("7:30 am", "07:30:00"),
    "it opens at half past eight": ("half past eight", "08:30:00"),
    "it opens at a quarter to 9 in the morning": ("a quarter to 9 in the morning", "08:45:00"),
    "lunch is at noon": ("noon", "12:00:00"),
    "it closes at seven pm": ("seven pm", "19:00:00"),
    "it closes at 10.30pm": ("10.30pm", "22:30:00"),
}
LENGTHS = {
    "I lived there for three years": ("three years", 3 * 365 * 86400),
    "it took an hour and a half": ("an hour and a half", 5400),
    "it took half an hour": ("half an hour", 1800),
    "it took 1 month and 3 days": ("1 month and 3 days", 33 * 86400),
    "a 30-minute call": ("30-minute", 1800),
    "it lasted the whole week": ("whole week", 604800),
    "I finished it in two weeks": ("two weeks", 1209600),
    "it takes 2-3 days": ("2-3 days", 3 * 86400),
    "it took a quarter of an hour": ("a quarter of an hour", 900),
}
SETS = {
    "I swim every Thursday": ("every Thursday", "XXXX-WXX-4"),
    "I swim on weekends": ("on weekends", "P1WE"),
    "Mondays are for swimming": ("Mondays", "XXXX-WXX-1"),
    "I swim every other day": ("every other day", "P2D"),
    "I swim daily": ("daily", "P1D"),
    "I swim twice a week": ("twice a week", "P1W"),
    "I swim each month": ("each month", "P1M"),
    "we meet Tuesdays at 9am": ("Tuesdays at 9am", "XXXX-WXX-2T09"),
    "we meet every 4th of July": ("every 4th of July", "XXXX-07-04"),
    "yoga on Saturday mornings": ("on Saturday mornings", "XXXX-WXX-6TMO"),
}
NO_TIMES = [
    "staging runs on port 9077",
    "we did it, me too",
    "I bought the Falcon 2030",
    "I'm reading 1984",
    "the office is at 14 Kestrel Lane",
    "we are on UTC+2",
    "the pipeline has 3 stages",
    "it cost $2019 or 20 dollars",
    "version 2.10.3 is out",
    "Python 3.11 on Windows 11",
    "call 555-1212 or +47 22 11 00 99",
    "the id is 20230415-ab12, ticket #2021",
    "it may rain",
    "they march on",
    "the sun is out and we sat down",
    "just a second",
    "I was second in the first round",
    "十万年前",
    "I am 34 and have 2 cats",
    "she is 3 years old",
    "the model is gpt-4-1106",
    "May is my sister and April my aunt",
    "August told me",
    "one day I want a dog",
    "Happy new year!",
    "the 4th floor, my 21st birthday",
    "between 1500 and 2000 people came",
    "a trip for 2-3 people",
    "he scored 6:4",
    "the number 99999",
    "a MAC address like D4:35:1D:15:34:C6",
    "gaming at 1440p, shoes called Pegasus 38s",
    "after the 2011 earthquake",
    "Christmas gifts and Halloween horror",
    "it costs 5 euros an hour",
    "a subtotal of 2000 and a total of 1984",
    "in 2000 words",
    "https://example.org/a/2020/x?id=3am3ioYcY",
]


def found(text: str):
    return [(text[span.start : span.stop], span) for span in find(text, SAID)]


@pytest.mark.parametrize(("text", "expected"), MOMENTS.items())
def test_a_day_with_a_time_is_a_moment(text, expected):
    ((words, span),) = found(text)
    assert (words, span.type, f"{span.first:%Y-%m-%d %H:%M}") == (expected[0], "datetime", expected[1])


@pytest.mark.parametrize(("text", "expected"), STRETCHES.items())
def test_a_part_of_a_day_is_a_stretch_of_it(text, expected):
    ((words, span),) = found(text)
    assert (words, f"{span.first:%Y-%m-%d %H:%M}", f"{span.until:%Y-%m-%d %H:%M}") == expected


@pytest.mark.parametrize(("text", "expected"), CLOCKS.items())
def test_a_time_without_a_day_has_a_reading_and_no_place_on_the_calendar(text, expected):
    ((words, span),) = found(text)
    assert (words, span.readings[0].value) == expected
    assert (span.type, span.first, span.until) == ("time", None, None)


@pytest.mark.parametrize(("text", "expected"), LENGTHS.items())
def test_a_duration_has_its_seconds(text, expected):
    ((words, span),) = found(text)
    assert (span.type, words, span.seconds) == ("duration", *expected)


@pytest.mark.parametrize(("text", "expected"), SETS.items())
def test_a_recurrence_is_a_set(text, expected):
    ((words, span),) = found(text)
    assert (span.type, words, span.readings[0].timex) == ("set", *expected)


@pytest.mark.parametrize("text", NO_TIMES)
def test_what_is_not_about_time_is_left_alone(text):
    assert [words for words, _ in found(text)] == []


def test_weekdays_listed_after_a_recurrence_recur_too():
    assert [(words, span.type) for words, span in found("every Monday, Wednesday and Friday")] == [
        ("every Monday", "set"),
        ("Wednesday", "set"),
        ("Friday", "set"),
    ]


def test_impossible_and_absurd_dates_are_no_dates():
    assert found("on 31 June or 30 February") == []
    assert found("30000 years ago, in 99999 years") == []
