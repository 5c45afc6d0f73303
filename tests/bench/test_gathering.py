"""What ranking learns from: which candidates are right, what may be known, and that a run goes on where it stopped."""

from __future__ import annotations

import numpy as np
import pytest

from strandline.bench.gathering import gather
from strandline.errors import InputError
from strandline.recall.evidence import FEATURES
from strandline.recall.model import QUESTION_FEATURES

from .small import SUBJECTS, small_pack


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return small_pack(tmp_path_factory.mktemp("pack"))


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    return tmp_path_factory.mktemp("work") / "deep"


@pytest.fixture(scope="module")
def examples(pack, work):
    return gather(pack, seed=7, work=work)


def same(left, right):
    """Whether two lists of examples are equal."""

    def plain(one):
        arrays = (one.table, one.right, one.turn, one.place)
        texts = (one.pack, one.group, one.kind, one.type, one.wanted, one.breadth, sorted(one.asked.items()))
        return (*(array.tobytes() for array in arrays), *texts)

    return [plain(one) for one in left] == [plain(one) for one in right]


def of(examples, *kinds):
    return [one for one in examples if one.kind in kinds]


def test_every_question_is_asked_once_of_its_own_conversation(examples):
    own = of(examples, "real", "abstain")
    assert [one.kind for one in own] == ["real", "real", "abstain"] * 3
    assert sorted({one.group for one in own}) == sorted(SUBJECTS)


def test_there_are_examples_of_every_kind(examples):
    assert {one.kind for one in examples} == {"real", "abstain", "foreign", "part", "gap"}
    assert {one.pack for one in examples} == {"small"}


def test_the_arrays_of_an_example_are_by_candidate(examples):
    for one in examples:
        count = len(one.right)
        assert count > 0
        assert one.table.shape == (count, len(FEATURES))
        assert one.turn.shape == one.place.shape == (count,)
        assert np.isfinite(one.table).all()
        assert set(one.asked) == set(QUESTION_FEATURES) - {"evidence"}


def test_the_turns_that_answer_are_right_and_so_are_the_facts_learned_from_them(examples):
    for one in of(examples, "real"):
        assert set(one.turn[one.right].tolist()) == ({0, 6} if one.breadth else {4})
        assert one.wanted == (2 if one.breadth else 1)


def test_only_turns_before_a_question_are_known(examples):
    early = [one for one in of(examples, "real") if not one.breadth]
    assert len(early) == 3
    assert all(set(one.turn.tolist()) - {-1} == set(range(8)) for one in early)


@pytest.mark.parametrize("kind", ["abstain", "foreign", "gap"])
def test_nothing_is_right_where_nothing_answers(examples, kind):
    assert not any(one.right.any() or one.wanted for one in of(examples, kind))


def test_a_part_knows_a_few_turns_that_stand_together_one_of_them_right(examples):
    for one in of(examples, "part"):
        turns = sorted(set(one.turn.tolist()) - {-1})
        assert turns == list(range(turns[0], turns[-1] + 1))
        assert one.wanted == len(set(one.turn[one.right].tolist())) >= 1


def test_examples_do_not_depend_on_whether_they_are_kept(pack, examples):
    assert same(gather(pack, seed=7), examples)


def test_another_seed_chooses_other_parts(pack, examples):
    other = gather(pack, seed=8)
    assert same(of(other, "real", "abstain"), of(examples, "real", "abstain"))
    assert not same(other, examples)


def test_a_run_goes_on_from_the_conversations_that_were_kept(pack, work, examples):
    kept = sorted(work.iterdir())
    assert len(kept) == 3 and all(path.suffix == ".pickle" for path in kept)
    kept[1].unlink()
    before = {path: path.stat().st_mtime_ns for path in kept if path.exists()}
    assert same(gather(pack, seed=7, work=work), examples)
    assert sorted(work.iterdir()) == kept
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_a_pack_that_is_missing_is_named(tmp_path):
    with pytest.raises(InputError, match="nowhere"):
        gather(tmp_path / "nowhere.jsonl.xz", seed=7)
