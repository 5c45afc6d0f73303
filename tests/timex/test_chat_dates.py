"""What people write to each other: each phrase gives one closed stretch of days, as said on Friday 14 November 2025."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from strandline.timex import TimeSpan, find

SAID = datetime(2025, 11, 14, 18, 0, tzinfo=UTC)


def days(span: TimeSpan) -> str:
    """The closed range of days of a span: ``first/last``, one day alone, ``..`` where it is open."""
    first = span.first.date().isoformat() if span.first else ".."
    last = (span.until - timedelta(microseconds=1)).date().isoformat() if span.until else ".."
    return first if first == last else f"{first}/{last}"


def only(text: str, **options: object) -> TimeSpan:
    """The one time expression of a text."""
    found = find(text, SAID, **options)  # type: ignore[arg-type]
    assert len(found) == 1, [text[span.start : span.stop] for span in found]
    return found[0]


DAYS = {
    "I arrived today": "2025-11-14",
    "I arrived yesterday": "2025-11-13",
    "We leave tomorrow": "2025-11-15",
    "He called the day before yesterday": "2025-11-12",
    "See you the day after tomorrow": "2025-11-16",
    "I met her last Friday": "2025-11-07",
    "I met her last Tuesday": "2025-11-11",
    "My interview is next Thursday": "2025-11-20",
    "We talked on Saturday": "2025-11-08",
    "We will talk on Saturday": "2025-11-15",
    "I start there on Monday": "2025-11-17",
    "I went there on wendesday": "2025-11-12",
    "We met three weeks ago": "2025-10-24",
    "We met ten days ago": "2025-11-04",
    "It was two months ago": "2025-09-14",
    "It was a year ago": "2024-11-14",
    "I'm back in two weeks": "2025-11-28",
    "He was born on 3 Feburary 1988": "1988-02-03",
    "She was born on March 14th, 1991": "1991-03-14",
    "It was on the 9th of November": "2025-11-09",
    "It was on 2 June": "2025-06-02",
    "It is on 12 June": "2026-06-12",
    "I left on 14 November": "2025-11-14",
    "It broke on the 3rd": "2025-11-03",
    "It broke on the 15th": "2025-10-15",
    "Signed 2021-03-03 at the bank": "2021-03-03",
    "Signed on 03/04/2021": "2021-03-04",
    "I broke it on Christmas Eve": "2024-12-24",
    "We ate too much at Easter": "2025-04-20",
    "I gave it up on New Year's Day": "2025-01-01",
    "We drove home on Good Friday": "2025-04-18",
    "We will meet on Thanksgiving": "2025-11-27",
    "It opened on Valentine's Day 2022": "2022-02-14",
    "It was the first Monday of September": "2025-09-01",
    "It was the last Friday of March 2024": "2024-03-29",
    "It ended 2 weeks before Easter 2024": "2024-03-17",
    "I left on the last day of last month": "2025-10-31",
    "I left on the 15th of last month": "2025-10-15",
    "It was the day after Christmas": "2024-12-26",
    "It was the Monday after Easter 2024": "2024-04-01",
    "It was two Fridays ago": "2025-10-31",
}
PERIODS = {
    "I moved last month": "2025-10-01/2025-10-31",
    "I moved last week": "2025-11-03/2025-11-09",
    "I was ill last weekend": "2025-11-08/2025-11-09",
    "I was ill over the weekend": "2025-11-08/2025-11-09",
    "I'm off next week": "2025-11-17/2025-11-23",
    "I'm off early next week": "2025-11-17/2025-11-19",
    "We married last year": "2024-01-01/2024-12-31",
    "We married in 2019": "2019-01-01/2019-12-31",
    "We married in '99": "1999-01-01/1999-12-31",
    "We married in June": "2025-06-01/2025-06-30",
    "We'll marry in June": "2026-06-01/2026-06-30",
    "It happened in November": "2025-11-01/2025-11-30",
    "He died in April": "2025-04-01/2025-04-30",
    "We married in June 2020": "2020-06-01/2020-06-30",
    "We married in Jun '20": "2020-06-01/2020-06-30",
    "It was in mid-March": "2025-03-10/2025-03-20",
    "It was in early March": "2025-03-01/2025-03-10",
    "It was in late March": "2025-03-21/2025-03-31",
    "It was at the end of May": "2025-05-29/2025-05-31",
    "It was at the end of last year": "2024-12-01/2024-12-31",
    "It is due at the end of the month": "2025-11-28/2025-11-30",
    "I quit in mid-2019": "2019-05-01/2019-08-31",
    "I quit this summer": "2025-06-01/2025-08-31",
    "I quit in the spring": "2025-03-01/2025-05-31",
    "I quit last winter": "2024-12-01/2025-02-28",
    "I quit in the summer of 2019": "2019-06-01/2019-08-31",
    "I quit two summers ago": "2024-06-01/2024-08-31",
    "I quit in Q3 2024": "2024-07-01/2024-09-30",
    "I quit in the third quarter of 2024": "2024-07-01/2024-09-30",
    "I quit in the second half of 2020": "2020-07-01/2020-12-31",
    "It was the week of May 4": "2025-04-28/2025-05-04",
    "It was the first week of June": "2025-06-02/2025-06-08",
    "He grew up in the 90s": "1990-01-01/1999-12-31",
    "He grew up in the nineteen seventies": "1970-01-01/1979-12-31",
    "From 2008 to 2013 I was a firefighter": "2008-01-01/2013-12-31",
    "I was there 2014-2018": "2014-01-01/2018-12-31",
    "I was there from June to August": "2025-06-01/2025-08-31",
    "I was there from 3 to 12 September": "2025-09-03/2025-09-12",
    "I was there November 3-5": "2025-11-03/2025-11-05",
    "I was there from Oct. 2 until October 22": "2025-10-02/2025-10-22",
    "I was there between the 3rd and the 5th": "2025-11-03/2025-11-05",
    "I slept badly the past two weeks": "2025-10-31/2025-11-13",
    "It happened the year before last": "2023-01-01/2023-12-31",
    "It happened the week before Easter": "2025-04-07/2025-04-13",
    "I slept badly over the past year": "2024-11-14/2025-11-13",
    "I worked there from January to now": "2025-01-01/2025-11-14",
    "I'll be away the weekend after Thanksgiving": "2025-11-29/2025-11-30",
}
TIED = {
    "vegan since March": ("since", "2025-03-01/.."),
    "together since 2021": ("since", "2021-01-01/.."),
    "here since last summer": ("since", "2025-06-01/.."),
    "closed from Monday on": ("since", "2025-11-10/.."),
    "I stayed until last Tuesday": ("until", "../2025-11-11"),
    "I was a nurse before 2010": ("before", "../2009-12-31"),
    "I was a nurse after 2010": ("after", "2011-01-01/.."),
    "send it by Monday": ("before", "../2025-11-16"),
    "it was around Easter": ("around", "2025-04-20"),
    "I stayed until the end of March": ("until", "../2025-03-31"),
    "I lived there until 2015": ("until", "../2014-12-31"),
}


@pytest.mark.parametrize(("text", "expected"), DAYS.items())
def test_a_phrase_for_a_day_gives_that_day(text, expected):
    span = only(text)
    assert (span.type, days(span)) == ("date", expected)


@pytest.mark.parametrize(("text", "expected"), PERIODS.items())
def test_a_phrase_for_a_period_gives_all_its_days(text, expected):
    span = only(text)
    assert (span.type, days(span)) == ("daterange", expected)


@pytest.mark.parametrize(("text", "expected"), TIED.items())
def test_a_tying_word_leaves_one_end_open_and_is_named(text, expected):
    span = only(text)
    assert (span.relation, days(span)) == expected


def test_a_later_day_counts_from_the_day_named_before():
    text = "My lease ended on 3 April. Three days later I moved, and on the same day I painted."
    assert [days(span) for span in find(text, SAID)] == ["2025-04-03", "2025-04-06", "2025-04-06"]


def test_a_later_day_says_that_it_is_tied_to_another():
    assert only("three days later we left").relation == "after"
    assert only("two days earlier we left").relation == "before"


def test_a_number_of_days_takes_the_month_named_before():
    text = "We arrived on 3 May and left on the 15th."
    assert [days(span) for span in find(text, SAID)] == ["2025-05-03", "2025-05-15"]


def test_the_caller_may_prefer_a_reading():
    assert days(only("Saturday", prefer="past")) == "2025-11-08"
    assert days(only("Saturday", prefer="future")) == "2025-11-15"
    assert days(only("in March", prefer="future")) == "2026-03-01/2026-03-31"


def test_both_readings_are_listed_with_the_past_one_first():
    readings = only("on Saturday").readings
    assert [(reading.timex, reading.value) for reading in readings] == [
        ("XXXX-WXX-6", "2025-11-08"),
        ("XXXX-WXX-6", "2025-11-15"),
    ]


def test_days_are_those_of_the_zone_in_which_it_was_said():
    late = datetime(2026, 3, 1, 17, 0, tzinfo=UTC).astimezone(ZoneInfo("Asia/Singapore"))
    span = find("we moved yesterday", late)[0]
    assert span.first == datetime(2026, 3, 1, tzinfo=ZoneInfo("Asia/Singapore"))
    assert span.first.tzinfo is late.tzinfo


def test_vague_phrases_say_so():
    assert only("a few days ago").vague
    assert only("I saw him the other day").vague
    assert only("I saw him recently").vague
    assert not only("three days ago").vague


def test_the_characters_of_a_span_are_the_words_of_the_expression():
    text = "Well, since March 2020 I live here"
    span = only(text)
    assert text[span.start : span.stop] == "since March 2020"
