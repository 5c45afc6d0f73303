"""Names to objects: a table of what is built in, and what installed packages offer as entry points.

Nothing is imported before it is named.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from strandline.errors import ConfigurationError, InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class Takes:
    """The options that a thing can be made with: ``names``, of which some are ``needed``; ``any`` takes others too."""

    names: tuple[str, ...]
    needed: tuple[str, ...]
    any: bool

    def accepts(self, option: str) -> bool:
        """Whether it can be made with an option of this name."""
        return self.any or option in self.names


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
        wanted = _plain(name)
        wanted = self.aliases.get(wanted, wanted)
        if wanted in self.built_in or wanted in self._plugins():
            return wanted
        raise InputError(f"no {self._noun} is called {name!r}; there are: {', '.join(self.names())}")

    def find(self, name: object) -> Any:
        """What the name stands for, loaded. Raises as ``canonical`` does, and MissingExtraError with its pip line."""
        wanted = self.canonical(name)
        if wanted in self.built_in:
            module, _, attribute = self.built_in[wanted].partition(":")
            return getattr(import_module(module), attribute)
        return self._plugins()[wanted].load()

    def takes(self, name: object) -> Takes:
        """The options of the thing of that name. Raises as ``find`` does."""
        return takes(self.find(name))

    def check(self, name: object, options: Collection[str]) -> None:
        """Raise `ConfigurationError` for an option that the thing of that name has not, or needs and did not get."""
        known, what = self.takes(name), f"{self._noun} {self.canonical(name)!r}"
        listed = f"its options are: {', '.join(known.names) or 'none'}"
        for option in options:
            if not known.accepts(option):
                raise ConfigurationError(
                    f"{what} has no option {option!r}{did_you_mean(option, known.names)}; {listed}"
                )
        if missing := [option for option in known.needed if option not in options]:
            raise ConfigurationError(f"{what} needs {' and '.join(missing)}, which {_was(missing)} not given; {listed}")

    def make(self, name: object, /, **options: Any) -> Any:
        """The thing of that name, made with ``options``.

        Raises as ``find`` does, `ConfigurationError` for options that it cannot be made with, and what it raises.
        """
        self.check(name, options)
        try:
            return self.find(name)(**options)
        except TypeError as exc:  # the names were checked, so it is about a value
            given = f" with {', '.join(options)}" if options else ""
            raise ConfigurationError(f"{self._noun} {self.canonical(name)!r} cannot be made{given}: {exc}") from exc

    @property
    def _noun(self) -> str:
        return self.kind.split(" ", 1)[-1]

    def _plugins(self) -> dict[str, Any]:
        from importlib.metadata import entry_points  # noqa: PLC0415 (takes longer to import than most of this package)

        return {_plain(point.name): point for point in entry_points(group=self.group)}


def takes(make: Callable[..., Any]) -> Takes:
    """The options of a class or function, by its signature; those of base classes too where it passes options on."""
    names: dict[str, None] = {}
    needed: list[str] = []
    makers = list(_makers(make))
    for place, maker in enumerate(makers):
        parameters = list(inspect.signature(maker).parameters.values())
        if inspect.isclass(make):
            del parameters[0]  # self
        named = [one for one in parameters if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
        names |= dict.fromkeys(one.name for one in named)
        if place == 0:  # what a base class needs, the class may give it
            needed = [one.name for one in named if one.default is one.empty]
        if not any(one.kind is one.VAR_KEYWORD for one in parameters):
            return Takes(names=tuple(names), needed=tuple(needed), any=False)
    return Takes(names=tuple(names), needed=tuple(needed), any=True)


def did_you_mean(name: str, known: Collection[str]) -> str:
    """`` (did you mean 'top_k'?)`` where one of the known names is like this one in any case, else nothing."""
    spelt = {one.lower(): one for one in known}
    like = get_close_matches(name.lower(), spelt, n=1)
    return f" (did you mean {spelt[like[0]]!r}?)" if like else ""


def _makers(make: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """The function itself, or the ``__init__`` of a class and of its bases, nearest first."""
    if not inspect.isclass(make):
        yield make
        return
    for owner in inspect.getmro(make):
        if owner is not object and "__init__" in vars(owner):
            yield vars(owner)["__init__"]


def _plain(name: str) -> str:
    return name.strip().lower().replace("_", "-")


def _was(names: Collection[str]) -> str:
    return "was" if len(names) == 1 else "were"
