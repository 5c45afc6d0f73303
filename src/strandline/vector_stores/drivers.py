"""What stores over a driver share: a collection made with its first row, errors translated, names and batches."""

from __future__ import annotations

import hashlib
import re
import threading
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from strandline.errors import (
    ConfigurationError,
    DimensionError,
    InputError,
    StoreClosedError,
    StrandlineError,
    VectorStoreError,
)
from strandline.filters import Predicate
from strandline.vector_stores.base import BaseVectorStore, Prefilter
from strandline.vector_stores.filtering import required, required_exactly

_DIGEST = re.compile(r"strandline-[0-9a-f]{32}")


class DriverStore(BaseVectorStore):
    """A store over a driver. The collection is made when the first row comes, since only then is its width known.

    Other processes may make it, and write to it, at any time: a store that has not found it yet looks again.
    """

    def __init__(self, *, collection: str, dimensions: int | None, where: str) -> None:
        super().__init__(collection=collection, dimensions=dimensions)
        self._where = where
        self._lock = threading.RLock()
        self._handle: Any = None
        """What the driver calls the collection; None until there is one."""

    @abstractmethod
    def _find(self) -> tuple[Any, int] | None:
        """The collection and its width; None where there is none yet. Raises VectorStoreError for one of others."""

    @abstractmethod
    def _make(self, width: int) -> None:
        """Make the collection; one that another process makes at the same time is fine."""

    def native(self) -> Any:
        """The driver's own object, for what this interface does not say."""
        return self._handle

    @abstractmethod
    def _said(self, wanted: Mapping[str, tuple[str, ...]]) -> Any:
        """A filter in the driver's words: each of these keys has one of these str (none of them: nothing passes).

        It may let through more, never less.
        """

    def _prefilter(self, predicate: Predicate) -> Prefilter:
        wanted = required(predicate.node)
        return Prefilter(native=self._said(wanted) if wanted else None, exact=required_exactly(predicate.node))

    def _start(self) -> None:
        """Look for the collection at the door, so that what is wrong with it shows there."""
        try:
            self._look()
        except BaseException:
            self._closed = True
            self._close()
            raise

    def _opened(self) -> None:
        super()._opened()
        if self._handle is None:
            self._look()

    def _look(self) -> None:
        """Take the collection, if there is one by now."""
        with self._lock, self._errors():
            found = self._find()
            if found is not None:
                handle, width = found
                self._check_width(self._dimensions or width, width)
                self._dimensions, self._handle = width, handle

    def _absent(self) -> bool:
        """Whether there is no collection yet."""
        absent = self._handle is None
        super()._opened()  # a store that another thread has closed may hold none any more
        return absent

    def _ready(self, width: int) -> Any:
        """The collection, made if need be: called when the rows are ready to be sent, since its width is for good."""
        if self._handle is None:
            with self._lock, self._errors():
                self._make(width)
            self._look()
        self._check_width(width, self._dimensions or width)
        return self._handle

    def _check_width(self, got: int, want: int) -> None:
        if got != want:
            raise DimensionError(got=got, want=want, store=f"{type(self).__name__}(collection={self.collection!r})")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """The driver's errors, with their cause, as `VectorStoreError`; as `StoreClosedError` if closed meanwhile."""
        try:
            yield
        except StrandlineError:
            raise
        except Exception as exc:  # drivers raise trees of their own, and those of what they are made of
            if self._closed:
                raise StoreClosedError(f"{self!r} was closed meanwhile; make a new one") from exc
            raise VectorStoreError(f"{self._where} failed: {type(exc).__name__}: {exc}") from exc


def one_of(**given: object) -> None:
    """Check that exactly one of these arguments was given. Raises ConfigurationError."""
    named = [name for name, value in given.items() if value is not None]
    if len(named) != 1:
        got = " and ".join(named) or "none of them"
        raise ConfigurationError(f"give exactly one of {', '.join(given)}; got {got}")


def bare_host(host: str | None) -> str | None:
    """A host without who opens it: that would be shown in errors. Raises InputError for one with a user or password."""
    if host is not None and "@" in host:
        raise InputError("the host has a user or password in it, which errors would show; give the key as an argument")
    return host


def safe_name(name: str, fits: re.Pattern[str]) -> str:
    """The name itself where the driver takes it, else one made of its digest: the same in every process.

    A name that looks like such a digest gets one too, else it could be that of another collection.
    """
    if fits.fullmatch(name) and not _DIGEST.fullmatch(name):
        return name
    return f"strandline-{hashlib.sha256(name.encode()).hexdigest()[:32]}"


def batches(sizes: Sequence[int], *, rows: int, size: int) -> Iterator[slice]:
    """Cut a list of things of these sizes into runs of at most so many and so much; one that is larger stands alone."""
    start = total = 0
    for place, one in enumerate(sizes):
        if place > start and (place - start == rows or total + one > size):
            yield slice(start, place)
            start, total = place, 0
        total += one
    if start < len(sizes):
        yield slice(start, len(sizes))


def chunks(ids: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    """The ids in runs of at most ``size``."""
    return (ids[start : start + size] for start in range(0, len(ids), size))
