"""What ranking has learned, as a file and as a value: read, refused, left out in parts, given to a memory."""

from __future__ import annotations

import json
import math

import pytest

from strandline.embedders import HashEmbedder
from strandline.errors import InputError
from strandline.memory import Memory
from strandline.recall import Ranking
from strandline.recall.evidence import FEATURES, GROUPS, RISING
from strandline.recall.model import BY_HAND, PATH, PROFILES, QUESTION_FEATURES, SWITCHES, Profile

SHIPPED = Ranking.default()
WORDS = Profile(weights={"words": 1.0}, calibration={"evidence": 1.0, "bias": -1.0})
VECTORS = Profile(weights={"meaning": 2.0}, calibration={"evidence": 1.0})


def written(tmp_path, **changes):
    """A file of one profile with some changes."""
    profile = {"weights": {"words": 1.0}, "calibration": {"bias": -1.0}}
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"profiles": {"words": profile}, **changes}), encoding="utf-8")
    return path


def test_the_ranking_that_ships_is_the_file_beside_the_code():
    assert Ranking.load(PATH) == SHIPPED
    assert set(SHIPPED.profiles) >= {"pieces", "vectors", "words"}
    assert Ranking.default() is SHIPPED, "read once"


def test_the_ranking_that_ships_says_by_which_command_seed_and_data_it_was_made():
    about = SHIPPED.about
    assert {"command", "seed", "data"} <= set(about)
    assert about["command"] and about["data"]
    assert all(len(bytes.fromhex(digest)) == 32 for digest in about["data"].values())


@pytest.mark.parametrize("kind", sorted(SHIPPED.profiles))
def test_what_speaks_for_a_message_never_lowers_its_score_in_the_ranking_that_ships(kind):
    weights = SHIPPED.profiles[kind].weights
    assert {name: weight for name, weight in weights.items() if name in RISING and weight < 0.0} == {}
    assert SHIPPED.profiles[kind].calibration["evidence"] > 0.0


@pytest.mark.parametrize("kind", sorted(SHIPPED.profiles))
def test_the_numbers_that_ship_are_finite_and_of_known_features(kind):
    profile = SHIPPED.profiles[kind]
    assert all(math.isfinite(value) for row in (profile.weights, profile.calibration) for value in row.values())
    assert set(profile.weights) <= set(FEATURES)
    assert set(profile.calibration) <= {*QUESTION_FEATURES, "bias"}
    assert SHIPPED.breadth >= 0.0


def test_weights_of_what_an_embedder_lacks_are_not_in_its_profile():
    plain = {kind: {name.rpartition(":")[2] for name in row.weights} for kind, row in SHIPPED.profiles.items()}
    assert not plain["vectors"] & GROUPS["pieces"]
    assert not plain["words"] & (GROUPS["pieces"] | GROUPS["dense"])


def test_the_columns_and_groups_are_made_of_known_names():
    assert len(set(FEATURES)) == len(FEATURES)
    assert set(FEATURES) >= RISING
    assert set().union(*GROUPS.values()) <= set(FEATURES)


def test_a_vector_has_each_weight_at_its_column_and_zero_elsewhere():
    vector = Profile(weights={"words": 2.5, "named:length": -1.0}, calibration={}).vector()
    assert vector.shape == (len(FEATURES),)
    assert (vector[FEATURES.index("words")], vector[FEATURES.index("named:length")]) == (2.5, -1.0)
    assert sum(map(bool, vector.tolist())) == 2


def test_what_is_written_is_read_as_it_was(tmp_path):
    mine = Ranking(
        profiles={"words": WORDS, "vectors": VECTORS}, breadth=0.25, about={"seed": 7, "data": {"a.jsonl": "00"}}
    )
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(mine.to_dict()), encoding="utf-8")
    assert Ranking.load(path) == Ranking.load(str(path)) == Ranking.of(mine.to_dict()) == mine
    assert Ranking.of(SHIPPED.to_dict()) == SHIPPED


def test_breadth_and_about_may_be_missing(tmp_path):
    mine = Ranking.load(written(tmp_path, profiles={"words": PROFILE}))
    assert (mine.breadth, mine.about) == (0.0, {})


def test_a_file_that_is_missing_is_named(tmp_path):
    with pytest.raises(InputError, match="nowhere"):
        Ranking.load(tmp_path / "nowhere.json")


def test_a_folder_is_no_ranking(tmp_path):
    with pytest.raises(InputError, match=tmp_path.name):
        Ranking.load(tmp_path)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[]", b"5", b'{"profiles": 5}', b"{}", b"null"])
def test_a_file_of_another_kind_is_named(tmp_path, content):
    path = tmp_path / "mine.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"mine\.json"):
        Ranking.load(path)


PROFILE = {"weights": {}, "calibration": {}, "answers": {}}


