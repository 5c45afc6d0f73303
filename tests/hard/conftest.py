"""Running a program of ``children.py`` and reading its answer."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def child() -> Callable[..., dict[str, Any]]:
    def run(*arguments: object) -> dict[str, Any]:
        program = Path(__file__).with_name("children.py")
        done = subprocess.run(
            [sys.executable, "-W", "error", str(program), *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer

    return run
