"""Names to objects: a table of what is built in, and what installed packages offer as entry points.

Nothing is imported before it is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from strandline.errors import InputError


class Registry:
    """One kind of thing by name, in any case.

    ``kind`` says what it is in errors, ``built_in`` maps names to ``module:attribute``, ``aliases`` other names to
    those, ``group`` is the group of entry points where packages offer theirs. A plugin cannot take a built-in name.
    """

    def __init__(
        self, kind: str, *, group: str, built_in: Mapping[str, str], aliases: Mapping[str, str] | None = None
    ) -> None:
        self.kind, self.group, self.built_in, self.aliases = kind, group, built_in, aliases or {}

    def names(self) -> list[str]:
        """All names that can be made now, aliases left out, in alphabetical order."""
        return sorted({*self.built_in, *self._plugins()})

    def canonical(self, name: object) -> str:
        """The name as it stands in the table. Raises `InputError` for an unknown one, with the names there are."""
        if not isinstance(name, str):
            raise InputError(f"the name of {self.kind} must be a str, got {type(name).__name__}")
        wanted = name.strip().lower().replace("_", "-")
        wanted = self.aliases.get(wanted, wanted)
        if wanted in self.built_in or wanted in self._plugins():
            return wanted
        raise InputError(f"no {self.kind.split(' ', 1)[-1]} is called {name!r}; there are: {', '.join(self.names())}")

    def find(self, name: object) -> Any:
        """What the name stands for, loaded. Raises as ``canonical`` does, and MissingExtraError with its pip line."""
        wanted = self.canonical(name)
        if wanted in self.built_in:
            module, _, attribute = self.built_in[wanted].partition(":")
            return getattr(import_module(module), attribute)
        return self._plugins()[wanted].load()

    def make(self, name: object, /, **options: Any) -> Any:
        """The thing of that name, made with ``options``."""
        return self.find(name)(**options)

    def _plugins(self) -> dict[str, Any]:
        from importlib.metadata import entry_points  # noqa: PLC0415 (takes longer to import than most of this package)

        return {point.name.lower(): point for point in entry_points(group=self.group)}
