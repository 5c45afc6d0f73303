"""The grammar without the strictness of talk: each phrase with its type and the values of its first reading."""

from datetime import UTC, datetime

import pytest

from strandline.timex import find

SAID = datetime(2016, 11, 7, 16, 12, tzinfo=UTC)  # a Monday

VALUES = {
    # days
    "october 2": ("date", "2016-10-02"),
    "the twenty second of june 2017": ("date", "2017-06-22"),
    "may twenty-first": ("date", "2016-05-21"),
    "1-jan": ("date", "2016-01-01"),
    "2015.5.13": ("date", "2015-05-13"),
    "21/04/2016": ("date", "2016-04-21"),
    "3-7-2017": ("date", "2017-03-07"),
    "11/12,16": ("date", "2016-11-12"),
    "2019/aug/01": ("date", "2019-08-01"),
    "Sep-23-2020": ("date", "2020-09-23"),
    "20161016": ("date", "2016-10-16"),
    "sunday jan twenty one two thousand and eighteen": ("date", "2018-01-21"),
    "this friday": ("date", "2016-11-11"),
    "next friday": ("date", "2016-11-18"),
    "last wednesday": ("date", "2016-11-02"),
    "tuesday next week": ("date", "2016-11-15"),
    "this week friday": ("date", "2016-11-11"),
    "the third friday of december 2016": ("date", "2016-12-16"),
    "friday the 18th": ("date", "2016-11-18"),
    "the 20th of next month": ("date", "2016-12-20"),
    "two monday later": ("date", "2016-11-21"),
    "1 month 21 days ago": ("date", "2016-09-16"),
    "two weeks from now": ("date", "2016-11-21"),
    "in two business days": ("date", "2016-11-09"),
    "3 days from tuesday": ("date", "2016-11-11"),
    "2 weeks before christmas": ("date", "2016-12-11"),
    "thanksgiving 2010": ("date", "2010-11-25"),
    "easter monday 2017": ("date", "2017-04-17"),
    "black friday 2010": ("date", "2010-11-26"),
    "father's day of 2015": ("date", "2015-06-21"),
    "labor day next year": ("date", "2017-09-04"),
    # periods
    "june 2016": ("daterange", "2016-06-01/2016-07-01"),
    "2016, nov": ("daterange", "2016-11-01/2016-12-01"),
    "11/2016": ("daterange", "2016-11-01/2016-12-01"),
    "june next year": ("daterange", "2017-06-01/2017-07-01"),
    "next 3 months": ("daterange", "2016-11-08/2017-02-08"),
    "last 3 weeks": ("daterange", "2016-10-17/2016-11-07"),
    "the past two quarters": ("daterange", "2016-04-01/2016-10-01"),
    "the third week of this month": ("daterange", "2016-11-14/2016-11-21"),
    "last week of 2015": ("daterange", "2015-12-28/2016-01-04"),
    "week 31 of 2018": ("daterange", "2018-07-30/2018-08-06"),
    "2016 the third quarter": ("daterange", "2016-07-01/2016-10-01"),
    "next year's first quarter": ("daterange", "2017-01-01/2017-04-01"),
    "h2 2016": ("daterange", "2016-07-01/2017-01-01"),
    "the seventies": ("daterange", "1970-01-01/1980-01-01"),
    "the noughties": ("daterange", "2000-01-01/2010-01-01"),
    "the 15th century": ("daterange", "1400-01-01/1500-01-01"),
    "this decade": ("daterange", "2010-01-01/2020-01-01"),
    "year two hundred and sixty seven": ("daterange", "0267-01-01/0268-01-01"),
    "early next month": ("daterange", "2016-12-01/2016-12-16"),
    "end of this year": ("daterange", "2016-07-01/2017-01-01"),
    "the weekend of halloween": ("daterange", "2016-10-29/2016-11-01"),
    "w/c feb 4": ("daterange", "2016-02-01/2016-02-08"),
    "year to date": ("daterange", "2016-01-01/2016-11-07"),
    "month of september 16th": ("daterange", "2016-09-01/2016-10-01"),
    "november of the year 2016": ("daterange", "2016-11-01/2016-12-01"),
    "august 99": ("daterange", "1999-08-01/1999-09-01"),
    "tenth week": ("daterange", "2016-03-07/2016-03-14"),
    "rest of the week": ("daterange", "2016-11-07/2016-11-13"),
    "less than 3 days after tomorrow": ("daterange", "2016-11-08/2016-11-11"),
    "the last 3 weeks of this year": ("daterange", "2016-12-05/2016-12-26"),
    # from one day to another
    "from 4 to 22 january, 1995": ("daterange", "1995-01-04/1995-01-22"),
    "from 4-23 in next month": ("daterange", "2016-12-04/2016-12-23"),
    "between november the 15th through 19th": ("daterange", "2015-11-15/2015-11-19"),
    "nov 18-dec 19, 2015": ("daterange", "2015-11-18/2015-12-19"),
    "from 2014 to 2018": ("daterange", "2014-01-01/2018-01-01"),
    "between may 2015 and 2018": ("daterange", "2015-05-01/2018-01-01"),
    "last week from wednesday to friday": ("daterange", "2016-11-02/2016-11-04"),
    "december/2018-may/2019": ("daterange", "2018-12-01/2019-05-01"),
    "from november to march": ("daterange", "2015-11-01/2016-03-01"),
    "10/1-11/2/2017": ("daterange", "2017-10-01/2017-11-02"),
    "from now until friday": ("daterange", "2016-11-07/2016-11-11"),
    "from week 31 to week 35": ("daterange", "2016-08-01/2016-08-29"),
    "3 days starting from next monday": ("daterange", "2016-11-14/2016-11-17"),
    # tied
    "since august": ("daterange", "2016-08-01/"),
    "before 1/1/2016": ("daterange", "/2016-01-01"),
    "2012 or later": ("daterange", "2012-01-01/"),
    "after feb 2018": ("daterange", "2018-03-01/"),
    "<= 2019": ("daterange", "/2020-01-01"),
    "year 2016 and greater": ("daterange", "2016-01-01/"),
    "no later than january 1, 2010": ("daterange", "/2010-01-01"),
    "more than 2 weeks before today": ("daterange", "/2016-10-24"),
    "today before 4pm": ("datetimerange", "/2016-11-07 16:00:00"),
    # times
    "half past seven": ("time", "07:30:00"),
    "a quarter to 8 in the morning": ("time", "07:45:00"),
    "seven thirty pm": ("time", "19:30:00"),
    "1140 a.m.": ("time", "11:40:00"),
    "noonish": ("time", "12:00:00"),
    "12 in the night": ("time", "00:00:00"),
    "from 5 to 6pm": ("timerange", "17:00:00/18:00:00"),
    "from 11 to 3pm": ("timerange", "11:00:00/15:00:00"),
    "5 to seven in the morning": ("timerange", "05:00:00/07:00:00"),
    "in the late-evening": ("timerange", "18:00:00/20:00:00"),
    "from 2pm for 2 hours": ("timerange", "14:00:00/16:00:00"),
    # days with times
    "tomorrow 8:00am": ("datetime", "2016-11-08 08:00:00"),
    "20 min past eight in the evening on may 5, 2016": ("datetime", "2016-05-05 20:20:00"),
    "twenty minutes past five tomorrow morning": ("datetime", "2016-11-08 05:20:00"),
    "2018-05-12T15:30:00": ("datetime", "2018-05-12 15:30:00"),
    "monday the twenty eighth at six pm": ("datetime", "2016-11-28 18:00:00"),
    "the end of the day": ("datetime", "2016-11-07 23:59:59"),
    "in 5 hours": ("datetime", "2016-11-07 21:12:00"),
    "tonight": ("datetimerange", "2016-11-07 20:00:00/2016-11-07 23:59:59"),
    "tuesday in the morning": ("datetimerange", "2016-11-01 08:00:00/2016-11-01 12:00:00"),
    "five to seven today": ("datetimerange", "2016-11-07 05:00:00/2016-11-07 07:00:00"),
    "from 4pm today to 5pm tomorrow": ("datetimerange", "2016-11-07 16:00:00/2016-11-08 17:00:00"),
    "past 3 minutes": ("datetimerange", "2016-11-07 16:09:00/2016-11-07 16:12:00"),
    # durations
    "3.5years": ("duration", "110376000"),
    "twenty and four hours": ("duration", "86400"),
    "one hour and a half": ("duration", "5400"),
    "half year": ("duration", "15768000"),
}
CODES = {
    "every day": "P1D",
    "each monday at 4pm": "XXXX-WXX-1T16",
    "3pm every day": "T15",
    "every morning": "TMO",
    "quarterly": "P3M",
    "9am sundays": "XXXX-WXX-7T09",
    "every night at 9": "T21",
    "every other friday": "XXXX-WXX-5",
    "this school year": "SY2016",
    "2 days 1 month": "P1M2D",
    "1 year 1 month 21 days": "P1Y1M21D",
    "summer of 2016": "2016-SU",
    "now": "PRESENT_REF",
    "feb 30": "XXXX-02-30",
}
NOTHING = [
    "the first prize",
    "i'll go to the 27th floor",
    "in the sun",
    "yes. may i ask why?",
    "0.8/15 looks like a formula",
    "call me at (206) 555-1212",
    "have a great month",
    "day after day",
    "good morning paul",
    "2017-13-12",
    "",
]


