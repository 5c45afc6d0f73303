"""Any text, said at any time in any zone, is safe to read."""

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import example, given, settings
from hypothesis import strategies as st

from strandline.timex import find

LINES = (
    "the a in on at from to and of since until before after last next this every few half third second 3 12 31 99",
    "1999 2016 9999 999999 may march feb december sunday friday weekend summer decade century years weeks hours ago",
    "later from now end of mid early easter christmas noon night am pm o'clock - / . , : ' st th s quarter week date",
    "within rest remainder starting between or by daily mondays twice other couple tonight lunch working fiscal q h",
)
WORDS = [word for line in LINES for word in line.split()]
ZONES = st.integers(-23 * 60, 23 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
TIMES = st.datetimes(timezones=ZONES) | st.sampled_from(
    [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC), datetime(2024, 2, 29, tzinfo=UTC)]
)
TEXTS = st.text(max_size=60) | st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)


@settings(max_examples=400)
@given(TEXTS, TIMES, st.sampled_from([None, "past", "future"]), st.booleans())
@example("99999999 years ago, in 999999 centuries", datetime(1, 1, 1, tzinfo=UTC), None, False)
@example("last year, the day before yesterday", datetime(1, 1, 1, tzinfo=UTC), "past", True)
@example("next decade until the end of next century", datetime(9999, 12, 31, tzinfo=UTC), "future", False)
@example("ever till 31september suppertime, rest of 1999, later 1000", datetime(9999, 1, 1, tzinfo=UTC), None, True)
@example("İ̇İ 3 May 2020 ǅ", datetime(2020, 1, 1, tzinfo=UTC), None, True)
def test_any_text_gives_spans_in_order_with_a_beginning_before_its_end(text, at, prefer, strict):
    last = 0
    for span in find(text, at, prefer=prefer, strict=strict):
        assert last <= span.start < span.stop <= len(text)
        assert span.readings
        if span.first is not None and span.until is not None:
            assert span.first <= span.until
        for end in (span.first, span.until):
            assert end is None or end.tzinfo is at.tzinfo
        last = span.stop


@given(TEXTS, TIMES)
def test_the_same_text_is_read_the_same_way_twice(text, at):
    assert find(text, at) == find(text, at)