@pytest.mark.parametrize(
    ("profiles", "what"),
    [
        ({"words": {**PROFILE, "weights": {"colour": 1.0}}}, "colour"),
        ({"words": {**PROFILE, "calibration": {"colour": 1.0}}}, "colour"),
        ({"words": {**PROFILE, "calibration": {"words": 1.0}}}, "'words' is not known"),
        ({"words": {"weights": {}}}, "calibration"),
        ({"words": {**PROFILE, "weights": [1.0]}}, "list"),
        ({"words": PROFILE, "smells": PROFILE}, "smells"),
        ({"words": {**PROFILE, "answers": {"share": 1.0}}}, "share"),
        ({}, "some of"),
    ],
)
def test_what_is_unknown_or_missing_in_a_file_is_named_with_the_file(tmp_path, profiles, what):
    with pytest.raises(InputError, match=what) as error:
        Ranking.load(written(tmp_path, profiles=profiles))
    assert "mine.json" in str(error.value)


@pytest.mark.parametrize("group", sorted(GROUPS))
def test_a_group_that_is_left_out_weighs_nothing_and_the_rest_as_before(group):
    less = SHIPPED.without(group)
    for kind, profile in less.profiles.items():
        before = SHIPPED.profiles[kind].weights
        gone = set(before) - set(profile.weights)
        assert gone == {name for name in before if name.rpartition(":")[2] in GROUPS[group]}
        assert profile.weights == {name: before[name] for name in profile.weights}
        assert profile.calibration == SHIPPED.profiles[kind].calibration
    assert less.breadth == SHIPPED.breadth


def test_groups_may_be_left_out_together_in_any_order():
    assert SHIPPED.without("dense", "pieces") == SHIPPED.without("pieces").without("dense")
    assert SHIPPED.without() == SHIPPED


def test_diversity_and_learning_can_be_left_out():
    assert SHIPPED.without("diversity").breadth == 0.0
    assert SHIPPED.without("diversity").profiles == SHIPPED.profiles
    assert all(profile.weights == BY_HAND for profile in SHIPPED.without("learned").profiles.values())


@pytest.mark.parametrize("part", ["smells", "", "words", "GROUPS"])
def test_a_part_that_is_none_is_named_with_all_there_are(part):
    with pytest.raises(InputError) as error:
        SHIPPED.without("dense", part)
    assert all(repr(name) in str(error.value) for name in (part, *GROUPS, *SWITCHES))


@pytest.mark.parametrize(
    ("there", "kind", "used"),
    [
        (("words",), "tokens", "words"),
        (("words",), "words", "words"),
        (("words", "vectors"), "pieces", "vectors"),
        (("words", "vectors"), "words", "words"),
        (("words", "pieces"), "vectors", "words"),
        (PROFILES, "pieces", "pieces"),
    ],
)
def test_where_a_profile_is_missing_that_for_less_is_used(there, kind, used):
    profiles = {name: Profile(weights={"words": float(place)}, calibration={}) for place, name in enumerate(there)}
    assert Ranking(profiles=profiles).profile(kind) is profiles[used]


SHORT, LONG = "The tea is green.", "The tea that we had in the garden of the old hotel by the lake was of a deep black."


def by_length(weight):
    return Ranking(profiles={"words": Profile(weights={"length": weight}, calibration={"evidence": 1.0})})


@pytest.mark.parametrize("embedder", [None, HashEmbedder()], ids=["pieces", "vectors"])
@pytest.mark.parametrize(("weight", "first"), [(5.0, LONG), (-5.0, SHORT)])
def test_a_memory_ranks_by_the_ranking_it_was_given(embedder, weight, first):
    with Memory(":memory:", embedder=embedder, ranking=by_length(weight)) as memory:
        memory.add([{"role": "user", "content": text} for text in (SHORT, LONG)], user_id="ana")
        hits = memory.search("the tea", user_id="ana", min_score=0.0, kinds="message")
    assert [hit.text for hit in hits] == sorted((SHORT, LONG), key=lambda text: text != first)


def test_a_memory_without_a_ranking_has_the_one_that_ships():
    def scores(ranking):
        with Memory(":memory:", ranking=ranking) as memory:
            memory.add([{"role": "user", "content": text} for text in (SHORT, LONG)], user_id="ana")
            return [(hit.text, hit.score) for hit in memory.search("green tea", user_id="ana", min_score=0.0)]

    assert scores(None) == scores(SHIPPED) != scores(by_length(1.0))


@pytest.mark.parametrize("ranking", ["mine.json", {"profiles": {}}, 5, Ranking, VECTORS])
def test_a_ranking_of_another_type_is_refused(ranking):
    with pytest.raises(InputError, match="ranking must be"):
        Memory(":memory:", ranking=ranking)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"profiles": {"words": {"weights": {"words": 1' + "0" * 400 + '}, "calibration": {}, "answers": {}}}}',
        '{"profiles": {"words": {"weights": {}, "calibration": {"share": 1e308}, "answers": {}}}}',
        '{"breadth": -1, "profiles": {"words": {"weights": {}, "calibration": {}, "answers": {}}}}',
    ],
)
def test_numbers_that_no_training_gives_and_files_without_end_are_refused(tmp_path, text):
    (tmp_path / "mine.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="mine"):
        Ranking.load(tmp_path / "mine.json")


@pytest.mark.parametrize("path", [None, 5])
def test_what_is_no_path_is_no_ranking(path):
    with pytest.raises(InputError, match="no ranking that can be read"):
        Ranking.load(path)