def values(text: str):
    span = find(text, SAID, strict=False)[0]
    reading = span.readings[0]
    return text[span.start : span.stop], (span.type, reading.value or f"{reading.start}/{reading.end}")


@pytest.mark.parametrize(("text", "expected"), VALUES.items())
def test_a_phrase_has_its_type_and_values(text, expected):
    words, found = values(text)
    assert found == expected
    assert text.endswith(words)


@pytest.mark.parametrize(("text", "timex"), CODES.items())
def test_what_no_calendar_fixes_has_its_code(text, timex):
    (span,) = find(text, SAID, strict=False)
    assert span.readings[0].timex == timex


@pytest.mark.parametrize("text", NOTHING)
def test_a_text_without_a_time_gives_nothing(text):
    assert find(text, SAID, strict=False) == ()


@pytest.mark.parametrize("upper", [str.upper, str.title, str])
def test_case_and_typography_do_not_matter(upper):
    assert values(upper("5 december – 9 december 2016"))[1] == ("daterange", "2016-12-05/2016-12-09")


def test_a_language_without_a_reader_gives_nothing():
    assert find("5 December 2016", SAID, language="xx") == ()


def test_the_time_it_was_said_needs_a_zone():
    with pytest.raises(ValueError, match="time zone"):
        find("today", SAID.replace(tzinfo=None))
