"""The scorer of time expressions, on files of a few cases."""

from __future__ import annotations

import json
import lzma
from datetime import UTC, datetime

import pytest

from strandline.bench import timex_rivals
from strandline.bench.timex import as_found, run, score
from strandline.bench.timex_cases import load
from strandline.bench.timex_rivals import Found
from strandline.errors import InputError
from strandline.timex import Reading, TimeSpan

MONDAY = "2016-11-07T00:00:00"
WEEK = {"startDate": "2016-11-07", "endDate": "2016-11-14"}


def model(text, words, kind, *values, at=MONDAY):
    """A row as the models list it: an inclusive end and a list of values."""
    start = text.index(words)
    resolved = [{"type": kind, **value} for value in values]
    item = {"Text": words, "Start": start, "End": start + len(words) - 1, "TypeName": f"datetimeV2.{kind}"}
    return {
        "Input": text,
        **({"Context": {"ReferenceDateTime": at}} if at else {}),
        "Results": [{**item, "Resolution": {"values": resolved}}],
    }


def parser(text, words, kind, past, future, timex="", at=MONDAY):
    """A row as the parsers list it: a length, and the past and the future side by side."""
    value = {"Timex": timex, "PastResolution": past, "FutureResolution": future}
    item = {"Text": words, "Start": text.index(words), "Length": len(words), "Type": kind, "Value": value}
    return {"Input": text, "Context": {"ReferenceDateTime": at}, "Results": [item]}


def extractor(text, words, kind, at=MONDAY):
    """A row without a value."""
    item = {"Text": words, "Start": text.index(words), "Length": len(words), "Type": kind}
    return {"Input": text, "Context": {"ReferenceDateTime": at}, "Results": [item]}


def nothing(text, at=MONDAY):
    """A row in which nothing may be found."""
    return {"Input": text, "Context": {"ReferenceDateTime": at}, "Results": []}


@pytest.fixture
def judged(tmp_path):
    """Judges a finder on rows."""

    def run_it(rows, finder):
        path = tmp_path / "recognizers_English.jsonl"
        path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
        return score(path, finder)

    return run_it


def finds(words, *readings):
    """A finder that finds these words, with these (type, value) pairs, wherever they are."""

    def finder(text, at):
        start = text.find(words)
        return [Found(start=start, stop=start + len(words), readings=readings)] if start >= 0 else []

    return finder


BACK = model("back on friday", "friday", "date", {"value": "2016-11-04"}, {"value": "2016-11-11"})


@pytest.mark.parametrize("value", ["2016-11-04", "2016-11-11"])
def test_any_listed_value_is_right(judged, value):
    assert judged([BACK], finds("friday", ("date", value))).all.right == 1


def test_a_wrong_value_is_wrong_although_its_span_is_right(judged):
    result = judged([BACK], finds("friday", ("date", "2016-11-18")))
    assert (result.all.right, result.all.spans, result.all.overlap) == (0, 1, 0)
    assert result.failed[0].case.text == "back on friday"


def test_a_wrong_type_is_wrong(judged):
    assert judged([BACK], finds("friday", ("datetime", "2016-11-04"))).all.right == 0


def test_a_longer_span_is_wrong_but_overlaps(judged):
    result = judged([BACK], finds("on friday", ("date", "2016-11-04")))
    assert (result.all.right, result.all.spans, result.all.overlap) == (0, 0, 1)


def test_what_is_found_beside_it_makes_a_case_wrong(judged):
    def finder(text, at):
        return [
            Found(start=0, stop=4, readings=(("date", "2016-11-04"),)),
            Found(start=8, stop=14, readings=(("date", "2016-11-04"),)),
        ]

    assert judged([BACK], finder).all.right == 0


def test_past_and_future_of_a_parser_row_are_both_right(judged):
    row = parser("back friday", "friday", "date", {"date": "2016-11-04"}, {"date": "2016-11-11"})
    for value in ("2016-11-04", "2016-11-11"):
        assert judged([row], finds("friday", ("date", value))).all.right == 1


