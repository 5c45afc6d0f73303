"""The measurement of swapped roles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from strandline.bench import report
from strandline.bench.roles import as_read, by_order, load, outcome, run
from strandline.errors import InputError

DATA = Path(__file__).parents[1] / "data" / "role_swaps.json"


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    return run(DATA)


def test_there_are_forty_pairs_and_each_fact_is_the_right_one_somewhere():
    pairs = load(DATA)
    assert len(pairs) == 40
    for pair in pairs:
        first, second = pair.facts
        assert (first.subject, first.value) == (second.value, second.subject)
        assert {right for _, right in pair.questions} == {0, 1}
        assert sorted(first.text.lower().replace(".", "").replace(":", "").replace("'s", "").split()) == sorted(
            second.text.lower().replace(".", "").replace(":", "").replace("'s", "").split()
        ), "both say the same words"


def test_words_alone_cannot_tell_them_apart_and_the_fact_leg_can(found: dict[str, Any]) -> None:
    systems = found["systems"]
    assert systems["words and meaning"]["accuracy"] == pytest.approx(0.5, abs=0.05)
    assert systems["fact leg"]["wrong"] == 0
    assert systems["fact leg"]["accuracy"] >= 0.95
    assert systems["fact leg"]["accuracy"] > systems["code, roles by word order"]["accuracy"]


def test_what_is_found_is_json_with_a_table(found: dict[str, Any]) -> None:
    assert json.loads(json.dumps(found)) == found
    assert sum(row["questions"] for row in found["by_relation"].values()) == 120
    tables = report.tables(found)
    assert [table.row_count for table in tables] == [len(found["systems"]), len(found["by_relation"])]


def test_equal_runs_find_equal_things(found: dict[str, Any]) -> None:
    assert run(DATA) == found


def test_a_role_is_read_from_the_question_and_from_the_order_of_words():
    pair = load(DATA)[0]
    a, b = pair.facts[0].subject, pair.facts[0].value
    assert by_order(pair, f"Who manages {a}?") == {"value": a}
    assert by_order(pair, f"Who does {a} manage?") == {"subject": a}
    assert as_read(pair, f"Who manages {a}?") == {"subject": a.lower()}
    assert as_read(pair, f"Who does {a} manage?") == {"value": a.lower()}
    assert set(as_read(pair, f"Does {a} manage {b}?")) == {"subject", "value"}


def test_equal_evidence_is_a_tie():
    assert [outcome(values, 1) for values in ([1.0, 2.0], [2.0, 1.0], [1.0, 1.0])] == ["right", "wrong", "tie"]


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"id": "x"}]', '{"a": 1}'])
def test_a_file_without_pairs_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "pairs.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"pairs\.json"):
        load(path)
