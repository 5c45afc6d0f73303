"""``strandline bench train`` on a tiny pack."""

from __future__ import annotations

import hashlib
import json

import pytest

from strandline.memory import Memory
from strandline.recall import Ranking
from strandline.recall.evidence import GROUPS, RISING
from tests.bench.small import small_pack

from .conftest import Shell

TRAIN = ("bench", "train", "--data", "small.jsonl.xz", "--out", "mine.json")


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A folder with the pack, and with what a run kept and learned."""
    folder = tmp_path_factory.mktemp("train")
    small_pack(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        shell = Shell(folder)
        (report,) = shell.json(*TRAIN, "--work", "kept")
    return shell, report, (folder / "mine.json").read_bytes()


@pytest.fixture
def trained(home, monkeypatch):
    monkeypatch.chdir(home[0].folder)
    return home


def test_the_file_that_is_written_can_be_loaded_and_ranks(trained):
    shell, _, _ = trained
    mine = Ranking.load(shell.folder / "mine.json")
    assert set(mine.profiles) == {"pieces", "vectors", "words"}
    assert all(weight >= 0 for row in mine.profiles.values() for name, weight in row.weights.items() if name in RISING)
    with Memory(":memory:", ranking=mine) as memory:
        memory.add([{"role": "user", "content": text} for text in ("The kettle is new", "It rains")], user_id="ana")
        assert memory.search("the new kettle", user_id="ana", min_score=0.0)[0].text == "The kettle is new"


def test_the_file_says_by_which_command_seed_and_data_it_was_made(trained):
    shell, report, written = trained
    about = json.loads(written)["about"]
    assert about["data"] == {
        "small.jsonl.xz": hashlib.sha256((shell.folder / "small.jsonl.xz").read_bytes()).hexdigest()
    }
    assert {"command", "seed", "without"} <= set(about)
    assert report["about"] == about


def test_the_report_has_the_figures_of_each_profile_and_pack(trained):
    _, report, written = trained
    assert report["what"] == "train"
    assert report["breadth"] == json.loads(written)["breadth"]
    assert report["not_for_shipping"] == []
    for profile in report["profiles"].values():
        assert set(profile) == {"small"}
        row = profile["small"]
        assert row["questions"] == 6
        assert 0.0 <= row["recall@5"] <= row["recall@10"] <= row["pool"] == 1.0
        assert 0.0 <= row["ece"] <= 1.0


def test_a_run_that_goes_on_reads_what_was_kept_and_gives_the_same_file(trained):
    shell, _, written = trained
    kept = {path: path.stat().st_mtime_ns for path in (shell.folder / "kept").iterdir()}
    assert len(kept) == 3
    shell(*TRAIN, "--work", "kept")
    again, before = (json.loads(one) for one in ((shell.folder / "mine.json").read_bytes(), written))
    assert {**again, "about": None} == {**before, "about": None}
    assert {path: path.stat().st_mtime_ns for path in (shell.folder / "kept").iterdir()} == kept


def test_groups_that_are_left_out_weigh_nothing(trained):
    shell, _, _ = trained
    shell("bench", "train", "--data", "small.jsonl.xz", "--work", "kept", "--out", "less.json",
          "--without", "dense", "--without", "form")  # fmt: skip
    less = Ranking.load(shell.folder / "less.json")
    assert less.about["without"] == ["dense", "form"]
    assert less == less.without("dense", "form")
    assert all(profile.weights for profile in less.profiles.values())


def test_a_group_that_is_none_is_refused_with_all_there_are(trained):
    shell, _, _ = trained
    result = shell("bench", "train", "--data", "small.jsonl.xz", "--out", "none.json", "--without", "smells", code=2)
    assert all(repr(name) in result.stderr for name in ("smells", *GROUPS))
    assert not (shell.folder / "none.json").exists()


def test_a_pack_may_be_measured_only(trained):
    shell, _, _ = trained
    (shell.folder / "locomo.jsonl.xz").write_bytes((shell.folder / "small.jsonl.xz").read_bytes())
    (report,) = shell.json("bench", "train", "--data", "small.jsonl.xz", "--measure", "locomo.jsonl.xz",
                           "--out", "both.json")  # fmt: skip
    assert all(set(profile) == {"small", "locomo"} for profile in report["profiles"].values())
    assert set(report["about"]["data"]) == {"small.jsonl.xz"}
    assert report["not_for_shipping"] == []


def test_what_is_learned_from_a_pack_that_may_only_be_measured_is_not_for_shipping(trained):
    shell, _, _ = trained
    (shell.folder / "locomo.jsonl.xz").write_bytes((shell.folder / "small.jsonl.xz").read_bytes())
    (report,) = shell.json("bench", "train", "--data", "locomo.jsonl.xz", "--out", "not.json", "--work", "kept")
    assert report["not_for_shipping"] == ["locomo.jsonl.xz"]


def test_without_data_or_a_place_to_write_it_is_wrong_use(shell):
    assert "--data" in shell("bench", "train", "--out", "mine.json", code=2).stderr
    small_pack(shell.folder)
    assert "--out" in shell("bench", "train", "--data", "small.jsonl.xz", code=2).stderr
    assert "nowhere" in shell("bench", "train", "--data", "nowhere", "--out", "mine.json", code=2).stderr


def test_the_report_is_readable(trained):
    shell, _, _ = trained
    shown = shell(*TRAIN, "--work", "kept").stdout
    assert "recall@10" in shown
