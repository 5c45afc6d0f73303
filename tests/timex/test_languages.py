"""What holds for the readers of every language beside English."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from strandline.timex import find
from strandline.timex.languages.pieces import fold

AT = datetime(2023, 7, 20, 13, 56, tzinfo=UTC)
LANGUAGES = ("fr", "es", "de", "zh")
WORDS = {
    "fr": "le 31 du 5 mai à 17h et demie il y a dans 99999 ans siècles prochain mardi depuis entre avant soir 2019",
    "es": "el 31 de mayo a las 5 y media hace dentro 99999 años siglos próximo martes desde hasta entre tarde 2019",
    "de": "am 31. Mai um halb 8 Uhr vor in 99999 Jahren Jahrhunderten nächsten Dienstag seit bis zwischen morgens 2019",
    "zh": "31 日 五月 下午 五点 半 前 后 99999 年 世纪 下 周二 从 到 之间 以前 早上 2019年 每 第一 季度 初一",
}


def texts(language: str) -> st.SearchStrategy[str]:
    """Any text, and the words of time of a language in any order."""
    joiner = "" if language == "zh" else " "
    words = st.lists(st.sampled_from(WORDS[language].split()), max_size=12).map(joiner.join)
    return st.one_of(st.text(max_size=40), words)


@pytest.mark.parametrize("language", LANGUAGES)
@given(data=st.data(), at=st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=9))])))
def test_any_text_is_read_without_a_crash(language, data, at):
    text = data.draw(texts(language))
    for strict in (True, False):
        spans = find(text, at, language=language, strict=strict)
        assert all(0 <= span.start < span.stop <= len(text) for span in spans)
        assert all(one.stop <= other.start for one, other in pairwise(spans))
        assert all(span.readings for span in spans)


@pytest.mark.parametrize("language", LANGUAGES)
@given(data=st.data())
def test_a_stretch_ends_after_it_begins(language, data):
    for span in find(data.draw(texts(language)), AT, language=language):
        if span.first is not None and span.until is not None:
            assert span.first < span.until


@given(text=st.text())
@example("İIıß ﬁ ½ Ⅳ ǅ")
@example("１２：３０ 週")
def test_folding_keeps_every_character_in_its_place(text):
    assert len(fold(text)) == len(text)


@pytest.mark.parametrize(
    ("language", "text"),
    [("zh", "十万年前"), ("fr", "il y a 90000 ans"), ("es", "hace 90000 años"), ("de", "vor 90000 Jahren")],
)
def test_what_lies_before_the_calendar_is_no_day(language, text):
    assert not [span for span in find(text, AT, language=language) if span.type == "date"]


@pytest.mark.parametrize(
    ("language", "text"), [("es", "30 de febrero de 2023"), ("de", "31.06.2023"), ("zh", "2月30日")]
)
def test_a_day_that_no_month_has_stands_for_no_time(language, text):
    (span,) = find(text, AT, language=language)
    assert (span.first, span.until) == (None, None)


@pytest.mark.parametrize(
    ("language", "text"), [("fr", "vendredi"), ("es", "el viernes"), ("de", "Freitag"), ("zh", "周五")]
)
def test_a_bare_weekday_is_the_last_one_unless_the_future_is_preferred(language, text):
    (past,) = find(text, AT, language=language)
    (future,) = find(text, AT, language=language, prefer="future")
    assert past.first == datetime(2023, 7, 14, tzinfo=UTC)
    assert future.first == datetime(2023, 7, 21, tzinfo=UTC)
    assert {reading.value for reading in past.readings} == {"2023-07-14", "2023-07-21"}


def test_times_are_in_the_zone_of_the_message():
    tokyo = timezone(timedelta(hours=9))
    late = datetime(2023, 7, 20, 23, 30, tzinfo=tokyo)
    (span,) = find("hier", late, language="fr")
    assert span.first == datetime(2023, 7, 19, tzinfo=tokyo)


def test_a_few_days_ago_is_vague():
    (span,) = find("il y a quelques jours", AT, language="fr")
    assert span.vague


def test_a_long_text_is_read_to_its_end():
    text = "nada " * 9_000 + "ayer"
    (span,) = find(text, AT, language="es")
    assert text[span.start : span.stop] == "ayer"


def test_a_time_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="no time zone"):
        find("ayer", datetime(2023, 7, 20), language="es")  # noqa: DTZ001
