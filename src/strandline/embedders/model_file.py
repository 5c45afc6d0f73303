"""Opens the ``.npz`` files that models come in: checked before they are read, and refused with what helps."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Any
from zipfile import BadZipFile
from zlib import error as ZlibError

import numpy as np
from numpy.typing import NDArray

from strandline.errors import ModelFileError

Stored = Mapping[str, NDArray[Any]]
"""The arrays of a file by name; each is read when it is asked for."""


@contextmanager
def opened(path: Path, *, sha256: str | None, what: str, package: str) -> Iterator[Stored]:
    """The arrays of a file, for as long as they are read; ``sha256=None`` leaves its digest unchecked.

    ``what`` names what the file should hold, and ``package`` what to install again where it does not. Raises
    `ModelFileError` when the file is missing or damaged, or when what is read of it is not there.
    """
    again = f"install {package} again"
    try:
        with path.open("rb") as file:
            if sha256 is not None and (got := _digest(file)) != sha256:
                raise ModelFileError(f"{path} is damaged: its sha256 is {got}, wanted {sha256}; {again}")
            with np.load(file, allow_pickle=False) as stored:
                yield stored
    except FileNotFoundError as exc:
        raise ModelFileError(f"{path} is missing; {again}") from exc
    except (OSError, BadZipFile, ZlibError, KeyError, ValueError, EOFError) as exc:
        raise ModelFileError(f"{path} cannot be read as {what}: {exc}; {again}") from exc


def vocabulary(stored: Stored) -> tuple[str, ...]:
    """The word pieces of a model, in the order of their ids: the lines of its array ``vocab``."""
    return tuple(stored["vocab"].tobytes().decode("utf-8").rstrip("\n").split("\n"))


def _digest(file: BufferedReader) -> str:
    """The sha256 of a file, which is left at its beginning."""
    digest = hashlib.file_digest(file, "sha256").hexdigest()
    file.seek(0)
    return digest
