"""The files of rules that the languages are made of."""

from __future__ import annotations

import pytest

from strandline.timex.languages import clocks, lengths
from strandline.timex.languages.rules import load, parse


def test_shared_words_are_put_in_where_a_pattern_names_them():
    (rule,) = parse("H := (?P<h>{count})\n\n# hours\nclock = {H} uhr")
    assert (rule.pattern, rule.build, rule.strict) == ("(?P<h>{count}) uhr", clocks.clock, True)


def test_a_rule_tells_its_builder_numbers_and_words():
    (rule,) = parse("every(timex=P1D, count=-2, loose) = daily")
    assert (rule.build, rule.fixed, rule.strict) == (lengths.every, {"timex": "P1D", "count": -2}, False)


def test_a_line_that_is_no_rule_is_refused():
    with pytest.raises(ValueError, match="no rule"):
        list(parse("clock: {H} uhr"))


def test_a_builder_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="no builder"):
        list(parse("fortnightly = every fortnight"))


@pytest.mark.parametrize("language", ["fr", "es", "de", "zh"])
def test_every_language_has_its_rules(language):
    assert len(load(language)) > 50
