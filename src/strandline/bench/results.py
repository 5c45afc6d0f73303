"""Names and writes what a benchmark found, with what is needed to run it again."""

from __future__ import annotations

import json
import platform
import sqlite3
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import Any

import numpy as np

from strandline._version import __version__

FOLDER = Path("benchmarks") / "results"
"""Where results go, from the root of the repository."""


def save(result: Mapping[str, Any], *, command: Sequence[str], folder: Path = FOLDER) -> Path:
    """Write ``<sha12>[-dirty]-<what>.json`` into ``folder`` and return its path.

    ``result["what"]`` names the benchmark. Results themselves do not make the tree dirty.
    """
    run = environment(command)
    name = f"{run['commit']}{'-dirty' if run['dirty'] else ''}-{result['what']}.json"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(json.dumps({"run": run, **result}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def environment(command: Sequence[str]) -> dict[str, Any]:
    """The commit, the command (paths without the folders of this machine), the versions, the processor, the date."""
    return {
        "commit": _git("rev-parse", "--verify", "-q", "HEAD")[:12] or "no-commit",
        "dirty": bool(_git("status", "--porcelain", "--", ".", f":(exclude){FOLDER.as_posix()}")),
        "command": " ".join(_without_folders(part) for part in command),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "strandline": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "sqlite": sqlite3.sqlite_version,
        "cpu": cpu_model(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def cpu_model() -> str:
    """The model name of the first processor, or what the platform says where there is no /proc."""
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


def this_command() -> list[str]:
    """The command line of this process, as it would be typed."""
    return [PurePath(sys.argv[0]).name, *sys.argv[1:]]


def _without_folders(part: str) -> str:
    flag, equals, value = part.rpartition("=")
    return f"{flag}{equals}{PurePath(value).name}" if PurePath(value).is_absolute() else part


def _git(*arguments: str) -> str:
    try:
        done = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
