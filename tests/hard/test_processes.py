"""Killed writers, many writers, forked readers: what was acknowledged is there, whole."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

Child = Callable[..., dict[str, Any]]


def test_a_writer_killed_a_hundred_times_loses_nothing_it_acknowledged(tmp_path: Path, child: Child) -> None:
    answer = child("crash", tmp_path / "m.db", 100)
    assert answer["inside"] >= 30, "too few kills fell between BEGIN and COMMIT to show anything"
    assert answer["acknowledged"] > 100
    assert (answer["lost"], answer["halved"], answer["twice"], answer["problems"]) == ([], [], 0, [])


def test_four_processes_adding_at_once_lose_nothing_and_share_the_steps(tmp_path: Path, child: Child) -> None:
    answer = child("crowd", tmp_path / "m.db", 4, 500)
    assert answer == {"codes": [0, 0, 0, 0], "texts": 2000, "gap_free": True, "problems": []}


def test_a_memory_goes_on_in_a_child_after_a_fork(tmp_path: Path, child: Child) -> None:
    answer = child("forks", tmp_path / "m.db")
    assert answer == {
        "before": 1,
        "status": 0,
        "texts": ["said by the parent", "said by the child", "said by the parent again"],
        "problems": [],
    }


def test_a_fork_while_threads_write_and_read_leaves_both_processes_whole(tmp_path: Path, child: Child) -> None:
    """The child's acknowledged write survives its being killed, and no lock of the parent's is lost."""
    answer = child("busy_forks", tmp_path / "m.db", 10)
    assert answer == {
        "statuses": [int(signal.SIGKILL)] * 10,
        "children": [f"child {number}" for number in range(10)],
        "problems": [],
    }
