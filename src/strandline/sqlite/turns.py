"""Taking turns at one file across processes, under ``<path>.lock``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from strandline.errors import StoreBusyError, StoreReadOnlyError


def lock_of(path: str) -> FileLock:
    """The lock by which processes take turns; one a thing that opens the file, used by one thread at a time."""
    return FileLock(f"{path}.lock", thread_local=False, poll_interval=0.001)


@contextmanager
def file_turn(lock: FileLock, path: str, *, left: float, timeout: float) -> Iterator[None]:
    """Hold the lock, waiting ``left`` seconds of the ``timeout`` that an error names.

    Raises StoreBusyError when another process holds it all that time, StoreReadOnlyError when it cannot be made.
    """
    try:
        lock.acquire(timeout=left)
    except Timeout as exc:
        if not Path(f"{path}.lock").exists():  # it could never be made, nobody held it
            raise StoreReadOnlyError(f"{path}.lock cannot be made; choose a folder on a disk") from exc
        raise StoreBusyError(path=path, waited=timeout) from exc
    except PermissionError as exc:
        raise StoreReadOnlyError(f"{path}.lock cannot be written; the folder is read-only") from exc
    except OSError as exc:
        raise StoreReadOnlyError(f"{path}.lock cannot be made ({exc.strerror})") from exc
    try:
        yield
    finally:
        lock.release()
