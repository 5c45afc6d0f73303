"""What can be closed."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from strandline.errors import StoreClosedError


class Closing:
    """A context manager with ``close``. Inherit it, call ``_opened`` in each verb, and release things in ``_close``."""

    _closed: bool = False

    def close(self) -> None:
        """Release what this opened, not what it was given. Twice is fine; other calls then raise StoreClosedError."""
        if not self._closed:
            self._closed = True
            self._close()

    def _close(self) -> None:
        """Release what was opened; called once."""

    def _opened(self) -> None:
        if self._closed:
            raise StoreClosedError(f"{self!r} was closed; make a new one")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
