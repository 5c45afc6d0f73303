"""A store in a folder of its own, and commands run in it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from strandline.cli import main
from strandline.memory import Memory

TURNS = [
    {"role": "user", "content": "I keep the spare key under the third flowerpot.", "at": "2026-03-01T10:00:00+01:00"},
    {"role": "assistant", "content": "Noted: the third flowerpot.", "at": "2026-03-01T10:00:20+01:00"},
    {"role": "user", "content": "My dentist is Dr Okafor.", "at": "2026-03-02T10:00:00+01:00", "session_id": "s2"},
]


class Shell:
    """Runs commands in one folder; ``json`` gives the document a command printed."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, *words, input=None, code=0):
        result = CliRunner().invoke(main, [str(word) for word in words], input=input)
        assert result.exit_code == code, result.output
        return result

    def json(self, *words, **options):
        return json.loads(self(*words, "--json", **options).stdout)

    def memory(self):
        return Memory(str(self.folder / "strandline.db"))


@pytest.fixture
def shell(tmp_path, monkeypatch):
    """An empty folder, and no store named in the environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STRANDLINE_DB", raising=False)
    return Shell(tmp_path)


@pytest.fixture
def filled(shell):
    """The same with three messages of ana in two sessions."""
    (shell.folder / "turns.jsonl").write_text("\n".join(json.dumps(turn) for turn in TURNS), encoding="utf-8")
    shell("add", "--user", "ana", "--file", "turns.jsonl")
    return shell
