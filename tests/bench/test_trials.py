"""Trials of a second pass: what counts as being like a first hit, and that every row is there."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest

import trials
from second_pass.columns import COLUMNS, VARIANTS, second_pass
from second_pass.compared import METRICS, gained, together
from second_pass.fits import ALL, PLAIN, TREES
from second_pass.links import Linked, Shared, linked
from strandline.bench.gathering import gather
from strandline.recall.evidence import FEATURES

from .small import SUBJECTS, small_pack

SCORE = np.array([5.0, 4.0, 3.0, 2.0, 1.0, 0.0])


def shared(*pairs, weight=(1.0, 1.0)):
    owner, item = np.array(pairs, np.int32).reshape(-1, 2).T
    return Shared(owner=owner, item=item, weight=np.array(weight, np.float32))


def candidates(**fields):
    """Six messages of one session, none like another, the first of which come first by ``SCORE``."""
    given = {
        "pack": "p",
        "group": "g",
        "kind": "real",
        "type": "multi-hop",
        "wanted": 1,
        "breadth": False,
        "table": np.zeros((6, len(FEATURES)), np.float32),
        "right": np.array([0, 0, 0, 0, 0, 1], np.bool_),
        "turn": np.arange(6, dtype=np.int32),
        "place": np.zeros(6, np.int32),
        "vectors": np.eye(6, dtype=np.int8),
        "scale": np.ones(6, np.float32),
        "step": np.array([0, 10, 20, 30, 40, 50], np.int32),
        "older": np.linspace(0.0, 1.0, 6, dtype=np.float32),
        "has_facts": np.zeros(6, np.bool_),
        "words": shared(),
        "facts": shared(),
    }
    return Linked(**{**given, **fields})


def column(one, name):
    return second_pass(one, SCORE)[:, COLUMNS.index(name)].tolist()


def test_what_shares_a_vector_with_the_first_hit_is_like_it_and_another_is_not():
    vectors = np.eye(6, dtype=np.int8)
    vectors[4] = vectors[0]
    assert column(candidates(vectors=vectors), "like_first") == [0.0, 0.0, 0.0, 0.0, 1.0, 0.0]


def test_what_is_like_a_candidate_behind_the_first_hits_is_not_like_them():
    vectors = np.eye(6, dtype=np.int8)
    vectors[5] = vectors[3]
    assert column(candidates(vectors=vectors), "like_first") == [0.0] * 6


def test_rare_words_count_by_their_weight_among_those_of_the_hit():
    words = shared((0, 0), (0, 1), (4, 0), (5, 1), weight=(3.0, 1.0))
    assert column(candidates(words=words), "shared_rare") == [0.0, 0.0, 0.0, 0.0, 0.75, 0.25]


def test_a_fact_links_its_message_to_another_of_the_same_subject():
    assert column(candidates(facts=shared((1, 0), (5, 0), (4, 1))), "fact_link") == [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]


def test_what_stands_within_two_messages_of_a_hit_is_beside_it_in_its_session_only():
    step = np.array([0, 10, 20, 2, 3, 1], np.int32)
    assert column(candidates(step=step), "beside_first") == [0.0, 0.0, 0.0, 1.0, 0.0, 1.0]
    elsewhere = np.array([0, 0, 0, 0, 0, 1], np.int32)
    assert column(candidates(step=step, place=elsewhere), "beside_first") == [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]


def test_nothing_is_its_own_neighbour_nor_is_the_fact_read_from_it():
    same = candidates(
        turn=np.array([0, 1, 2, 0, 1, 2], np.int32),
        vectors=np.vstack([np.eye(3, 6, dtype=np.int8)] * 2),
        step=np.array([0, 10, 20, -1, -1, -1], np.int32),
        words=shared((0, 0), (3, 0)),
        facts=shared((0, 0), (3, 0)),
    )
    for name in ("like_first", "shared_rare", "fact_link", "beside_first"):
        assert column(same, name) == [0.0] * 6


def test_a_candidate_knows_the_chance_of_the_messages_beside_it():
    before, after = (column(candidates(step=np.arange(6, dtype=np.int32)), f"chance_{side}") for side in
                     ("before", "after"))  # fmt: skip
    chance = np.exp(SCORE - 5.0) / np.exp(SCORE - 5.0).sum()
    assert before == pytest.approx([0.0, *chance[:-1]])
    assert after == pytest.approx([*chance[1:], 0.0])


def test_a_gain_is_above_chance_on_all_packs_together_and_costs_none_of_them():
    up, down = np.full((50, 3), 0.02), np.full((50, 3), -0.01)
    over = together([up, up, down])
    assert over["recall@10"]["mean"] == pytest.approx(0.01) and over["recall@10"]["ci95"][0] > 0.0
    packs = {"a": {"difference": together([up])}, "b": {"difference": together([down])}}
    assert gained(over, {"a": packs["a"]}) == ["recall@10", "all@10"]
    assert gained(over, packs) == []
    assert gained(together([np.zeros((50, 3))]), {}) == []


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return small_pack(tmp_path_factory.mktemp("pack"))


@pytest.fixture(scope="module")
def result(pack):
    other = pack.with_name("other.jsonl.xz")
    other.write_bytes(pack.read_bytes())
    return trials.run([pack], [other])


def test_links_are_kept_of_what_is_learned_from_and_change_no_example(pack, tmp_path):
    plain, found = gather(pack, seed=7, work=tmp_path), gather(pack, seed=7, work=tmp_path, extra=linked)
    assert len(list(tmp_path.iterdir())) == 2 * len(SUBJECTS)
    assert [one.table.tobytes() for one in plain] == [one.table.tobytes() for one in found]
    assert {one.kind for one in found if isinstance(one, Linked)} == {"real", "part"}
    for one in found:
        if isinstance(one, Linked):
            columns = second_pass(one, one.table[:, 0].astype(np.float64))
            assert columns.shape == (len(one.right), len(COLUMNS))
            assert columns.min() >= 0.0 and columns.max() <= 1.0


def test_messages_know_their_step_and_facts_have_none(pack):
    early, late = [one for one in gather(pack, seed=7, extra=linked) if one.kind == "real"][:2]
    for one, steps in ((early, [*range(6), *range(2)]), (late, [*range(6), *range(6)])):
        assert sorted(one.step[one.step >= 0].tolist()) == sorted(steps)
        assert (one.place[one.step >= 0] >= 0).all() and (one.place[one.step < 0] < 0).all()


def test_the_result_has_a_row_for_everything_that_was_tried(result):
    assert [row["name"] for row in result["rows"]] == [PLAIN, *VARIANTS, ALL, TREES]
    plain = result["rows"][0]
    assert plain["together"]["recall@10"] == {"mean": 0.0, "ci95": [0.0, 0.0]}
    for row in result["rows"][:-1]:
        assert row["status"] == "ok"
        assert set(row["packs"]) == {"small", "other"}
        assert set(row["weights"]) == set(row["columns"])
        assert {*METRICS, "questions", "difference"} == set(row["packs"]["small"])


def test_trees_are_said_not_to_have_run_without_scikit_learn(pack, monkeypatch):
    monkeypatch.setattr("second_pass.fits.find_spec", lambda name: None)
    result = trials.run([pack])
    last = result["rows"][-1]
    assert (last["name"], last["status"], last["note"]) == (TREES, "not run", "scikit-learn is not installed")
    lines = trials.trials({"trials": {"run": trials.environment([]), **result}})
    assert any(line.startswith(f"| {TREES} |") and last["note"] in line for line in lines)


def test_the_command_writes_its_result_and_prints_a_table(pack, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["trials.py", "--data", str(pack), "--publish", str(tmp_path)])
    assert trials.main() == 0
    (written,) = tmp_path.glob("*-trials.json")
    assert json.loads(written.read_text())["what"] == "trials"
    assert "| feedback |" in capsys.readouterr().out


def test_a_pack_that_may_only_be_measured_is_not_learned_from(pack, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["trials.py", "--data", "locomo.jsonl.xz"])
    with pytest.raises(SystemExit):
        trials.main()
    assert "may only be measured" in capsys.readouterr().err
