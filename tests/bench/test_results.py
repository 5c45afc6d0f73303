from __future__ import annotations

import json
import subprocess

import pytest

from strandline.bench import results


@pytest.fixture
def repository(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    (tmp_path / "code.py").write_text("x = 1\n")
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "--no-verify", "-m", "first"]):
        subprocess.run([*git, *arguments], check=True)
    done = subprocess.run(["git", "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return tmp_path, done.stdout.strip()


def test_a_result_is_named_by_its_commit(repository):
    _, commit = repository
    path = results.save({"what": "recall-locomo", "x": 1}, command=["strandline", "bench"])
    assert path.as_posix() == f"benchmarks/results/{commit[:12]}-recall-locomo.json"
    written = json.loads(path.read_text())
    assert written["x"] == 1
    assert written["run"]["command"] == "strandline bench"
    assert {"python", "numpy", "sqlite", "cpu", "date"} <= written["run"].keys()


def test_a_changed_tree_is_called_dirty(repository):
    folder, commit = repository
    (folder / "code.py").write_text("x = 2\n")
    assert results.save({"what": "speed"}, command=[]).name == f"{commit[:12]}-dirty-speed.json"


def test_earlier_results_do_not_make_the_tree_dirty(repository):
    results.save({"what": "speed"}, command=[])
    assert "dirty" not in results.save({"what": "speed"}, command=[]).name


def test_without_a_repository_the_name_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert results.save({"what": "speed"}, command=[]).name == "no-commit-speed.json"


def test_the_command_names_no_folder_of_the_machine():
    run = results.environment(["strandline", "--data", "/some/where/locomo.jsonl.xz", "--folder=/mnt/disk", "../x"])
    assert run["command"] == "strandline --data locomo.jsonl.xz --folder=disk ../x"
