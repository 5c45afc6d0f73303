#!/usr/bin/env python3
"""Measure the relevance of the embedders that come with Strandline (``memories/data/relevance.json``).

    make_relevance.py [--check | --held-out]

The probes are those of ``training/probes/measured.jsonl``, which no model learned from; every fourth of them ships with
the library, for embedders that are not in the table. ``--check`` writes nothing and exits with 1 where the files are
out of date. ``--held-out`` prints what each embedder finds in probes that it was not measured on: four times three
quarters of them are measured on, and the rest is asked.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from strandline.embedders import CachedEmbedder, Embedder, HashEmbedder, MiniLMEmbedder, SentenceEmbedder
from strandline.memories.relevance import DATA, Probe, Relevance, measure, probes, relevance_of

ROOT = Path(__file__).resolve().parents[1]
PROBES = ROOT / "training" / "probes" / "measured.jsonl"
PACK = ROOT / "benchmarks" / "packs" / "paraphrases.jsonl"
EMBEDDERS = (SentenceEmbedder, MiniLMEmbedder, HashEmbedder)
EACH = 4
FOLDS = 4
BEST = 3
"""How many of the best statements count as found."""


def main() -> int:
    """Write the files, or with ``--check`` compare them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 when a file is out of date")
    parser.add_argument("--held-out", action="store_true", help="write nothing; print what is found in other probes")
    arguments = parser.parse_args()
    if arguments.held_out:
        print_held_out()
        return 0
    check = arguments.check
    stale = [path for path, text in files().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        if check:
            print(f"{path.relative_to(ROOT)} is out of date: run tools/make_relevance.py", file=sys.stderr)
        else:
            path.write_text(files()[path], encoding="utf-8")
    return int(check and bool(stale))


def files() -> dict[Path, str]:
    """What the two files should hold."""
    lines = PROBES.read_text(encoding="utf-8").splitlines()
    found = probes(PROBES)
    made: list[Embedder] = [embedder() for embedder in EMBEDDERS]
    table = {str(one.identity): measure(one, found).to_dict() for one in made}
    rows = {"probes": len(found), "embedders": table}
    return {
        DATA / "relevance.json": json.dumps(rows, indent=1) + "\n",
        DATA / "probes.jsonl": "\n".join(lines[::EACH]) + "\n",
    }


def print_held_out() -> None:
    """Rows of Markdown: what is found of questions, found at the threshold, and unrelated ones that are answered.

    First of the people of the pack, as the library is; then of the probes, each fold with what the others give.
    """
    found = probes(PROBES)
    for make in EMBEDDERS:
        embedder = CachedEmbedder(make(), max_entries=10_000)
        counts = sum((asked(embedder, relevance_of(make()), probe) for probe in probes(PACK)), Counter[str]())
        print(row(make.__name__, counts))
    for make in EMBEDDERS:
        embedder = CachedEmbedder(make(), max_entries=10_000)
        counts = Counter[str]()
        for fold in range(FOLDS):
            others = [probe for place, probe in enumerate(found) if place % FOLDS != fold]
            relevance = measure(embedder, others)
            counts += sum((asked(embedder, relevance, probe) for probe in found[fold::FOLDS]), Counter[str]())
        print(row(make.__name__, counts))


def row(name: str, counts: Counter[str]) -> str:
    """One line of the table."""
    shares = (counts["found"] / counts["questions"], counts["told"] / counts["questions"])
    return f"| `{name}` | {shares[0]:.3f} | {shares[1]:.3f} | {counts['answered'] / counts['unrelated']:.3f} |"


def asked(embedder: Embedder, relevance: Relevance, probe: Probe) -> Counter[str]:
    """How the questions of a probe went."""
    facts = embedder.embed(probe.facts, kind="document")

    def scores(question: str) -> list[float]:
        (vector,) = embedder.embed([question], kind="query")
        return relevance.scores(question, probe.facts, (facts @ vector).tolist())

    counts: Counter[str] = Counter(questions=len(probe.questions), unrelated=len(probe.unrelated))
    for question, place in probe.questions:
        all_of_them = scores(question)
        found = sum(score > all_of_them[place] for score in all_of_them) < BEST
        counts["found"] += found
        counts["told"] += found and all_of_them[place] >= relevance.threshold
    for question in probe.unrelated:
        counts["answered"] += max(scores(question)) >= relevance.threshold
    return counts


if __name__ == "__main__":
    sys.exit(main())
