"""What the learned ranking must keep to: found by trying to break it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import strandline
from strandline.bench.gathering import gather
from strandline.bench.learning import Packs, run
from strandline.bench.training import train
from strandline.errors import InputError
from strandline.memory import Memory
from strandline.recall import Ranking, rank, understand
from strandline.recall.evidence import GROUPS
from strandline.recall.features import whole
from strandline.recall.model import Profile
from strandline.recall.questions import form
from strandline.recall.ranking import compared, spread
from tests.bench.packs import write
from tests.bench.small import small, small_pack

from .rows import NOW, TABLE, Said, ask, view


def tables(shown, hidden, question):
    """The features of some messages alone, and with others stored that the reader may not see."""
    alone, mixed = view(shown), view([*shown, *hidden])
    seen = np.arange(len(mixed)) < len(shown)
    return (compared(one, ask(question), mask, TABLE, None)[2] for one, mask in ((alone, None), (mixed, seen)))


@pytest.mark.parametrize("question", ["what did Ana tell Boris of the kitten", "what did Boris say of the kitten"])
def test_the_names_of_invisible_speakers_change_nothing(question):
    shown = [Said(text="I adopted a kitten", name="Ana"), Said(text="The rain is back", name="Ben", session=2)]
    alone, mixed = tables(shown, [Said(text="Good morning", name="Boris", agent=3, session=9)], question)
    for name in ("speaker", "other_speaker"):
        assert mixed.column(name).tolist() == alone.column(name).tolist()


def test_an_invisible_message_is_not_the_best_of_a_session_of_unlike_ones():
    shown = ["The committee postponed legislation", "zebra giraffe", "Invoice 4492 overdue tax"]
    question = "chocolate cake recipe"
    assert np.all(whole(view(shown), ask(question), None).meaning < 0.0)
    alone, mixed = tables(shown, [Said(text="kernel scheduler panic", agent=3)], question)
    assert mixed.column("meaning_of_session_best").tolist() == alone.column("meaning_of_session_best").tolist()


def test_a_worse_candidate_of_a_session_never_overtakes_a_better_one():
    score = 10.0 - np.arange(60) / 100
    assert np.all(np.diff(spread(score, [0] * 60, 0.4)) <= 0.0)


@pytest.mark.parametrize("by", ["filter", "boost"])
def test_filters_and_boosts_change_no_score_where_sessions_are_spread(by):
    weights = {"coverage": 4.0, "length": 20.0}
    ranking = Ranking(profiles={"words": Profile(weights=weights, calibration={"evidence": 0.2})}, breadth=1.0)
    long = Said(text="orchid anchor bicycle copper meadow puppet saddle turnip walnut", session=1)
    short = [*(Said(text=f"kettle {i}", session=i) for i in range(320, 1, -1)), Said(text="kettle kettle", session=1)]
    seen = view([long, *short])
    query, allowed, lift = understand("how many kettles", now=NOW), np.zeros(321, np.bool_), np.ones(321)
    allowed[[0, 320]], lift[[0, 320]] = True, 100.0
    plain = rank(seen, query, ranking=ranking, limit=10)
    some = rank(seen, query, ranking=ranking, limit=10, **({"allowed": allowed} if by == "filter" else {"lift": lift}))
    assert 320 in plain.rows and {0, 320} <= set(some.rows.tolist())
    assert some.scores[some.rows == 320] == plain.scores[plain.rows == 320]


def test_what_is_left_out_stays_out_beside_the_learned_weights():
    less = Ranking.default().without("learned", "dense")
    assert not set(less.profiles["pieces"].weights) & GROUPS["dense"]


PROFILE = {"weights": {}, "calibration": {}}


@pytest.mark.parametrize(
    "raw",
    [
        {"profiles": {"words": 5}},
        {"profiles": {"words": None}},
        {"profiles": {"words": {**PROFILE, "weights": {"words": "much"}}}},
        {"profiles": {"words": {**PROFILE, "weights": {"words": None}}}},
        {"profiles": {"words": {**PROFILE, "calibration": {"bias": [1.0]}}}},
        {"profiles": {"words": {**PROFILE, "weights": {"words": float("nan")}}}},
        {"profiles": {"words": PROFILE}, "breadth": "wide"},
        {"profiles": {"words": PROFILE}, "breadth": None},
        {"profiles": {"words": PROFILE}, "about": 5},
    ],
    ids=str,
)
def test_a_file_with_values_of_another_kind_is_named(tmp_path, raw):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(InputError, match=r"mine\.json"):
        Ranking.load(path)


def test_the_error_for_a_wrong_ranking_names_what_can_be_imported():
    with pytest.raises(InputError, match=r"strandline\.Ranking"):
        Memory(":memory:", ranking=5)
    assert strandline.Ranking is Ranking


@pytest.mark.parametrize("question", ["how to bake sourdough bread", "xyzzy plugh qwerty"])
def test_a_small_store_has_nothing_for_a_question_about_something_else(question):
    said = (
        "We deploy the API with Docker on port 8090", "The build server runs Ubuntu 22.04 and Jenkins",
        "I prefer dark mode in the editor", "My sister plays the cello in an orchestra",
        "The bug in the parser was fixed by Dmitri",
    )  # fmt: skip
    with Memory(":memory:") as memory:
        memory.add([{"role": "user", "content": text} for text in said], user_id="ana")
        assert memory.search(question, user_id="ana") == []


def test_a_hindi_question_with_kya_is_a_yes_or_no_question():
    assert form("क्या वह गया").is_a("yes_no")


@pytest.mark.parametrize("text", ["किराया कितना", "औरत"])
def test_hindi_words_are_not_cut_into_parts(text):
    assert form(text).parts == (text,)


def test_a_name_with_an_apostrophe_is_not_cut_into_parts():
    assert form("Where does Pat O'Neil live").parts == ("Where does Pat O'Neil live",)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Où habite Élodie ?", "Élodie"),
        ("¿Dónde vive Ángel?", "Ángel"),
        ("Где живёт Олег?", "Олег"),
        ('who wrote "Dune"', "Dune"),
        ("which city (Rome) was it", "Rome"),
    ],
)
def test_names_are_read_in_any_alphabet_and_in_quotes(text, name):
    assert form(text).names == (name,)


def test_a_score_is_not_made_of_what_its_profile_lacks(tmp_path):
    examples = gather(small_pack(tmp_path), seed=7)
    ranking, _ = train({"words": examples}, breadth=0.0, about={}, without=frozenset())
    absent = ("meaning", "pieces", "some_meaning", "some_pieces")
    for words in (ranking.profiles["words"], Ranking.default().profiles["words"]):
        assert [name for name in absent if words.calibration.get(name)] == []


def test_questions_of_a_conversation_are_not_foreign_to_it(tmp_path):
    examples = gather(small_pack(tmp_path, names=("ana",)), seed=7)
    assert not any(one.kind == "foreign" for one in examples)


def test_what_was_kept_is_not_used_for_another_seed(tmp_path):
    pack = small_pack(tmp_path)
    gather(pack, seed=7, work=tmp_path / "kept")
    other, kept = gather(pack, seed=8), gather(pack, seed=8, work=tmp_path / "kept")
    assert [one.table.tobytes() for one in kept] == [one.table.tobytes() for one in other]


def learn(pack: Path, **options):
    return run(
        Packs(data=[pack], measure=options.pop("measure", ())),
        out=options.pop("out", pack.parent / "mine.json"),
        command=["train"],
        **options,
    )


def test_a_pack_of_one_group_can_be_learned_from_or_is_refused(tmp_path):
    pack = small_pack(tmp_path, names=("ana",))
    try:
        learn(pack)
    except InputError:
        return
    assert (tmp_path / "mine.json").exists()


def test_a_pack_without_a_question_that_wants_breadth_can_be_learned_from(tmp_path):
    rows = [small(name) for name in ("ana", "ben", "eva")]
    for row in rows:
        row["questions"] = row["questions"][1:]
    assert learn(write(tmp_path / "small.jsonl.xz", *rows))["breadth"] == 0.0


def test_a_pack_without_evidence_can_be_measured(tmp_path):
    row = small("ana")
    row["questions"] = row["questions"][2:]
    blank = write(tmp_path / "blank.jsonl.xz", row)
    report = learn(small_pack(tmp_path), measure=[blank])
    assert report["profiles"]["words"]["small"]["questions"] == 6


def test_a_place_that_is_not_there_is_refused_or_made(tmp_path):
    out = tmp_path / "deep" / "mine.json"
    try:
        learn(small_pack(tmp_path), out=out)
    except InputError:
        return
    assert out.exists()
