from __future__ import annotations

from datetime import UTC, datetime

from strandline.bench import recall

from .fake import FakeMemory
from .packs import GARDEN, conversation, question, turn, write


def measure(tmp_path, *rows, **options):
    made = []

    def open_memory(path, clock):
        made.append(FakeMemory(path, clock=clock))
        return made[-1]

    result = recall.run(write(tmp_path / "garden.jsonl.xz", *rows), open_memory=open_memory, **options)
    return result, made


def test_questions_without_evidence_or_answer_are_counted_and_left_out(tmp_path):
    result, _ = measure(tmp_path, GARDEN)
    counts = result["systems"]["strandline"]["questions"]
    assert counts == {"asked": 4, "scored": 2, "abstain": 1, "without_evidence": 1}
    assert result["what"] == "recall-garden"


def test_both_systems_have_the_same_columns(tmp_path):
    result, _ = measure(tmp_path, GARDEN)
    ours, bm25 = result["systems"]["strandline"], result["systems"]["bm25"]
    assert ours["all"].keys() == bm25["all"].keys()
    assert ours["cost"].keys() == bm25["cost"].keys()
    assert ours["by_type"].keys() == {"plain", "several"}


def test_a_twin_in_another_session_counts_as_the_evidence_turn(tmp_path):
    pack = conversation(GARDEN["turns"], [question("q", "spare key flowerpot", ["b:1"])])
    result, _ = measure(tmp_path, pack)  # the fake ranks the twin of the first session first
    means = result["systems"]["strandline"]["all"]
    assert (means["mrr"], means["session_hit@5"], means["context_evidence"]) == (1.0, 1.0, 1.0)


def test_missed_evidence_lowers_recall_by_its_share(tmp_path):
    turns = [turn("a:0", "a", "red apple"), turn("b:0", "b", "green pear"), turn("c:0", "c", "blue sky")]
    pack = conversation(turns, [question("q", "apple pear", ["a:0", "c:0"])])
    result, _ = measure(tmp_path, pack)
    means = result["systems"]["strandline"]["all"]
    assert (means["recall@10"], means["all@10"], means["mrr"]) == (0.5, 0.0, 1.0)
    assert result["systems"]["bm25"]["all"]["recall@10"] == 0.5


def test_ids_of_the_pack_never_reach_the_store(tmp_path):
    _, [memory] = measure(tmp_path, GARDEN)
    assert "answer_a" not in str(memory.log)


def test_a_question_is_asked_when_only_the_turns_before_it_were_added(tmp_path):
    pack = conversation(GARDEN["turns"], [question("late", "cello", []), question("soon", "hedge", [], before="b:1")])
    _, [memory] = measure(tmp_path, pack)
    order = [what if what == "search" else len(given[1]) for what, given in memory.log]
    assert order == [2, 1, "search", "search", 1, 1, "search"]  # the first search warms up


def test_no_context_holds_only_a_part_of_a_text(tmp_path):
    pack = conversation(GARDEN["turns"], [question("q", "third flowerpot gardener hedge cello", ["c:0"])])
    result, _ = measure(tmp_path, pack)  # the fake puts two items into a context
    assert result["systems"]["strandline"]["all"]["context_evidence"] == 0.0
    assert result["systems"]["bm25"]["all"]["context_evidence"] == 1.0


def test_returning_nothing_is_counted_apart_for_answerable_and_unanswerable(tmp_path):
    answerable = [question("a", "zebra", ["c:0"]), question("c", "cello", ["c:0"])]
    questions = [*answerable, question("b", "unicorn", [], abstain=True)]
    result, _ = measure(tmp_path, conversation(GARDEN["turns"], questions))
    row = result["systems"]["strandline"]["abstention"]
    assert (row["answerable_returned_nothing"], row["answerable"]) == (1, 2)
    assert (row["abstain_returned_nothing"], row["abstain"]) == (1, 1)
    assert row["auroc_of_best_score"] == 0.75


def test_equal_runs_find_equal_things(tmp_path):
    first, _ = measure(tmp_path, GARDEN)
    second, _ = measure(tmp_path, GARDEN)
    for system in ("strandline", "bm25"):
        assert first["systems"][system]["by_type"] == second["systems"][system]["by_type"]


def test_the_baseline_can_be_left_out(tmp_path):
    result, _ = measure(tmp_path, GARDEN, baseline=False)
    assert list(result["systems"]) == ["strandline"]


def test_a_question_is_asked_when_the_pack_says_it_was(tmp_path):
    """ "Last week" must mean the week before the question."""
    turns = [turn("a:0", "a", "the cello is out of tune")]
    asked = question("q1", "cello", ["a:0"], time="2023/06/01 (Thu) 08:00")
    _, made = measure(tmp_path, conversation(turns, [asked]))
    assert set(made[0].asked[1:]) == {datetime(2023, 6, 1, 8, 0, tzinfo=UTC)}, "after the untimed first search"
