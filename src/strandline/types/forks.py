"""Locks that a child process can go on with: a thread of its parent may have held one when it was forked."""

from __future__ import annotations

import os
import threading
import weakref


class ForkLock:
    """A lock, ``with`` it; free in a child of this process, whoever held it in the parent.

    What another thread was doing under it at the moment of a fork is as it was: a list may have half of what was added.
    """

    def __init__(self, *, reentrant: bool = False) -> None:
        self._new = threading.RLock if reentrant else threading.Lock
        self._lock = self._new()
        _alive.add(self)

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *failure: object) -> None:
        try:
            self._lock.release()
        except RuntimeError:
            if os.getpid() == _pid:  # else the fork was made under this lock, which is new here
                raise

    def renew(self) -> None:
        """Start with a lock of this process."""
        self._lock = self._new()


_alive: weakref.WeakSet[ForkLock] = weakref.WeakSet()
_pid = os.getpid()


def _in_child() -> None:
    for lock in list(_alive):
        lock.renew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)
