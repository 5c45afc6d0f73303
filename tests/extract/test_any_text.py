"""Whatever somebody writes is read in time, without a fault, and with spans that stand in it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.extract import LONGEST, Turn, read

AT = datetime(2026, 3, 4, 12, tzinfo=UTC)
CASES = Path(__file__).parents[1] / "data" / "facts"
SAID = sorted(
    {
        message["content"]
        for name in ("cases_dev", "cases_more", "no_questions")
        for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        for message in json.loads(line)["messages"]
        if message["role"] == "user"
    }
)
PIECES = sorted({piece for text in SAID for piece in re.split(r"(?<=[,.;:!?])\s+|\n", text) if piece.strip()})
JOINTS = st.sampled_from([" ", " ", ", ", ". ", " and ", " but ", "\n", " - ", "; ", " (", ") ", "? ", ": ", "... "])


@st.composite
def texts(draw: Callable[..., str]) -> str:
    """Pieces of what people said, joined in ways they did not."""
    pieces = draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=5))
    return "".join(f"{piece.rstrip('.')}{draw(JOINTS)}" for piece in pieces)


@settings(max_examples=400, deadline=None)
@given(text=texts(), before=st.lists(st.sampled_from(SAID), max_size=2))
def test_pieces_of_what_people_say_are_read_however_they_are_joined(text, before):
    earlier = [Turn(role="user", content=one, at=AT) for one in before]
    for claim in read(Turn(role="user", content=text, at=AT), before=earlier):
        assert 0 <= claim.start < claim.stop <= len(text)
        assert claim.relation
        assert claim.at == AT


REPEATED = (
    "sorry, ", "no, ", "wait, ", "I mean, ", "uh, ", "I live in Oslo - sorry, Bergen - ", "no, no, I won't go\n",
    "9 am ", "tea, ", "1", "a\u0301", "co-", "我住在北京", "私は東京に住んでいます", "1,2,3.5\n",
    "2026-01-02 10:11 INFO port 80\n", " ", ".", "\n", "'a' ", "(", "**x** ", "I like X and Y. ", "A", "my sister ",
    "on 3 May 2026, ", "a: ", "- ", "_", "je suis ", "मैं दिल्ली में रहता हूँ ", "not ", "if ", "since ",
)  # fmt: skip


@pytest.mark.parametrize("piece", REPEATED)
def test_a_text_of_one_piece_over_and_over_takes_no_more_than_seconds(piece):
    """The bound is far above what any of them takes, and far below what the square of their length would."""
    text = "I like " + piece * (3 * LONGEST // len(piece))
    began = time.process_time()
    read(Turn(role="user", content=text, at=AT))
    assert time.process_time() - began < 8


def test_what_is_said_after_the_part_that_is_read_is_not_read():
    filler = "The rain in Spain. " * (LONGEST // 10)
    assert not [
        c for c in read(Turn(role="user", content=f"{filler}I live in Oslo.", at=AT)) if c.relation == "lives_in"
    ]
    (claim,) = read(Turn(role="user", content=f"I live in Oslo. {filler}", at=AT))
    assert (claim.relation, claim.value) == ("lives_in", "Oslo")