def test_a_range_needs_both_ends_and_may_be_open(judged):
    whole = parser(
        "out this week", "this week", "daterange", *[{"startDate": "2016-11-07", "endDate": "2016-11-14"}] * 2
    )
    opened = model("since monday", "since monday", "daterange", {"start": "2016-11-07", "Mod": "since"})
    assert judged([whole], finds("this week", ("daterange", "2016-11-07/2016-11-14"))).all.right == 1
    assert judged([whole], finds("this week", ("daterange", "2016-11-07/2016-11-13"))).all.right == 0
    assert judged([opened], finds("since monday", ("daterange", "2016-11-07/"))).all.right == 1


def test_a_row_without_a_value_is_judged_by_span_and_type(judged):
    row = extractor("back friday", "friday", "date")
    assert judged([row], finds("friday", ("date", "1999-01-01"))).all.right == 1
    assert judged([row], finds("friday", ("time", "1999-01-01"))).all.right == 0


def test_a_set_is_judged_by_its_code(judged):
    row = model("each monday", "each monday", "set", {"timex": "XXXX-WXX-1", "value": "not resolved"})
    assert judged([row], finds("each monday", ("set", "XXXX-WXX-1"))).all.right == 1
    assert judged([row], finds("each monday", ("set", "P1D"))).all.right == 0


def test_what_stands_for_no_time_is_met_by_its_code_or_by_no_value(judged):
    row = parser("this summer", "this summer", "daterange", {}, {}, timex="2016-SU")
    for value, right in (("", 1), ("2016-SU", 1), ("2016-06-01/2016-09-01", 0)):
        assert judged([row], finds("this summer", ("daterange", value))).all.right == right


def test_where_nothing_is_listed_nothing_may_be_found(judged):
    assert judged([nothing("port 9077")], finds("9077", ("daterange", "9077"))).all.right == 0
    assert judged([nothing("port 9077")], finds("friday", ("date", ""))).all.right == 1


def test_any_listing_of_a_case_counts(judged):
    result = judged([BACK, nothing("back on friday")], finds("tomorrow", ("date", "")))
    assert (result.all.cases, result.all.right) == (1, 1)


def test_the_same_text_at_another_time_is_another_case(judged):
    later = model("back on friday", "friday", "date", {"value": "2017-11-10"}, at="2017-11-09T00:00:00")
    result = judged([BACK, later], finds("friday", ("date", "2016-11-04")))
    assert (result.all.cases, result.all.right) == (2, 1)


def test_a_row_whose_span_is_not_its_text_is_dropped_and_counted(judged):
    wrong = json.loads(json.dumps(BACK))
    wrong["Input"] = "back, on friday"
    result = judged([BACK, wrong], finds("friday", ("date", "2016-11-04")))
    assert (result.pack.rows, result.pack.rows_dropped, result.pack.cases_dropped, result.all.cases) == (2, 1, 1, 1)


def test_a_span_that_leaves_its_text_is_not_its_text(judged):
    wrong = json.loads(json.dumps(BACK))
    wrong["Results"][0]["End"] += 1
    assert judged([BACK, wrong], finds("friday", ("date", "2016-11-04"))).pack.rows_dropped == 1


def test_spans_are_compared_without_regard_to_case(judged):
    row = model("back on Friday", "Friday", "date", {"value": "2016-11-04"})
    row["Results"][0]["Text"] = "friday"
    assert judged([row], finds("Friday", ("date", "2016-11-04"))).all.right == 1


def test_a_case_of_other_types_only_is_excluded_with_its_reason(judged):
    zone = model("at beijing time", "beijing time", "timezone", {"value": "UTC+08:00"})
    result = judged([BACK, zone], finds("friday", ("date", "2016-11-04")))
    assert result.all.cases == 1
    assert result.pack.excluded == (("at beijing time", "lists only timezone"),)


def test_an_alternative_is_judged_by_the_type_of_its_values(judged):
    row = model("monday or friday", "friday", "date", {"value": "2016-11-11"})
    row["Results"][0]["TypeName"] = "datetimeV2.datetimealt"
    assert judged([row], finds("friday", ("date", "2016-11-11"))).all.right == 1


