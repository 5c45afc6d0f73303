from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from strandline.bench import recall, report
from strandline.bench.optional import need
from strandline.errors import MissingExtraError

from .fake import FakeMemory
from .packs import GARDEN, write


@pytest.fixture
def result(tmp_path):
    return recall.run(write(tmp_path / "garden.jsonl.xz", GARDEN), open_memory=FakeMemory)


def shown(result):
    out = StringIO()
    console = Console(file=out, width=140, force_terminal=False)
    for table in report.tables(result):
        console.print(table)
    return out.getvalue()


def test_the_tables_have_both_systems_by_type_and_in_all(result):
    text = shown(result)
    assert all(word in text for word in ("plain", "several", "all", "strandline", "bm25", "recall@5", "MRR"))
    assert "left out: 1 without evidence, 1 without an answer" in text


def test_publishing_recall_writes_one_file(result, tmp_path):
    [path] = report.publish(result, command=["strandline"], folder=tmp_path / "out")
    assert path.name.endswith("recall-garden.json")


def test_what_is_published_holds_no_text_of_the_pack(result, tmp_path):
    [path] = report.publish(result, command=["strandline"], folder=tmp_path / "out")
    assert not any(turn["text"] in path.read_text() for turn in GARDEN["turns"])


def test_a_missing_optional_module_names_the_extra():
    with pytest.raises(MissingExtraError, match=r"strandline\[bench\]"):
        need("no_such_module", feature="plots")
