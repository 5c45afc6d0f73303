"""What the documentation says is true: commands and links exist, the reference is up to date.

Examples run in test_outputs.
"""

from __future__ import annotations

import doctest
import importlib
import inspect
import itertools
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from strandline import Memory
from strandline.bench.data import load
from strandline.cli import main
from strandline.recall.parts import PARTS

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
IDS = [str(page.relative_to(ROOT)) for page in PAGES]
FENCE = re.compile(r"^(?P<indent> *)```(?P<lang>[^\n`]*)\n(?P<body>.*?)^(?P=indent)```\s*$", re.MULTILINE | re.DOTALL)
LANGUAGES = {"python", "console", "bash", "text", "json", "jsonl", "markdown", "toml", "sql", "mermaid"}


def blocks(page: Path, *languages: str) -> Iterator[tuple[int, str]]:
    """The fenced blocks of a page in these languages, with the line where the code starts."""
    text = page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        if match["lang"].strip() in languages:
            indent = len(match["indent"])
            body = "\n".join(line[indent:] for line in match["body"].split("\n"))
            yield text.count("\n", 0, match.start("body")) + 1, body


def command_lines(body: str) -> Iterator[list[str]]:
    """The arguments of every ``strandline …`` call in a shell block, without comments, pipes and redirections."""
    for line in body.replace("\\\n", " ").split("\n"):
        if "strandline " in line and (line.strip().startswith("$ ") or "$ " not in body):
            lexer = shlex.shlex(line.strip().removeprefix("$ "), posix=True, punctuation_chars="|<>;&")
            lexer.whitespace_split = True
            for operator, call in itertools.groupby(lexer, key=lambda word: word[0] in "|<>;&"):
                words = [] if operator else list(call)
                if words[:1] == ["strandline"]:
                    yield words[1:]


def transcript(body: str) -> Iterator[tuple[list[str], str]]:
    """(arguments, what is shown below) of every ``$ strandline …`` line of a console block."""
    for part in re.split(r"^(?=\$ )", body, flags=re.MULTILINE):
        line, _, shown = part.partition("\n")
        for words in command_lines(line):
            yield words, shown


def every_command(command: click.Command = main, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words that call each command that is not a group."""
    if not isinstance(command, click.Group):
        yield path
        return
    for name, child in command.commands.items():
        yield from every_command(child, (*path, name))


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_console_transcript_of_the_page_runs(page, tmp_path, monkeypatch):
    """Lines ``$ strandline …`` of console blocks run in order in one empty folder, and none fails.

    What stands below a command is what it prints; ``...`` stands for anything, and runs of white space are alike.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STRANDLINE_DB", str(tmp_path / "strandline.db"))
    same = doctest.OutputChecker()
    for line, body in blocks(page, "console"):
        for command, shown in transcript(body):
            result = CliRunner().invoke(main, command)
            where = f"{page.name}:{line}: strandline {shlex.join(command)}\n{result.output}"
            assert result.exit_code == 0, where
            assert same.check_output(shown, result.output, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE), where


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_command_in_a_shell_block_exists_with_those_options(page):
    """Lines of bash blocks need not run (they name your own files), but the command and its options must exist."""
    for line, body in blocks(page, "bash"):
        for words in command_lines(body):
            command, rest = main, words
            while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
                assert rest[0] in command.commands, f"{page.name}:{line}: no command {rest[0]!r}"
                command, rest = command.commands[rest[0]], rest[1:]
            known = {"-h", "--help", "--version"} | {
                name for p in command.params for name in (*p.opts, *p.secondary_opts)
            }
            unknown = [
                word for word in rest if word.startswith("-") and word != "-" and word.split("=")[0] not in known
            ]
            assert not unknown, f"{page.name}:{line}: strandline {shlex.join(words)} has no {unknown[0]}"


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_block_of_the_page_says_its_language(page):
    """A block with another tag, or none, would escape the tests above."""
    tags = [match["lang"].strip() for match in FENCE.finditer(page.read_text(encoding="utf-8"))]
    assert set(tags) <= LANGUAGES


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_relative_link_of_the_page_leads_somewhere(page):
    """A link to a file of the project names one that is there."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    targets = [target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text)]
    local = [target for target in targets if target and "://" not in target and not target.startswith("mailto:")]
    assert [target for target in local if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("words", sorted(every_command()), ids=" ".join)
def test_every_command_is_documented(words):
    """Each command has help and stands in the documentation."""
    command = main
    for word in words:
        command = command.commands[word]
    assert command.help
    assert any(f"strandline {' '.join(words)}" in page.read_text(encoding="utf-8") for page in PAGES)


MODULES_WITH_EXAMPLES = [
    path for path in sorted((ROOT / "src").rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("path", MODULES_WITH_EXAMPLES, ids=lambda path: path.stem)
def test_every_example_in_a_docstring_gives_what_it_says(path):
    """The doctests of the source."""
    name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def test_the_reference_is_what_the_docstrings_say():
    """docs/reference/ is generated; whoever changes a docstring runs ``make docs``."""
    tool = [sys.executable, str(ROOT / "tools" / "make_reference.py"), "--check"]
    result = subprocess.run(tool, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


def test_the_page_about_caches_says_the_default_size():
    """The default of ``cache_bytes`` in GiB."""
    default = inspect.signature(Memory).parameters["cache_bytes"].default
    page = (ROOT / "docs" / "how-to" / "several-users.md").read_text(encoding="utf-8")
    assert default % 2**30 == 0
    assert f"({default // 2**30} GiB by default)" in page


def test_the_page_about_ranking_says_the_kinds_of_evidence():
    """The table in why.md names every kind that a hit's ``why`` has, in their order but for pairs."""
    page = (ROOT / "docs" / "why.md").read_text(encoding="utf-8")
    section = page[page.index("## One set of weights") :].partition("\n## ")[0]
    rows = re.findall(r"^\| ((?:`[a-z_]+`(?:, )?)+) \|", section, re.MULTILINE)
    assert sorted(name for row in rows for name in re.findall(r"`([a-z_]+)`", row)) == sorted(PARTS)


def test_the_pack_that_the_page_shows_can_be_measured(tmp_path):
    """The example of a pack in the page on benchmarks, on one line, is what the bench reads."""
    page = ROOT / "docs" / "reference" / "benchmarks.md"
    ((_, body),) = blocks(page, "json")
    pack = tmp_path / "mine.jsonl"
    pack.write_text(json.dumps(json.loads(body)) + "\n", encoding="utf-8")
    (conversation,) = load(pack)
    assert [turn.text for turn in conversation.turns] == [turn["text"] for turn in json.loads(body)["turns"]]
    assert [(question.evidence, question.before) for question in conversation.questions] == [((0,), 2)]


def test_the_changelog_names_the_version():
    """The version in the source has a section in CHANGELOG.md."""
    from strandline import __version__

    assert f"## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
