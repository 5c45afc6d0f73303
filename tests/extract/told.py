"""Sentences with what is read of them, one pair a line, for the tests of the tables."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def told(name: str) -> pytest.MarkDecorator:
    """The pairs of a file as parameters ``text`` and ``claims``."""
    pairs = [line.split("\t") for line in (HERE / f"{name}.tsv").read_text(encoding="utf-8").splitlines()]
    return pytest.mark.parametrize(("text", "expected"), pairs, ids=[text for text, _ in pairs])


def lines(name: str) -> list[str]:
    """The lines of a text file."""
    return (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def parted(expected: str) -> list[str]:
    """The claims of a line."""
    return expected.split(" | ") if expected else []
