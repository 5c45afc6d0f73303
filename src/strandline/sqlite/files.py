"""Reading the bytes of a database file without harming its locks.

POSIX drops all of a process's locks on a file when that process closes any descriptor of it. SQLite locks the database
file and its ``-shm``, so this process must never open and close those two itself while it has the database open: its
locks would vanish, and another process could take the write-ahead log away. The bytes of a database file are read
through one descriptor a file, which is closed when the last connection of this process to that file is.
"""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from strandline.errors import NotAStoreError, StoreReadOnlyError

PIECE = 1 << 22
"""Bytes read at a time."""


@dataclass(slots=True)
class _Held:
    """A file that this process has open as a database, so many times, and the descriptor to read it by."""

    users: int = 0
    descriptor: int | None = None


_lock = threading.Lock()
_held: dict[tuple[int, int], _Held] = {}


class HeldFile:
    """A database file that a store has open: made when it is opened, released after its last connection is closed."""

    def __init__(self, path: Path) -> None:
        found = path.stat()
        self._path = path
        self._inode: tuple[int, int] | None = (found.st_dev, found.st_ino)
        with _lock:
            _held.setdefault(self._inode, _Held()).users += 1

    def pieces(self) -> Iterator[bytes]:
        """The bytes of the file, piece by piece."""
        with _lock:
            if self._inode is None:
                return
            held = _held[self._inode]
            if held.descriptor is None:
                held.descriptor = os.open(self._path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
            descriptor = held.descriptor
        offset = 0
        while piece := os.pread(descriptor, PIECE, offset):
            yield piece
            offset += len(piece)

    def release(self) -> None:
        """Say that the store has closed its connections. Calling it twice is fine."""
        with _lock:
            if self._inode is None:
                return
            held = _held[self._inode]
            held.users -= 1
            if not held.users:
                del _held[self._inode]
                if held.descriptor is not None:
                    os.close(held.descriptor)
            self._inode = None


def pieces_of(path: Path) -> Iterator[bytes]:
    """The bytes of a file that SQLite does not lock (the log, the lock file), piece by piece."""
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece


def renew_after_fork() -> None:
    """A thread of the parent may have held the lock."""
    global _lock
    _lock = threading.Lock()


def refuse_what_is_no_store(path: Path) -> None:
    """Refuse what cannot be a store by its name and rights. Its bytes are left to SQLite."""
    try:
        if not path.parent.is_dir():
            raise NotAStoreError(f"the folder {path.parent} does not exist; make it first")
        mode = path.stat().st_mode if path.exists() else None
    except PermissionError as exc:
        raise StoreReadOnlyError(f"{path} cannot be read; check its owner and permissions, and its folder's") from exc
    except OSError as exc:  # a name that is too long, a device that is gone
        raise NotAStoreError(f"{path} cannot be opened ({exc.strerror}); choose another path") from exc
    if mode is None:
        return
    if stat.S_ISDIR(mode):
        raise NotAStoreError(f"{path} is a folder; give the path of a file inside it")
    if not stat.S_ISREG(mode):
        raise NotAStoreError(f"{path} is no regular file; choose another path")
    if not os.access(path, os.R_OK | os.W_OK):
        raise StoreReadOnlyError(f"{path} cannot be read and written; check its owner and permissions")
