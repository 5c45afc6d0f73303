#!/usr/bin/env python3
"""Measure the relevance of the embedders that come with Strandline (``memories/data/relevance.json``).

    make_relevance.py [--check]

The probes are those of ``training/probes/measured.jsonl``, which no model learned from; every fourth of them ships with
the library, for embedders that are not in the table. ``--check`` writes nothing and exits with 1 where the files are
out of date.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from strandline.embedders import Embedder, HashEmbedder, MiniLMEmbedder, SentenceEmbedder
from strandline.memories.relevance import DATA, measure, probes

ROOT = Path(__file__).resolve().parents[1]
PROBES = ROOT / "training" / "probes" / "measured.jsonl"
EMBEDDERS = (SentenceEmbedder, MiniLMEmbedder, HashEmbedder)
EACH = 4


def main() -> int:
    """Write the files, or with ``--check`` compare them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 when a file is out of date")
    check = parser.parse_args().check
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


if __name__ == "__main__":
    sys.exit(main())
