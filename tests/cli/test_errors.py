"""What goes wrong is said on stderr, in the words of the command line, with the exit code promised."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest


def test_reading_a_store_that_is_not_there_makes_none(shell):
    result = shell("search", "x", "--user", "ana", "--db", "typo.db", "--json", code=3)
    assert json.loads(result.stderr)["error"]["type"] == "NotFoundError"
    assert list(shell.folder.iterdir()) == []


def test_a_typed_error_is_one_line_on_stderr(filled):
    result = filled("get", "nothing", "--user", "ana", code=3)
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_under_json_a_typed_error_is_an_object_on_stderr(filled):
    result = filled("search", "x", "--user", "", "--json", code=2)
    assert json.loads(result.stderr)["error"]["type"] == "ScopeError"
    assert result.stdout == ""


@pytest.mark.parametrize("words", [("search", "x"), ("nonsense",), ("search", "x", "--user", "ana", "-k", "0")])
def test_under_json_wrong_use_is_an_object_on_stderr(filled, words):
    error = json.loads(filled(*words, "--json", code=2).stderr)["error"]
    assert error["type"] == "UsageError"
    assert error["message"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("search", "x", "--user", ""), "Error: --user is needed"),
        (("search", "x", "--user", "ana", "--this-session-only"), "Error: --this-session-only needs --session\n"),
        (("search", "x", "--user", "ana", "--filters", '{"a": {"near": 1}}'), "near"),
        (("users",), "with --all-users\n"),
        (("export", "out.jsonl"), "Error: export needs either --user, or --all-users"),
        (("search", "x", "--user", "ana", "--min-score", "7"), "'--min-score'"),
        (("search", "x", "--user", "ana", "--after", "2026-01-02"), "--after needs a zone, write 2026-01-02T00:00:00+"),
        (("search", "x", "--user", "ana", "--after", "soon"), "write 2026-01-01T00:00:00+00:00"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_wrong_use_is_explained_with_the_names_of_options(filled, words, complaint):
    stderr = filled(*words, code=2).stderr
    assert complaint in stderr
    assert "replace(" not in stderr
    assert "=True" not in stderr


def test_a_file_that_cannot_be_written_is_an_error_not_a_traceback(filled):
    result = filled("export", "no-such-folder/out.jsonl", "--user", "ana", code=3)
    assert result.stderr.startswith("Error: ")


@pytest.mark.parametrize(
    "words",
    [
        ("search", "x"),
        ("add", "--user", "ana"),
        ("add", "x", "--file", "turns.jsonl", "--user", "ana"),
        ("add", "x", "--user", "ana", "--at", "2026-01-01T10:00:00"),
        ("add", "x", "--user", "ana", "--metadata", "[1]"),
        ("add", "x", "--user", "ana", "--metadata", "{"),
        ("add", "--user", "ana", "--file", "missing.jsonl"),
        ("search", "x", "--user", "ana", "-k", "0"),
        ("nonsense",),
    ],
    ids=" ".join,
)
def test_wrong_use_is_exit_code_2(filled, words):
    filled(*words, code=2)


def test_an_interrupt_is_exit_code_130(filled, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("strandline.cli.app.Memory.search", interrupted)
    assert filled("search", "x", "--user", "ana", code=130).stderr == "interrupted\n"


@pytest.mark.parametrize("option", [("search", "--filters"), ("add", "--metadata"), ("remember", "--metadata")])
@pytest.mark.parametrize("nested", ['{"a":' * 100_000, "[" * 100_000])
def test_json_nested_too_deeply_is_wrong_use(filled, option, nested):
    verb, name = option
    result = filled(verb, "x", "--user", "ana", name, nested, code=2)
    assert "JSON nested too deeply" in result.stderr
    assert len(result.stderr) < 400


def test_json_that_is_no_object_is_quoted_in_part(filled):
    result = filled("search", "x", "--user", "ana", "--filters", json.dumps(["x"] * 1000), code=2)
    assert "must be a JSON object" in result.stderr
    assert len(result.stderr) < 400


def test_a_receipt_nested_too_deeply_is_no_receipt(filled):
    (filled.folder / "deep.json").write_text('{"a":' * 100_000, encoding="utf-8")
    assert "deep.json is not a receipt" in filled("verify", "deep.json", code=3).stderr


def test_a_binary_file_is_no_import(filled):
    (filled.folder / "all.jsonl").write_bytes(b"\x89PNG\r\n")
    result = filled("import", "all.jsonl", code=3)
    assert result.stderr.startswith("Error: all.jsonl: line 1 of the import: not utf-8 (byte 0x89)")


def test_an_import_that_stops_says_how_far_it_came(filled):
    filled("export", "all.jsonl", "--all-users")
    rows = (filled.folder / "all.jsonl").read_text(encoding="utf-8").replace("third flowerpot", "fourth flowerpot")
    (filled.folder / "all.jsonl").write_text(rows, encoding="utf-8")
    result = filled("import", "all.jsonl", code=3)
    assert "already exists" in result.stderr
    assert "; lines 2 to 7 of the import were not written, the 0 rows before them were" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_stream_that_lacks_a_character_gets_its_escape(filled, encoding):
    filled("add", "The tea house is called \u8336\u5c4b.", "--user", "ana")
    run = subprocess.run(
        [sys.executable, "-c", "from strandline.cli import main; main()", "messages", "--user", "ana"],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    shown = "\u8336\u5c4b" if encoding == "utf-8" else r"\u8336\u5c4b"
    assert f"called {shown}" in run.stdout.decode(encoding)
