"""A cue is left untried only where it could not be found."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.extract import masks, moods, revision_forms, voices
from strandline.extract.cues import Cue

CUES = {
    f"{module.__name__.rpartition('.')[2]}{name}{number or ''}": cue
    for module in (masks, moods, revision_forms, voices)
    for name, value in vars(module).items()
    for number, cue in enumerate(value if isinstance(value, tuple) else (value,))
    if isinstance(cue, Cue)
}


@pytest.mark.parametrize("name", sorted(CUES))
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_what_an_expression_matches_has_one_of_its_words(name: str, data: st.DataObject) -> None:
    cue = CUES[name]
    found = cue.form.search(data.draw(st.from_regex(cue.form)))
    assert found is not None
    words = re.findall(r"[a-z]+|\S", found.group().casefold())
    assert not cue.words.isdisjoint(words)


def test_without_its_words_an_expression_is_not_tried() -> None:
    cue = CUES["moods_MAYBE"]
    assert cue.found("i am probably right", {"i", "am", "probably", "right"})
    assert not cue.found("i am probably right", {"i", "am", "right"})
