from __future__ import annotations

from datetime import UTC, datetime

import pytest

from strandline import Memory
from strandline.bench import recall
from strandline.bench.data import Conversation
from strandline.bench.families import families
from strandline.errors import InputError
from strandline.recall import DEFAULT_ANSWERABLE

from .fake import FakeMemory
from .packs import GARDEN, conversation, question, turn, write


def measure(tmp_path, *rows, **options):
    made = []

    def open_memory(path, clock):
        made.append(FakeMemory(path, clock=clock))
        return made[-1]

    pack = write(tmp_path / "garden.jsonl.xz", *rows)
    return recall.run(pack, known=families({"strandline": open_memory}), **options), made


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
    result, _ = measure(tmp_path, pack, systems=["strandline", "bm25", "random"])
    means = result["systems"]["strandline"]["all"]
    assert (means["recall@10"], means["all@10"], means["mrr"]) == (0.5, 0.0, 1.0)
    assert (means["recall@5"], means["all@5"], means["recall@200"]) == (0.5, 0.0, 0.5)
    assert (means["session_hit@5"], means["session_all@5"]) == (1.0, 0.0), "one of two right sessions"
    assert {means[f"context_evidence{tokens}"] for tokens in ("", "@500", "@2000")} == {0.5}
    assert result["systems"]["random"]["all"]["recall@10"] == 1.0, "three turns are fewer than ten"
    assert result["systems"]["bm25"]["all"]["recall@10"] == 0.5


def test_ids_of_the_pack_never_reach_the_store(tmp_path):
    _, [memory] = measure(tmp_path, GARDEN)
    assert "answer_a" not in str(memory.log)


def test_a_question_is_asked_when_only_the_turns_before_it_were_added(tmp_path):
    pack = conversation(GARDEN["turns"], [question("late", "cello", []), question("soon", "hedge", [], before="b:1")])
    _, [memory] = measure(tmp_path, pack)
    order = [given if what == "search" else len(given[1]) for what, given in memory.log]
    warm = GARDEN["turns"][0]["text"]
    assert list(dict.fromkeys(order[:2])) == [2, 1], "the first session, and the first turn of the second"
    assert order[2:5] == [warm, "hedge", "hedge"], "to be warm; then the question, and what its threshold cut off"
    assert order[5:] == [1, 1, "cello", "cello"]


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
    result, _ = measure(tmp_path, GARDEN, systems=["strandline"])
    assert list(result["systems"]) == ["strandline"]


def test_a_question_is_asked_when_the_pack_says_it_was(tmp_path):
    """ "Last week" must mean the week before the question."""
    turns = [turn("a:0", "a", "the cello is out of tune")]
    asked = question("q1", "cello", ["a:0"], time="2023/06/01 (Thu) 08:00")
    _, made = measure(tmp_path, conversation(turns, [asked]))
    assert set(made[0].asked[1:]) == {datetime(2023, 6, 1, 8, 0, tzinfo=UTC)}, "after the untimed first search"


def shared(*sessions):
    """A conversation of a turn a session, and a question about the first turn."""
    turns = [turn(f"{id}:0", id, text) for id, text in sessions]
    return conversation(
        turns, [question(f"q-{turns[0]['id']}", sessions[0][1], [turns[0]["id"]])], conv_id=sessions[0][0]
    )


def test_every_question_is_also_asked_of_the_next_conversation(tmp_path):
    """The last one of the first; what it finds there is the best score of all."""
    rows = [shared(("a", "red apple")), shared(("b", "green pear")), shared(("c", "blue plum"), ("d", "an apple"))]
    result, made = measure(tmp_path, *rows, systems=["strandline"])
    asked = [list(dict.fromkeys(given for what, given in memory.log if what == "search")) for memory in made]
    assert asked == [["red apple", "blue plum"], ["green pear", "red apple"], ["blue plum", "green pear"]]
    threshold = result["systems"]["strandline"]["threshold"]
    assert (threshold["foreign"], threshold["answerable_with_evidence"]) == (3, 3)
    assert threshold["at_lost"]["threshold"] == 2 / 3
    assert threshold["at_lost"]["foreign"] == 0.0


