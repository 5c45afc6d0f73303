"""The published tables are what the results say."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench import memory_rows

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "make_figures.py"
README = "README.md"
BENCHMARKS = "docs/reference/benchmarks.md"
WHY = "docs/why.md"
EMBEDDERS = "docs/how-to/embedders.md"


def run(*arguments):
    """The tool's exit code and what it says on stderr."""
    done = subprocess.run(
        [sys.executable, str(TOOL), *map(str, arguments)], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


def means(recall):
    keys = ("recall@5", "recall@10", "all@10", "mrr", "session_hit@5", "context_evidence")
    return {"questions": 7, **dict.fromkeys(keys, recall)}


def system(recall):
    """What one system found, with the same share everywhere."""
    ends = {key: [recall - 0.1, recall + 0.1] for key in ("recall@5", "recall@10", "all@10", "mrr")}
    return {
        "questions": {"asked": 9, "scored": 7, "abstain": 2, "without_evidence": 0},
        "all": means(recall),
        "ci95": ends,
        "by_type": {"single-hop": {**means(recall), "ci95": ends}},
        "threshold": None,
        "calibration": None,
        "abstention": {
            "answerable": 7,
            "answerable_returned_nothing": 0,
            "abstain": 2,
            "abstain_returned_nothing": 1,
            "auroc_of_best_score": None,
        },
        "cost": {
            "search_p50_ms": 1.0,
            "search_p95_ms": 2.0,
            "messages_per_s": 3000.0,
            "disk_bytes_per_text_byte": 6.5,
        },
    }


def write(folder, name, *, date, recall, limit=None, dirty=False, others=None):
    """A result of recall on LoCoMo, of the default, BM25 and other systems."""
    machine = {"python": "3.11.7", "numpy": "2.4.6", "sqlite": "3.40.1", "cpu": "a processor"}
    run_of = {"commit": name, "dirty": dirty, "command": "strandline bench recall", "date": date, **machine}
    result = {
        "run": run_of,
        "what": "recall-locomo",
        "settings": {"limit": limit},
        "systems": {"strandline": system(recall), "bm25": system(recall / 2), **(others or {})},
    }
    (folder / f"{name}-recall-locomo.json").write_text(json.dumps(result), encoding="utf-8")


@pytest.fixture
def copy(tmp_path):
    """A folder with copies of the pages, and an empty one for results."""
    for page in (README, BENCHMARKS, WHY, EMBEDDERS):
        (tmp_path / page).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / page, tmp_path / page)
    (tmp_path / "results").mkdir()
    return tmp_path


def make(copy, *flags):
    return run("--root", copy, "--results", copy / "results", *flags)


def test_the_published_tables_are_what_the_results_say():
    """Whoever adds a result runs ``tools/make_figures.py``."""
    assert run("--check") == (0, "")


def test_the_newest_result_is_published_with_the_baseline_beside_it(copy):
    """The date inside a result decides, not the name of its file."""
    write(copy / "results", "aaa", date="2026-12-02T00:00:00+00:00", recall=0.8)
    write(copy / "results", "zzz", date="2026-12-01T00:00:00+00:00", recall=0.2)
    assert make(copy) == (0, "")
    for page in (README, BENCHMARKS):
        text = (copy / page).read_text(encoding="utf-8")
        shares = " | ".join(["0.800"] * 6), " | ".join(["0.400"] * 6)
        assert f"| LoCoMo | 7 | **Strandline** | {shares[0]} |\n| LoCoMo | 7 | BM25 | {shares[1]} |" in text
        assert "Command: `strandline bench recall`." in text
        assert "`aaa`" in text
        assert "`zzz`" not in text


def test_a_sample_and_a_changed_tree_are_named(copy):
    """Figures of some questions, or of code that no commit holds, say so."""
    write(copy / "results", "aaa", date="2026-12-02T00:00:00+00:00", recall=0.8, limit=50, dirty=True)
    make(copy)
    text = (copy / README).read_text(encoding="utf-8")
    assert "A sample only: LoCoMo: 50 questions" in text
    assert "`aaa with changes`" in text


