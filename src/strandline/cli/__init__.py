"""The command line: one command a public method of Memory. It parses, calls, and renders."""

from __future__ import annotations

from strandline.cli import beliefs, demo, measuring, reading, training, upkeep, writing
from strandline.cli.app import main

__all__ = ["beliefs", "demo", "main", "measuring", "reading", "training", "upkeep", "writing"]
