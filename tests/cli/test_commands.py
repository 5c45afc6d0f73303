"""Each command gives what its method gives, as JSON or readable, with the exit codes promised."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import click
import pytest

from strandline.cli import main
from strandline.types.results import plain
from tests.rerankers.onnx_files import folder_of, shared_words


def test_add_stores_a_text_as_the_user_and_says_its_step(shell):
    added = shell.json(
        "add", "I moved to Oslo.", "--user", "ana", "--session", "s1", "--at", "2026-01-02T10:00:00+01:00"
    )
    assert [(row["session_id"], row["step"]) for row in added["messages"]] == [("s1", 1)]
    with shell.memory() as memory:
        (row,) = memory.messages(user_id="ana")
    assert (row.role, row.content, row.at.isoformat()) == ("user", "I moved to Oslo.", "2026-01-02T10:00:00+01:00")


def test_add_keeps_metadata(shell):
    shell("add", "hi", "--user", "ana", "--metadata", '{"topic": "travel"}')
    with shell.memory() as memory:
        assert memory.messages(user_id="ana")[0].metadata == {"topic": "travel"}


@pytest.mark.parametrize("words", [("--file", "chat.json"), ("-",), ("--file", "-")], ids=" ".join)
def test_add_reads_a_chat_from_a_file_or_from_stdin(shell, words):
    text = json.dumps({"messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]})
    (shell.folder / "chat.json").write_text(text, encoding="utf-8")
    added = shell.json("add", "--user", "ana", "--session", "s9", *words, input=text)
    assert [(row["session_id"], row["step"]) for row in added["messages"]] == [("s9", 1), ("s9", 2)]


def test_a_file_that_was_added_is_summed_up_by_session(filled):
    shown = filled("add", "--user", "bob", "--file", "turns.jsonl").stdout.split()
    assert shown[-6:] == ["default", "2", "2", "s2", "1", "1"]


def test_a_text_on_stdin_is_refused_and_the_line_named(shell):
    assert "stdin, line 1: not JSON" in shell("add", "-", "--user", "ana", input="hello", code=3).stderr


def test_a_file_with_a_bad_line_stores_nothing_and_names_the_line(shell):
    (shell.folder / "chat.jsonl").write_text('{"role": "user", "content": "hi"}\n{"role": "ghost", "content": "x"}\n')
    result = shell("add", "--user", "ana", "--file", "chat.jsonl", code=3)
    assert "chat.jsonl, line 2: role 'ghost'" in result.stderr
    assert result.stdout == ""
    assert not (shell.folder / "strandline.db").exists()


def test_a_session_named_in_the_file_wins_over_the_option(filled):
    assert [row["session_id"] for row in filled.json("sessions", "--user", "ana")] == ["default", "s2"]


def test_remember_stores_a_text_without_a_turn(shell):
    first = shell.json("remember", "prefers dark mode", "--user", "ana")
    second = shell.json("remember", "prefers dark mode", "--user", "ana")
    assert first["messages"] == []
    assert [fact["text"] for fact in first["facts"]] == ["prefers dark mode"]
    assert shell.json("messages", "--user", "ana")["items"] == []
    assert [fact["id"] for fact in second["facts"]] in ([first["facts"][0]["id"]], [])


def test_remember_shows_the_id_and_the_text_apart(shell):
    head, _, row = shell("remember", "prefers dark mode", "--user", "ana").stdout.strip().split("\n")
    (fact,) = shell.json("facts", "--user", "ana")["items"]
    assert head.split()[-2:] == ["id", "fact"]
    assert row.split() == [fact["id"], "prefers", "dark", "mode"]


def test_get_shows_the_row_with_that_id(filled):
    (first, *_) = filled.json("messages", "--user", "ana")["items"]
    assert filled.json("get", first["id"], "--user", "ana") == first


def test_get_of_an_id_that_is_not_there_is_an_error(filled):
    assert (
        json.loads(filled("get", "nothing", "--user", "ana", "--json", code=3).stderr)["error"]["type"]
        == "NotFoundError"
    )


READS = {
    "search": (
        ("search", "where is the spare key?", "--user", "ana", "-k", "2"),
        lambda memory: memory.search("where is the spare key?", user_id="ana", k=2),
    ),
    "context": (
        ("context", "where is the spare key?", "--user", "ana", "--session", "s2", "--max-tokens", "300"),
        lambda memory: memory.context("where is the spare key?", user_id="ana", session_id="s2", max_tokens=300),
    ),
    "recall-step": (
        ("recall-step", "where is the spare key?", "--user", "ana", "--current-step", "30", "--window", "5"),
        lambda memory: memory.recall_step("where is the spare key?", user_id="ana", current_step=30, window=5),
    ),
    "messages": (
        ("messages", "--user", "ana", "--session", "default", "--limit", "1"),
        lambda memory: memory.messages(user_id="ana", session_id="default", limit=1),
    ),
    "facts": (("facts", "--user", "ana"), lambda memory: memory.facts(user_id="ana")),
    "sessions": (("sessions", "--user", "ana"), lambda memory: memory.sessions(user_id="ana")),
    "users": (("users", "--all-users"), lambda memory: memory.users(all_users=True)),
    "stats": (("stats", "--user", "ana"), lambda memory: memory.stats(user_id="ana")),
    "check": (("check",), lambda memory: memory.check()),
}


@pytest.mark.parametrize("name", READS)
def test_a_reading_command_prints_what_its_method_gives(filled, name):
    words, call = READS[name]
    with filled.memory() as memory:
        wanted = json.loads(json.dumps(plain(call(memory))))
    assert filled.json(*words) == wanted


@pytest.mark.parametrize("name", READS)
def test_a_reading_command_is_readable_without_json(filled, name):
    filled("remember", "prefers dark mode", "--user", "ana")
    assert filled(*READS[name][0]).stdout.strip()


def test_nothing_found_is_an_empty_result_and_not_an_error(filled):
    assert filled.json("search", "xylophone", "--user", "nobody") == []


@pytest.mark.parametrize("words", [("search", "x"), ("context", "x"), ("recall-step", "x"), ("messages",), ("facts",)])
def test_nothing_found_is_said_on_stderr(filled, words):
    result = filled(*words, "--user", "nobody")
    assert (result.stdout, result.stderr) == ("", "nothing found\n")


@pytest.mark.parametrize(
    "words", [("search", "spare key"), ("recall-step", "key", "--current-step", 30), ("messages",)]
)
def test_ids_are_shown_when_asked(filled, words):
    (first, *_) = filled.json("messages", "--user", "ana")["items"]
    assert first["id"] not in filled(*words, "--user", "ana").stdout
    assert first["id"] in filled(*words, "--user", "ana", "--ids").stdout


def test_messages_show_their_time_to_the_minute_on_one_line(filled, monkeypatch):
    monkeypatch.setattr("strandline.cli.app.PIPED_WIDTH", 80)
    shown = filled("messages", "--user", "ana").stdout
    assert "2026-03-01 10:00+01:00" in shown
    assert "10:00:20" not in shown


@pytest.mark.parametrize(("window", "seen"), [(0, "sees nothing"), (5, "sees steps 26 to 30")])
def test_recall_step_says_what_the_model_sees(filled, window, seen):
    words = ("recall-step", "where is the spare key?", "--user", "ana", "--current-step", 30)
    assert seen in filled(*words, "--window", window).stdout


@pytest.mark.parametrize("command", ["search", "context", "recall-step", "messages", "facts"])
def test_the_most_to_show_has_both_of_its_names(filled, command):
    words = (command, *(("where is the spare key?",) if command not in ("messages", "facts") else ()), "--user", "ana")
    assert filled.json(*words, "-k", "1") == filled.json(*words, "--limit", "1")


def test_context_prints_the_block_and_nothing_else(filled):
    words = ("where is the spare key?", "--user", "ana", "--session", "s2")
    assert filled("context", *words).stdout == filled.json("context", *words)["text"] + "\n"


def test_recall_step_prints_the_block_when_asked(filled):
    words = ("where is the spare key?", "--user", "ana", "--current-step", "30")
    assert filled("recall-step", *words, "--block").stdout == filled.json("recall-step", *words)["context_block"] + "\n"


def test_a_page_says_on_stderr_how_to_go_on(filled):
    result = filled("messages", "--user", "ana", "--limit", "2")
    cursor = result.stderr.split("--cursor ")[1].strip()
    rest = filled.json("messages", "--user", "ana", "--cursor", cursor)
    assert [row["content"] for row in rest["items"]] == ["My dentist is Dr Okafor."]


@pytest.mark.parametrize(
    ("selector", "left"),
    [
        (("--phrase", "third flowerpot"), 1),
        (("--session", "s2"), 2),
        (("--before", "2026-03-02T00:00:00+00:00"), 1),
        (("--everything", "--yes"), 0),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_forget_removes_what_the_selector_names(filled, selector, left):
    receipt = filled.json("forget", "--user", "ana", *selector)
    assert receipt["messages"] == 3 - left
    assert len(filled.json("messages", "--user", "ana")["items"]) == left


def test_forget_by_id_removes_that_message(filled):
    (first, *_) = filled.json("messages", "--user", "ana")["items"]
    assert filled.json("forget", "--user", "ana", "--id", first["id"])["messages"] == 1
    assert first["id"] not in [row["id"] for row in filled.json("messages", "--user", "ana")["items"]]


def test_a_dry_run_says_what_would_go_and_removes_nothing(filled):
    receipt = filled.json("forget", "--user", "ana", "--everything", "--dry-run")
    assert (receipt["messages"], receipt["dry_run"]) == (3, True)
    assert len(filled.json("messages", "--user", "ana")["items"]) == 3


def test_a_written_receipt_verifies(filled):
    filled("forget", "--user", "ana", "--phrase", "third flowerpot", "--receipt", "receipt.json")
    assert "flowerpot" not in (filled.folder / "receipt.json").read_text(encoding="utf-8")
    assert filled.json("verify", "receipt.json") == {"forgotten": True}


def test_nothing_is_forgotten_when_the_receipt_cannot_be_written(filled):
    filled("forget", "--user", "ana", "--everything", "--yes", "--receipt", "no-such-folder/receipt.json", code=3)
    assert len(filled.json("messages", "--user", "ana")["items"]) == 3


def test_a_receipt_that_cannot_be_written_after_all_is_printed(filled, monkeypatch):
    def full(*_, **__):
        raise OSError("the disk is full")

    words = ("forget", "--user", "ana", "--phrase", "third flowerpot", "--receipt", "receipt.json")
    with monkeypatch.context() as patch:
        patch.setattr("strandline.cli.writing.Path.replace", full)
        result = filled(*words, code=3)
    assert result.stderr == "Error: the disk is full\n"
    (filled.folder / "printed.json").write_text(result.stdout, encoding="utf-8")
    assert filled.json("verify", "printed.json") == {"forgotten": True}


def test_a_receipt_does_not_take_the_place_of_what_is_no_file(filled):
    os.mkfifo("pipe")
    result = filled("forget", "--user", "ana", "--session", "s2", "--receipt", "pipe", code=2)
    assert "--receipt writes a file" in result.stderr
    assert Path("pipe").is_fifo()
    assert len(filled.json("messages", "--user", "ana")["items"]) == 3


def test_a_receipt_leaves_no_draft_behind(filled):
    before = {path.name for path in filled.folder.iterdir()}
    filled("forget", "--user", "ana", "--session", "s2", "--receipt", "receipt.json")
    assert {path.name for path in filled.folder.iterdir()} - before == {"receipt.json"}


def test_forget_says_which_selector_it_was_given(filled):
    lines = filled("forget", "--user", "ana", "--phrase", "flowerpot", "--dry-run").stdout.split("\n")
    assert ["selector", "phrase"] in [line.split() for line in lines]


def test_a_receipt_fails_on_a_copy_that_still_has_the_text(filled):
    shutil.copy("strandline.db", "copy.db")
    filled("forget", "--user", "ana", "--phrase", "third flowerpot", "--receipt", "receipt.json")
    result = filled("verify", "receipt.json", "--db", "copy.db", "--json", code=3)
    assert json.loads(result.stderr)["error"]["type"] == "LeftoverError"


def test_something_that_is_no_receipt_is_refused(filled):
    (filled.folder / "receipt.json").write_text("{}", encoding="utf-8")
    assert "is not a receipt" in filled("verify", "receipt.json", code=3).stderr


@pytest.mark.parametrize("selectors", [(), ("--id", "x", "--phrase", "y"), ("--everything", "--session", "s1")])
def test_forget_takes_exactly_one_selector(filled, selectors):
    assert "exactly one" in filled("forget", "--user", "ana", *selectors, code=2).stderr


def test_forget_everything_without_a_terminal_needs_yes(filled):
    assert "needs --yes" in filled("forget", "--user", "ana", "--everything", code=2).stderr
    assert len(filled.json("messages", "--user", "ana")["items"]) == 3


@pytest.mark.parametrize(("answer", "code", "left"), [("n\n", 1, 3), ("y\n", 0, 0)])
def test_forget_everything_asks_on_a_terminal(filled, monkeypatch, answer, code, left):
    monkeypatch.setattr("strandline.cli.writing.at_a_terminal", lambda: True)
    filled("forget", "--user", "ana", "--everything", input=answer, code=code)
    assert len(filled.json("messages", "--user", "ana")["items"]) == left


def test_what_export_writes_import_reads_back_the_same(filled):
    before = filled.json("messages", "--user", "ana")
    filled.json("export", "out.jsonl", "--user", "ana")
    filled.json("import", "out.jsonl", "--db", "copy.db")
    assert filled.json("messages", "--user", "ana", "--db", "copy.db") == before


def test_an_export_can_go_through_a_pipe(filled):
    before = filled.json("messages", "--user", "ana")
    filled("import", "-", "--db", "copy.db", input=filled("export", "-", "--user", "ana").stdout)
    assert filled.json("messages", "--user", "ana", "--db", "copy.db") == before


@pytest.mark.parametrize("content", [b"{}\n", b"\xff\n"])
def test_a_file_that_is_no_export_is_refused_with_its_name(filled, content):
    (filled.folder / "out.jsonl").write_bytes(content)
    assert filled("import", "out.jsonl", code=3).stderr.startswith("Error: out.jsonl: ")


def test_reembed_leaves_every_result_as_it_was(filled):
    before = filled.json("search", "spare key", "--user", "ana")
    filled.json("reembed")
    assert filled.json("search", "spare key", "--user", "ana") == before


def test_the_store_is_the_option_then_the_environment_then_a_file_here(shell, monkeypatch):
    shell("add", "one", "--user", "ana")
    monkeypatch.setenv("STRANDLINE_DB", "env.db")
    shell("add", "two", "--user", "ana")
    shell("add", "three", "--user", "ana", "--db", "option.db")
    assert sorted(path.name for path in shell.folder.glob("*.db")) == ["env.db", "option.db", "strandline.db"]


def test_recalled_text_cannot_drive_the_terminal_or_the_markup(shell):
    shell("add", "the spare key \x1b[31m[bold]red[/bold]\x07", "--user", "ana")
    shown = shell("search", "spare key", "--user", "ana").stdout
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "[bold]red[/bold]" in shown


def test_the_list_of_commands_says_what_each_does_in_whole_sentences(shell):
    assert "..." not in shell("--help").stdout.split("Commands:")[1]


def commands(command=main, path=()):
    """Every command that is not a group, with the words that call it."""
    if isinstance(command, click.Group):
        return [row for name, child in command.commands.items() for row in commands(child, (*path, name))]
    return [(path, command)]


@pytest.mark.parametrize(
    ("path", "command"), commands(), ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_every_command_has_json_and_help_for_each_option(path, command):
    assert command.help
    assert "--json" in [opt for param in command.params for opt in param.opts]
    assert [p.name for p in command.params if isinstance(p, click.Option) and not p.help] == []


RERANKED = [("search",), ("context", "--session", "new"), ("recall-step", "--session", "new")]


@pytest.mark.parametrize("command", RERANKED, ids=lambda words: words[0])
def test_a_reranker_is_named_by_its_folder(filled, command):
    """Each hit says what it thought of it."""
    folder_of(filled.folder / "cross", shared_words())
    name, *rest = command
    found = filled.json(name, "Where is the spare key?", "--user", "ana", *rest, "--reranker", "cross")
    hits = found if name == "search" else found["hits" if name == "context" else "results"]
    assert hits
    assert all(0.0 <= hit["why"]["reranker"] <= 1.0 for hit in hits)


def test_a_folder_without_a_model_fails_by_name(filled):
    result = filled("search", "key", "--user", "ana", "--reranker", "nowhere", code=3)
    assert "nowhere is no folder with a model.onnx" in result.stderr
