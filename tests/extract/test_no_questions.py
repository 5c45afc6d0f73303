"""Questions whose answer is no, each beside a neighbour of it whose answer must be unknown.

The file has the format of ``strandline bench facts``: a case "no-x" and its neighbour "no-x-unknown".
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from strandline.bench.fact_cases import read_cases, score
from strandline.bench.facts import beliefs
from strandline.memory import Memory

PATH = Path(__file__).resolve().parents[1] / "data" / "facts" / "no_questions.jsonl"
ALL = {case["id"]: case for case in read_cases(PATH)}


def test_there_are_at_least_twenty_of_them_each_beside_its_neighbour():
    statuses = {name: [question["status"] for question in case["ask"]] for name, case in ALL.items()}
    noes = {name for name, asked in statuses.items() if asked == ["no"]}
    assert len(noes) >= 20
    assert {name: asked for name, asked in statuses.items() if name not in noes} == {
        f"{name}-unknown": ["unknown"] for name in noes
    }


@pytest.mark.parametrize("name", ALL)
def test_no_is_told_from_unknown(name):
    case, clock = ALL[name], [datetime.now(UTC)]
    with Memory(":memory:", clock=lambda: clock[0]) as memory:
        count, wrong = score(case, beliefs(memory, clock, case["messages"]))
    assert (count["answered"], wrong) == (1, [])