def test_a_check_finds_a_page_that_was_not_made_anew(copy):
    """It names the page, and writes nothing."""
    make(copy)
    assert make(copy, "--check") == (0, "")
    write(copy / "results", "aaa", date="2026-12-02T00:00:00+00:00", recall=0.8)
    before = (copy / README).read_bytes()
    code, said = make(copy, "--check")
    assert code == 1
    assert f"{README} is out of date" in said
    assert f"{BENCHMARKS} is out of date" in said
    assert (copy / README).read_bytes() == before


def beside(mean, questions=7):
    """How far a system is from a default that has 0.9 everywhere."""
    keys = ("recall@5", "recall@10", "all@10", "mrr")
    return {
        "questions": questions,
        "default": dict.fromkeys(keys, 0.9),
        "mean": dict.fromkeys(keys, mean),
        "ci95": {key: [mean - 0.01, mean + 0.01] for key in keys},
    }


def test_an_ablation_is_published_by_its_difference_and_not_on_the_front_page(copy):
    """It stands in the full tables, after the default."""
    others = {"without-dense": {**system(0.7), "difference": beside(-0.1)}}
    write(copy / "results", "aaa", date="2026-12-02T00:00:00+00:00", recall=0.8, others=others)
    make(copy)
    front, reference = ((copy / page).read_text(encoding="utf-8") for page in (README, BENCHMARKS))
    assert "without dense" not in front
    apart = " | ".join(["-0.100 (-0.110 to -0.090)"] * 4)
    assert f"| LoCoMo | without dense | {apart} |" in reference
    assert "| LoCoMo | single-hop | 7 | without dense | 0.700 | 0.700 | – | 0.700 |" in reference
    assert reference.index("| **Strandline** | 1.00 |") < reference.index("| without dense | 1.00 |")


def test_a_system_that_was_asked_a_sample_has_the_default_on_the_same_questions(copy):
    """Figures of other questions may not be read side by side."""
    sampled = system(0.5)
    sampled["questions"] = {"asked": 3, "scored": 3, "abstain": 0, "without_evidence": 0}
    others = {"cortexm": {**sampled, "difference": beside(-0.4, questions=3)}}
    write(copy / "results", "aaa", date="2026-12-02T00:00:00+00:00", recall=0.8, others=others)
    make(copy)
    front = (copy / README).read_text(encoding="utf-8")
    assert "| LoCoMo | 3 | cortexm | 0.500 |" in front
    assert "LoCoMo: cortexm was asked a sample; on its 3 questions Strandline has recall@5 0.900" in front
    assert "BM25 was asked a sample" not in front


def test_thresholds_and_calibration_are_published(copy):
    """Of a pack without unanswerable questions there is no share."""
    point = {"threshold": 0.3, "lost": 0.05, "foreign": 0.25, "unanswered": None}
    said = {
        "threshold": {"at_lost": point, "at_default": {**point, "threshold": 0.2, "lost": 0.0}},
        "calibration": {"answerable": {"ece": 0.02, "hits": 70}, "with_unanswered": {"ece": 0.04, "hits": 1090}},
    }
    others = {"strandline": {**system(0.8), **said}}
    write(copy / "results", "aaa", date="2026-12-02T00:00:00+00:00", recall=0.8, others=others)
    make(copy)
    text = (copy / BENCHMARKS).read_text(encoding="utf-8")
    assert "| LoCoMo | **Strandline** | 5 % lost | 0.300 | 0.050 | 0.250 | – |" in text
    assert "| LoCoMo | **Strandline** | default | 0.200 | 0.000 | 0.250 | – |" in text
    assert "| LoCoMo | **Strandline** | 0.020 | 70 | 0.040 | 1,090 |" in text


def test_what_others_publish_has_its_metric_and_source_and_needs_no_result(copy):
    make(copy)
    rows = json.loads((ROOT / "benchmarks" / "published.json").read_text(encoding="utf-8"))
    text = (copy / BENCHMARKS).read_text(encoding="utf-8")
    for row in rows:
        assert f"| {row['published']} | {row['metric']} | {row['source']} |" in text
        assert "https://" in row["source"]