def test_a_conversation_that_holds_the_evidence_is_not_asked(tmp_path):
    """Packs share sessions between conversations; with no other left, the question is not asked elsewhere."""
    rows = [shared(("a", "red apple")), shared(("b", "green pear"), ("a2", "red apple"))]
    result, _ = measure(tmp_path, *rows, systems=["strandline"])
    assert result["systems"]["strandline"]["threshold"]["foreign"] == 1


def test_a_sample_is_the_same_under_every_limit():
    ids = [Conversation(id=str(n), turns=(), questions=()) for n in range(20)]
    drawn = [one.id for one in recall.sample(ids, 5)]
    assert len(drawn) == 5
    assert drawn == [one.id for one in recall.sample([one for one in ids if one.id in drawn or one.id > "5"], 5)]
    assert drawn == sorted(drawn, key=int)
    assert recall.sample(ids, None) == ids


def test_a_way_of_asking_shares_the_store_of_the_default(tmp_path):
    """Only the default takes turns in; the other one finds them, and is compared with it."""
    stores = {}

    class Reader(FakeMemory):
        def __init__(self, path, *, clock):
            super().__init__(path, clock=clock)
            self.rows = stores.setdefault(path, self.rows)

    class Empty(Reader):
        def search(self, query, **options):
            super().search(query, **options)
            return []

    ways = families({"strandline": Reader, "without-all": Empty})
    pack = write(tmp_path / "garden.jsonl.xz", GARDEN)
    result = recall.run(pack, systems=["strandline", "without-all"], known=ways)
    default, other = result["systems"]["strandline"], result["systems"]["without-all"]
    assert other["cost"]["messages_per_s"] is None
    assert default["cost"]["messages_per_s"] > 0
    assert other["difference"]["mean"]["recall@10"] == -default["all"]["recall@10"]
    assert other["difference"]["default"] == {key: value for key, value in default["all"].items() if key != "questions"}
    assert "difference" not in default


def test_an_unknown_system_is_named_with_those_there_are(tmp_path):
    with pytest.raises(InputError, match=r"'bm52'; there are: strandline, minilm, hash, bm25"):
        measure(tmp_path, GARDEN, systems=["bm52"])


def test_what_scores_say_is_reported_of_hits_and_of_questions(tmp_path):
    """The fake scores 1/2 for one shared word, 2/3 for two; hits of a question without an answer are all wrong."""
    turns = [turn("a:0", "a", "red apple"), turn("b:0", "b", "red pear"), turn("c:0", "c", "blue sky")]
    questions = [question("q", "red apple", ["a:0"]), question("r", "red", [], abstain=True)]
    result, _ = measure(tmp_path, conversation(turns, questions), systems=["strandline"])
    found = result["systems"]["strandline"]
    assert found["calibration"]["answerable"]["hits"] == 2
    assert found["calibration"]["answerable"]["ece"] == pytest.approx((1 / 2 + 1 / 3) / 2)
    assert found["calibration"]["with_unanswered"]["hits"] == 4
    assert found["threshold"]["at_lost"]["threshold"] == 2 / 3
    assert (found["threshold"]["at_lost"]["unanswered"], found["threshold"]["at_lost"]["foreign"]) == (0.0, None)
    assert found["threshold"]["at_default"] == {
        "threshold": DEFAULT_ANSWERABLE,
        "lost": 0.0,
        "foreign": None,
        "unanswered": 1.0,
    }


def test_rows_of_an_ablation_are_of_the_ranking_that_was_learned_for_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (family, *_) = families({"strandline": Memory})
    seen = [family.version()]
    folder = tmp_path / "benchmarks" / "ablations"
    folder.mkdir(parents=True)
    for text in ("{}", "{ }"):
        (folder / "without-date.json").write_text(text, encoding="utf-8")
        seen.append(family.version())
    assert len(set(seen)) == 3
