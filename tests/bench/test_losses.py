"""Where recall is lost: each piece of evidence is counted once, and the reasons about sessions are told apart."""

from __future__ import annotations

import json
import sys

import losses
from strandline.bench.asking import Evidence
from strandline.bench.data import load

from .packs import GARDEN, conversation, question, turn, write


def test_each_piece_of_evidence_is_found_or_lost_by_one_step(tmp_path):
    """Two questions have evidence, three pieces of it in all; those without any are left out."""
    found = losses.losses(write(tmp_path / "garden.jsonl.xz", GARDEN))
    assert sum(found["evidence"].values()) == 3
    assert found["by_type"]["plain"] == {"found": 1}
    assert sum(found["sessions"].values()) == 2
    shown = [row for what, rows in found["examples"].items() if not what.startswith("session") for row in rows]
    assert len(shown) == 3 - found["evidence"].get("found", 0)
    assert all(set(row) == {"conversation", "question", "turn", "rank"} for row in shown)


def test_evidence_below_the_ten_is_lost_by_ranking_and_what_nothing_speaks_for_is_no_candidate(tmp_path):
    turns = [turn(f"a:{n}", "a", f"The lamp in room {n} is green, and the lamp is bright.") for n in range(220)]
    far = turns[100]
    none = turn("c:0", "c", "Zzyzx.")
    pack = conversation([*turns, none], [question("q", "which lamp is green", [far["id"], "c:0"])])
    found = losses.losses(write(tmp_path / "lamps.jsonl.xz", pack))
    assert found["evidence"] == {"candidates": 1, "ranking": 1}
    (lost,) = found["examples"]["ranking"]
    assert lost["rank"] > 10
    assert found["examples"]["candidates"][0]["rank"] is None


def test_why_a_session_is_missing(tmp_path):
    turns = [turn(f"{name}:0", name, f"Turn of {name}.") for name in "abcdefgh"]
    many = [f"{name}:0" for name in "abcdef"]
    questions = [
        question("six", "q", many),
        question("empty", "q", ["a:0"], evidence_sessions=["a", "h"]),
        question("lower", "q", ["h:0"]),
        question("all", "q", ["a:0"]),
    ]
    (read,) = load(write(tmp_path / "sessions.jsonl.xz", conversation(turns, questions)))
    first = [turn.session for turn in read.turns[:7]]
    why = {q.id: losses._sessions(q, Evidence(read, q), first) for q in read.questions}
    assert why == {"six": "more than five", "empty": "no evidence in it", "lower": "ranking", "all": "found"}


def test_the_command_writes_one_result_of_all_packs(tmp_path, monkeypatch, capsys):
    pack = write(tmp_path / "garden.jsonl.xz", GARDEN)
    monkeypatch.setattr(sys, "argv", ["losses.py", "--out", str(tmp_path / "out"), str(pack)])
    losses.main()
    (path,) = (tmp_path / "out").glob("*-losses.json")
    assert str(path) in capsys.readouterr().out
    result = json.loads(path.read_text(encoding="utf-8"))
    assert list(result["packs"]) == ["garden"]
