"""What the documentation says an example prints is what it prints."""

from __future__ import annotations

import ast
import asyncio
import gc
import inspect
import re

import pytest

from tests.docs.test_docs import FENCE, IDS, PAGES

BETWEEN = re.compile(r"\s*")
"""An output stands right below its example, with white space alone between the two."""


def examples(page):
    """(line of the code, code, output or None) of the Python blocks of a page."""
    text = page.read_text(encoding="utf-8")
    fences = list(FENCE.finditer(text))
    for place, match in enumerate(fences):
        if match["lang"].strip() != "python":
            continue
        after = fences[place + 1] if place + 1 < len(fences) else None
        shown = after is not None and after["lang"].strip() == "text"
        follows = shown and BETWEEN.fullmatch(text, match.end(), after.start())
        yield text.count("\n", 0, match.start("body")) + 1, match["body"], after["body"] if follows else None


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_example_prints_what_the_page_shows(page, tmp_path, monkeypatch, capsys):
    """A Python block that is followed by a block of text prints exactly that; one that prints says what."""
    monkeypatch.chdir(tmp_path)
    namespace = {"__name__": "__main__"}
    for line, body, output in examples(page):
        code = compile("\n" * (line - 1) + body, str(page), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        result = eval(code, namespace)
        if inspect.iscoroutine(result):
            asyncio.run(result)
        assert capsys.readouterr().out == (output or ""), f"{page.name}:{line}"
    namespace.clear()
    gc.collect()  # what the page left open is blamed on the page: Python 3.13 warns, and a warning is an error