def test_the_six_figures_of_facts_stand_beside_what_they_are_to_reach(copy):
    """In total on the front page, as counts by kind in the reference."""
    counted = {
        "precision": [19, 20],
        "recall": [4, 5],
        "dates": [0, 0],
        "never": [1, 50],
        "ended": [3, 4],
        "ask": [2, 2],
    }
    row = {"cases": 60}
    for key, (part, whole) in counted.items():
        row |= {key: part / whole if whole else None, f"{key}_of": [part, whole]}
    machine = {"python": "3.11.7", "numpy": "2.4.6", "sqlite": "3.40.1", "cpu": "a processor"}
    run_of = {"commit": "aaa", "dirty": False, "command": "strandline bench facts", "date": "2026-12-02", **machine}
    result = {
        "run": run_of,
        "what": "facts-cases_dev",
        "figures": {"ALL": row, "plain": row},
        "targets": {"never": 0.03},
    }
    (copy / "results" / "aaa-facts.json").write_text(json.dumps(result), encoding="utf-8")
    assert make(copy) == (0, "")
    front, reference = ((copy / page).read_text(encoding="utf-8") for page in (README, BENCHMARKS))
    assert "| development cases | 60 | 0.950 | 0.800 | – | 0.020 | 0.750 | 1.000 |" in front
    assert "| *to reach* |  |  |  |  | ≤ 0.03 |  |  |" in front
    assert "| plain | 60 | 19/20 | 4/5 | – | 1/50 | 3/4 | 2/2 |" in reference


def test_memories_stand_beside_the_other_library_and_what_was_aimed_at(copy):
    """What is not installed has a line that says so."""
    machine = {"python": "3.12.1", "numpy": "2.4.6", "sqlite": "3.40.1", "cpu": "a processor"}
    run_of = {"commit": "aaa", "dirty": False, "command": "strandline bench memories", "date": "2026-12-02", **machine}
    found = {"run": run_of, **memory_rows.result()}
    (copy / "results" / "aaa-memories.json").write_text(json.dumps(found), encoding="utf-8")
    assert make(copy) == (0, "")
    text = (copy / BENCHMARKS).read_text(encoding="utf-8")
    times = " | ".join(["1.00 / 2.00"] * 3)
    assert f"| 10,000 | 1 | own | memory | 1,000 | {times} | 25 | – |" in text
    assert "| 10,000 | 1 | own | faiss | not installed |" in text
    assert "| 10,000 | 1 | own | memory | 0.062 | 0.062 | 0.062 | 0.062 | 0.250 |" in text
    assert "| 10,000 | 1 | own | get | ≤ 0.100 | 0.062 | yes |" in text
    assert "`strandline bench memories`" in text


def test_without_results_the_pages_say_so(copy):
    """No table is made up."""
    make(copy)
    assert "No results of this version have been published yet." in (copy / README).read_text(encoding="utf-8")


def test_a_marker_that_names_no_table_is_an_error(copy):
    """A typing error in a page is found."""
    (copy / README).write_text("<!-- figures:speeed -->\n<!-- /figures -->\n", encoding="utf-8")
    code, said = make(copy)
    assert code == 1
    assert "speeed" in said


def test_other_embedders_stand_on_their_page_and_losses_beside_the_recall(copy):
    write(copy / "results", "aaa", date="2026-11-01", recall=0.5, others={"hash": system(0.25)})
    losses = {
        "run": json.loads((copy / "results" / "aaa-recall-locomo.json").read_text(encoding="utf-8"))["run"],
        "what": "losses",
        "packs": {"locomo": {"evidence": {"found": 8, "ranking": 2}, "sessions": {"found": 7, "more than five": 1}}},
    }
    (copy / "results" / "aaa-losses.json").write_text(json.dumps(losses), encoding="utf-8")
    assert make(copy) == (0, "")
    page = (copy / EMBEDDERS).read_text(encoding="utf-8")
    assert "| LoCoMo | 7 | static | 0.500 | 0.500 | 0.500 |" in page
    assert "| LoCoMo | 7 | hash | 0.250 | 0.250 | 0.250 |" in page
    benchmarks = (copy / BENCHMARKS).read_text(encoding="utf-8")
    assert "| LoCoMo | 8 | 0 | 2 | 0 |" in benchmarks
    assert "| LoCoMo | 7 | 1 | 0 | 0 |" in benchmarks
