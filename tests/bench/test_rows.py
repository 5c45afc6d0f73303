"""A run goes on where it stopped."""

from __future__ import annotations

import json

import pytest

from strandline.bench import recall
from strandline.bench.families import families
from strandline.bench.rows import NAME, Ledger

from .fake import FakeMemory
from .packs import GARDEN, conversation, question, turn, write

KEY = {"system": "strandline", "version": "1"}
MORE = conversation(
    [turn("m:0", "m", "The piano was tuned in May."), turn("m:1", "m", "A tuner came.", speaker="assistant")],
    [question("p1", "piano tuned", ["m:0"]), question("p2", "who came", ["m:1"])],
    conv_id="c2",
)


def test_a_row_that_was_put_is_there_for_the_next_run(tmp_path):
    Ledger(tmp_path).sheet(KEY).put("q1", {"top": 0.5})
    assert Ledger(tmp_path).sheet(KEY).rows == {"q1": {"top": 0.5}}


@pytest.mark.parametrize("change", [{"version": "2"}, {"pack": "another"}, {"settings": {"k": 5}}])
def test_another_version_pack_or_setting_has_rows_of_its_own(tmp_path, change):
    Ledger(tmp_path).sheet(KEY).put("q1", {"top": 0.5})
    assert Ledger(tmp_path).sheet(KEY | change).rows == {}


def test_a_line_that_a_kill_cut_off_is_dropped(tmp_path):
    sheet = Ledger(tmp_path).sheet(KEY)
    sheet.put("q1", {"top": 0.5})
    sheet.put("q2", {"top": 0.6})
    path = tmp_path / NAME
    path.write_bytes(path.read_bytes()[:-5])
    again = Ledger(tmp_path).sheet(KEY)
    assert list(again.rows) == ["q1"]
    again.put("q2", {"top": 0.7})
    assert [row["top"] for row in Ledger(tmp_path).sheet(KEY).rows.values()] == [0.5, 0.7]


def test_without_a_folder_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Ledger().sheet(KEY).put("q1", {})
    assert not list(tmp_path.iterdir())


class Interrupted:
    """Opens memories that end with Ctrl-C at the search number ``at``; all of them count together."""

    def __init__(self, at=None):
        self.at, self.searches, self.questions = at, 0, []

    def __call__(self, path, *, clock):
        outer = self

        class Memory(FakeMemory):
            def search(self, query, **options):
                outer.searches += 1
                if outer.searches == outer.at:
                    raise KeyboardInterrupt
                outer.questions.append(query)
                return super().search(query, **options)

        return Memory(path, clock=clock)


def without_times(result):
    kept = json.loads(json.dumps(result))
    for system in kept["systems"].values():
        del system["cost"]
    return kept


def measured(pack, work, opened):
    return recall.run(pack, systems=["strandline"], known=families({"strandline": opened}), work=work)


def items(folder):
    """What has a row, in the order of the file."""
    lines = (folder / NAME).read_text(encoding="utf-8").splitlines()
    return [said["item"] for said in map(json.loads, lines) if "item" in said]


@pytest.mark.parametrize("at", [1, 3, 8, 12, 17])
def test_an_interrupted_run_asks_the_rest_and_finds_the_same(tmp_path, at):
    """What has a row is not asked again, and the result is that of a run which was never interrupted."""
    pack = write(tmp_path / "garden.jsonl.xz", GARDEN, MORE)
    whole = Interrupted()
    wanted = measured(pack, tmp_path / "whole", whole)

    first = Interrupted(at)
    with pytest.raises(KeyboardInterrupt):
        measured(pack, tmp_path / "work", first)
    done = items(tmp_path / "work")
    second = Interrupted()
    assert without_times(measured(pack, tmp_path / "work", second)) == without_times(wanted)
    rows = items(tmp_path / "work")
    assert len(rows) == len(set(rows)), "no row is made twice"
    assert rows[: len(done)] == done


def test_a_finished_run_asks_nothing_again(tmp_path):
    pack = write(tmp_path / "garden.jsonl.xz", GARDEN, MORE)
    first = measured(pack, tmp_path / "work", Interrupted())
    again = Interrupted()
    assert measured(pack, tmp_path / "work", again) == first
    assert again.searches == 0


def test_another_limit_uses_the_rows_there_are(tmp_path):
    """All questions about their own conversation were asked by the first run."""
    pack = write(tmp_path / "garden.jsonl.xz", GARDEN, MORE)
    measured(pack, tmp_path / "work", Interrupted())
    sample = Interrupted()
    result = recall.run(
        pack, systems=["strandline"], known=families({"strandline": sample}), work=tmp_path / "work", limit=2
    )
    assert result["systems"]["strandline"]["questions"]["asked"] == 2
    assert sample.searches == 0