def test_found_expressions_of_other_types_are_not_held_against_a_system(judged):
    def finder(text, at):
        return [
            Found(start=0, stop=4, readings=(("timezone", "UTC"),)),
            Found(start=8, stop=14, readings=(("date", "2016-11-04"),)),
        ]

    assert judged([BACK], finder).all.right == 1


def test_a_case_without_a_time_gets_the_one_most_used_in_its_file(judged):
    seen = []

    def finder(text, at):
        seen.append((text, at))
        return []

    bare = model("back in may", "may", "daterange", {"start": "x"}, at=None)
    judged([BACK, bare], finder)
    assert ("back in may", datetime(2016, 11, 7, tzinfo=UTC)) in seen


def test_a_reader_that_raises_is_counted_and_shown(judged):
    def finder(text, at):
        raise RuntimeError("boom")

    result = judged([BACK], finder)
    assert (result.crashes, result.all.right) == (1, 0)


def test_results_are_also_given_by_type(judged):
    week = parser(
        "out this week", "this week", "daterange", *[{"startDate": "2016-11-07", "endDate": "2016-11-14"}] * 2
    )
    by_type = judged([BACK, week], finds("friday", ("date", "2016-11-04"))).by_type
    assert {kind: (tally.cases, tally.right) for kind, tally in by_type.items()} == {
        "date": (1, 1),
        "daterange": (1, 0),
    }


def test_only_the_first_reading_of_ours_counts():
    readings = (Reading(timex="XXXX-WXX-5", value="2016-11-04"), Reading(timex="XXXX-WXX-5", value="2016-11-11"))
    found = as_found(TimeSpan(start=8, stop=14, type="date", grain="day", readings=readings))
    assert found.values == {"2016-11-04", "XXXX-WXX-5"}


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(InputError, match="no file"):
        load(tmp_path / "recognizers_English.jsonl.xz")


def test_a_file_without_a_known_language_is_refused(tmp_path):
    with pytest.raises(InputError, match="no language"):
        score(tmp_path / "recognizers_Klingon.jsonl.xz")


@pytest.fixture
def folder(tmp_path):
    """A folder with one language."""
    row = model("back on 2016-11-11", "2016-11-11", "date", {"value": "2016-11-11"})
    (tmp_path / "recognizers_English.jsonl.xz").write_bytes(lzma.compress(json.dumps(row).encode()))
    return tmp_path


def test_the_bench_says_which_libraries_are_missing(folder, monkeypatch):
    monkeypatch.setattr(timex_rivals, "find_spec", lambda name: None)
    report = run(folder, languages=["English"])
    assert report["missing"] == list(timex_rivals.RIVALS)
    assert list(report["languages"]["English"]["systems"]) == ["strandline"]


def test_a_library_that_cannot_be_imported_is_named_with_the_reason(folder, monkeypatch):
    rival = timex_rivals.Rival(modules=("not_there_at_all",), distribution="numpy", make=lambda language: None)
    monkeypatch.setattr(timex_rivals, "find_spec", lambda name: object())
    monkeypatch.setattr("strandline.bench.timex.RIVALS", {"other": rival})
    report = run(folder, languages=["English"])
    assert (report["missing"], list(report["broken"])) == ([], ["other"])
    assert "not_there_at_all" in report["broken"]["other"]


def test_a_library_stands_beside_ours_with_its_time(folder, monkeypatch):
    rival = timex_rivals.Rival(
        modules=("json",), distribution="numpy", make=lambda language: finds("2016-11-11", ("date", "2016-11-11"))
    )
    monkeypatch.setattr("strandline.bench.timex.RIVALS", {"other": rival})
    report = run(folder, languages=["English"])["languages"]["English"]
    assert report["systems"]["other"]["right"] == 1.0
    assert report["times"]["strandline"] == 1.0


def test_ours_is_judged_by_the_language_in_the_name_of_the_file(tmp_path):
    row = model("Ich komme am 12. Januar 2016", "12. Januar 2016", "date", {"value": "2016-01-12"})
    path = tmp_path / "recognizers_German.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    assert score(path).all.right == 1
