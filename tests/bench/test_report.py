from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from strandline.bench import recall, report
from strandline.bench.families import families
from strandline.bench.optional import need
from strandline.errors import MissingExtraError

from .fake import FakeMemory
from .packs import GARDEN, write


@pytest.fixture
def result(tmp_path):
    return recall.run(write(tmp_path / "garden.jsonl.xz", GARDEN), known=families({"strandline": FakeMemory}))


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


def test_publishing_recall_writes_json_and_a_plot_of_one_name(result, tmp_path):
    path, drawn = report.publish(result, command=["strandline"], folder=tmp_path / "out")
    assert path.name.endswith("recall-garden.json")
    assert drawn == path.with_suffix(".png")
    assert drawn.read_bytes().startswith(b"\x89PNG")


def test_the_tables_say_what_a_threshold_does(result):
    text = shown(result)
    assert "strandline, its default" in text
    assert "bm25, its default" not in text


def test_what_is_published_holds_no_text_of_the_pack(result, tmp_path):
    path, _ = report.publish(result, command=["strandline"], folder=tmp_path / "out")
    assert not any(turn["text"] in path.read_text() for turn in GARDEN["turns"])


def test_a_missing_optional_module_names_the_extra():
    with pytest.raises(MissingExtraError, match=r"strandline\[bench\]"):
        need("no_such_module", feature="plots")
