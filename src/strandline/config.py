"""Memories by name, and from settings: here names become objects.

>>> from strandline.config import memory, open_memory
>>> with memory("window", window=2) as short:
...     short.add(["one", "two", "three"])
...     [message.content for message in short.get()]
['two', 'three']
>>> with open_memory(path=":memory:", embedder="hash") as long:
...     added = long.add("I moved to Oslo last month.", user_id="ana")
...     long.search("Where do I live?", user_id="ana")[0].text
'The user lives in Oslo.'

Nothing here reads the environment: a program gives it, ``Settings.from_env(os.environ)``, where it starts.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from types import NoneType
from typing import Any, Self, TypeVar

from strandline.embedders import Embedder, as_embedder, embedder
from strandline.errors import ConfigurationError
from strandline.llms import LLM
from strandline.memories import ChatMemory
from strandline.memories.describing import plain_setting
from strandline.memories.relevance import default_embedder
from strandline.memories.vector import COLLECTION, store_options
from strandline.memory import Memory
from strandline.memory.engine import CACHE_BYTES, MemoryOptions
from strandline.memory.reranking import RERANK_TOP
from strandline.recall import Ranking
from strandline.registry import Registry, did_you_mean
from strandline.rerankers import Reranker, open_reranker
from strandline.vector_stores import REGISTRY as VECTOR_STORES
from strandline.vector_stores import vector_store

__all__ = ["ALIASES", "BUILT_IN", "VARIABLES", "Settings", "memory", "open_memory"]

BUILT_IN = {
    "buffer": "strandline.memories:BufferMemory",
    "window": "strandline.memories:WindowMemory",
    "summary": "strandline.memories:SummaryMemory",
    "vector": "strandline.memories:VectorMemory",
    "step": "strandline.memories:StepMemory",
    "composite": "strandline.memories:CompositeMemory",
}
"""Name of a conversation memory → ``module:class``. A plugin cannot take one of these names."""

ALIASES = {
    "conversation": "buffer",
    "simple": "buffer",
    "sliding": "window",
    "recent": "window",
    "summarizing": "summary",
    "compressed": "summary",
    "long-term": "vector",
    "longterm": "vector",
    "semantic": "vector",
    "engine": "step",
}
"""Other names of the built-in ones; each means one of them."""

_MEMORIES = Registry("a memory", group="strandline.memories", built_in=BUILT_IN, aliases=ALIASES)
_LLMS = Registry(
    "a language model",
    group="strandline.llms",
    built_in={"openai": "strandline.llms:OpenAICompatible"},
    aliases={"openai-compatible": "openai"},
)
_USUAL_PAIR = ("vector", "window")
_PREFIX = "STRANDLINE_"
Part = TypeVar("Part")


# --- the engine ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Settings:
    """How a `Memory` is opened, as far as text can say it; the rest is given to `Memory` itself.

    - ``path``: the file, or ``":memory:"``. It has no default, but may be said later, to `open_memory`.
    - ``embedder``: its name, a mapping with its ``name`` and options, or an object; the default one when None.
      ``embedder_options`` are the options of a name.
    - ``reranker``: a folder, ``"minilm"`` or an object (``strandline.rerankers``); ``ranking``: the path of a file of
      weights, or a `Ranking`.
    - ``llm_url``, ``llm_model`` and ``llm_api_key``: a language model behind an endpoint (``OpenAICompatible``).
    - ``on_mismatch``, ``synchronous``, ``timeout`` (seconds), ``cache_bytes``, ``max_bytes``, ``rerank_top``: as
      `Memory` takes them, which checks them when it is opened.

    The key is masked in ``repr`` and in ``to_dict``. Raises ConfigurationError for settings that mean nothing together.

    >>> Settings(path="agent.db", llm_url="http://localhost:11434/v1", llm_model="some-model", llm_api_key="sk-1")
    Settings(path='agent.db', llm_url='http://localhost:11434/v1', llm_model='some-model', llm_api_key='***')
    """

    path: str | os.PathLike[str] | None = None
    embedder: str | Mapping[str, Any] | Embedder | None = None
    embedder_options: Mapping[str, Any] | None = None
    reranker: str | os.PathLike[str] | Reranker | None = None
    rerank_top: int = RERANK_TOP
    ranking: str | os.PathLike[str] | Ranking | None = None
    llm_url: str | None = None
    llm_model: str | None = None
    llm_api_key: str | None = None
    on_mismatch: str = "raise"
    synchronous: str = "FULL"
    timeout: float = 30.0
    cache_bytes: int = CACHE_BYTES
    max_bytes: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.path, (str, os.PathLike, NoneType)):
            raise ConfigurationError(f"path must be a file's path or ':memory:', got {type(self.path).__name__}")
        if not isinstance(self.embedder_options, (Mapping, NoneType)):
            raise ConfigurationError(f"embedder_options must be a mapping, got {type(self.embedder_options).__name__}")
        if self.embedder_options and not isinstance(self.embedder, str):
            raise ConfigurationError("embedder_options are the options of an embedder's name; give embedder its name")
        if (self.llm_url is None) != (self.llm_model is None):
            given, missing = ("llm_url", "llm_model") if self.llm_model is None else ("llm_model", "llm_url")
            raise ConfigurationError(f"{given} was given without {missing}; a language model needs both")
        if self.llm_api_key is not None and self.llm_url is None:
            raise ConfigurationError("llm_api_key was given without llm_url and llm_model; there is no model to use it")

    @classmethod
    def from_dict(cls, mapping: Mapping[str, Any]) -> Self:
        """Settings from a mapping by the names of the fields, such as a table of a TOML file.

        Raises ConfigurationError for a name that is no setting, with the one that is most like it.
        """
        _known_settings(mapping)
        return cls(**mapping)

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Self:
        """Settings from the variables of `VARIABLES`; an empty one counts as not set.

        ``STRANDLINE_DB`` is the path, as on the command line; ``STRANDLINE_EMBEDDER_OPTIONS`` is a JSON object. Raises
        ConfigurationError for a text that cannot be read, and for another variable that begins with ``STRANDLINE_``.

        >>> Settings.from_env({"STRANDLINE_DB": "agent.db", "STRANDLINE_TIMEOUT": "2.5"})
        Settings(path='agent.db', timeout=2.5)
        """
        for variable in environ:
            if variable.startswith(_PREFIX) and variable not in VARIABLES:
                said = variable.removeprefix(_PREFIX)
                hint = did_you_mean(said, [name.removeprefix(_PREFIX) for name in VARIABLES])
                raise ConfigurationError(f"no setting is called {variable}{hint}; there are: {', '.join(VARIABLES)}")
        return cls(**{VARIABLES[name]: _read(name, text) for name in VARIABLES if (text := environ.get(name))})

    def to_dict(self) -> dict[str, Any]:
        """Every setting as plain JSON; objects by their identity, secrets as ``***``."""
        return {field.name: _shown(field.name, getattr(self, field.name)) for field in fields(self)}

    def __repr__(self) -> str:
        said = [field.name for field in fields(self) if getattr(self, field.name) != field.default]
        return f"Settings({', '.join(f'{name}={_shown(name, getattr(self, name))!r}' for name in said)})"


SETTINGS = tuple(field.name for field in fields(Settings))
VARIABLES = {"STRANDLINE_DB" if name == "path" else f"{_PREFIX}{name.upper()}": name for name in SETTINGS}
"""Variable of the environment → the setting it says."""


def open_memory(settings: Settings | Mapping[str, Any] | None = None, **overrides: Any) -> Memory:
    """The memory that the settings describe, opened. ``overrides`` are settings too, and win.

    What is made here is closed with the memory; an object that was given is not. Raises ConfigurationError for unknown
    settings, a missing path and options that a part has not, InputError for an unknown name, MissingExtraError with its
    pip line, and what `Memory` raises.
    """
    wanted = _settings(settings, overrides)
    if wanted.path is None:
        raise ConfigurationError(
            'no path was given: say path="agent.db" (STRANDLINE_DB), or path=":memory:" for a memory that is not kept'
        )
    with ExitStack() as parts:
        named = wanted.embedder
        if isinstance(named, str):
            named = {**(wanted.embedder_options or {}), "name": named}
        options: MemoryOptions = {
            "embedder": None if named is None else _embedder(named, parts),
            "llm": _settled_llm(wanted, parts),
            "reranker": _opened(wanted.reranker, open_reranker),
            "ranking": _opened(wanted.ranking, Ranking.load),
            "rerank_top": wanted.rerank_top,
            "on_mismatch": wanted.on_mismatch,
            "synchronous": wanted.synchronous,
            "timeout": wanted.timeout,
            "cache_bytes": wanted.cache_bytes,
            "max_bytes": wanted.max_bytes,
        }
        return _OwningMemory(wanted.path, options, parts)


class _OwningMemory(Memory):
    """A memory that also closes what was made for it."""

    def __init__(self, path: str | os.PathLike[str], options: MemoryOptions, parts: ExitStack) -> None:
        super().__init__(path, **options)
        self._parts = parts.pop_all()

    def close(self) -> None:
        with self._parts:
            super().close()


def _settings(settings: object, overrides: Mapping[str, Any]) -> Settings:
    if isinstance(settings, Settings):
        _known_settings(overrides)
        return replace(settings, **overrides)
    if settings is None or isinstance(settings, Mapping):
        return Settings.from_dict({**(settings or {}), **overrides})
    raise ConfigurationError(f"settings must be Settings or a mapping, got {type(settings).__name__}")


def _known_settings(names: Collection[object]) -> None:
    for name in names:
        if name not in SETTINGS:
            hint = did_you_mean(str(name), SETTINGS)
            raise ConfigurationError(f"no setting is called {name!r}{hint}; there are: {', '.join(SETTINGS)}")


def _read(variable: str, text: str) -> Any:
    """What the text of a variable says; a text that is meant to be one stays as it is."""
    kind, wanted = _KINDS.get(VARIABLES[variable], (str, ""))
    try:
        return kind(text)
    except (ValueError, RecursionError) as exc:
        got = "" if kind is _json_object else f", got {text!r}"  # options may hold a key, which belongs in no message
        raise ConfigurationError(f"{variable} must be {wanted}{got}") from exc


def _json_object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        raise ValueError("not JSON") from None  # the parser's error holds the text
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return found


_KINDS: dict[str, tuple[Callable[[str], Any], str]] = {
    "timeout": (float, "a number of seconds"),
    "rerank_top": (int, "a whole number"),
    "cache_bytes": (int, "a whole number of bytes"),
    "max_bytes": (int, "a whole number of bytes"),
    "embedder_options": (_json_object, 'a JSON object, such as {"dimensions": 512}'),
}


def _shown(name: str, value: Any) -> Any:
    return plain_setting(name, os.fspath(value) if isinstance(value, os.PathLike) else value)


def _settled_llm(settings: Settings, parts: ExitStack) -> LLM | None:
    if settings.llm_url is None:
        return None
    said = {"base_url": settings.llm_url, "model": settings.llm_model, "api_key": settings.llm_api_key}
    return _llm(said, parts)


def _opened(
    value: str | os.PathLike[str] | Part | None, open_it: Callable[[str | os.PathLike[str]], Part]
) -> Part | None:
    """A path opened; an object, or None, as it is."""
    return open_it(value) if isinstance(value, (str, os.PathLike)) else value


# --- conversation memories -------------------------------------------------------------------------------------------


def memory(name: str, /, **options: Any) -> ChatMemory:
    """The conversation memory of that name, in any case, made with ``options``: those of its class.

    | name | other names | class |
    |---|---|---|
    | buffer | conversation, simple | `BufferMemory` |
    | window | sliding, recent | `WindowMemory` |
    | summary | summarizing, compressed | `SummaryMemory` |
    | vector | long-term, longterm, semantic | `VectorMemory` |
    | step | engine | `StepMemory` |
    | composite | | `CompositeMemory` |

    Installed packages offer more as entry points of the group ``strandline.memories``. A part may be an object, a name,
    or a mapping of its ``name`` and its options (an option that is called ``name`` itself needs an object):

    - ``embedder="hash"``, ``embedder={"name": "hash", "dimensions": 512}``; the default one when left out;
    - ``vectorstore={"name": "qdrant", "path": "vectors"}``, made for this embedder, in the memory's ``collection``;
    - ``llm={"base_url": "http://localhost:11434/v1", "model": "some-model"}``: ``OpenAICompatible``;
    - ``memory`` of step: a path, `Settings`, a mapping of settings, or a `Memory`;
    - ``memories`` of composite: a list; without it a vector memory and a window. Members share no options: each has
      those in its own mapping.

    What is made here is closed with the memory. Raises InputError for an unknown name, with the names there are,
    ConfigurationError for an option that the memory or the part has not, or needs, with those it has, MissingExtraError
    with its pip line, and what the parts raise.

    >>> memory("Composite").describe()["memories"][1]["window"]
    20
    """
    wanted = _MEMORIES.canonical(name)
    _MEMORIES.check(wanted, options)
    with ExitStack() as parts:
        made = _MEMORIES.make(wanted, **_made_of(wanted, options, parts))
        if not isinstance(made, ChatMemory):
            raise ConfigurationError(f"the plugin {wanted!r} made a {type(made).__name__}, which is no ChatMemory")
        made.own(parts.pop_all())
    return made


def _made_of(name: str, options: Mapping[str, Any], parts: ExitStack) -> dict[str, Any]:
    """The options with parts in the place of their names."""
    given = dict(options)
    if name == "composite" and given.get("memories") is None:
        given["memories"] = _USUAL_PAIR
    for option, make in _MAKERS.items():
        if given.get(option) is not None:
            given[option] = make(given[option], parts)
    if (said := _named(given.get("vectorstore"), "vectorstore")) is not None:
        given["embedder"] = default_embedder() if given.get("embedder") is None else given["embedder"]
        given["vectorstore"] = _vectorstore(*said, given, parts)
    return given


def _embedder(said: Any, parts: ExitStack) -> Embedder:
    named = _named(said, "embedder")
    return as_embedder(said) if named is None else _owned(embedder(named[0], **named[1]), parts)


def _vectorstore(name: str, options: Mapping[str, Any], given: Mapping[str, Any], parts: ExitStack) -> Any:
    """The store of that name, for the embedder and in the collection of the memory that is given them."""
    takes = VECTOR_STORES.takes(name)
    usual = store_options(given["embedder"], given.get("collection", COLLECTION))
    usual = {option: value for option, value in usual.items() if takes.accepts(option)}
    return _owned(vector_store(name, **{**usual, **options}), parts)


def _llm(said: Any, parts: ExitStack) -> LLM:
    named = _named(said, "llm", default="openai")
    model: LLM = said if named is None else _owned(_LLMS.make(named[0], **named[1]), parts)
    return model


def _engine(said: Any, parts: ExitStack) -> Any:
    return _owned(open_memory(said), parts) if isinstance(said, (Settings, Mapping)) else said


def _members(said: Any, parts: ExitStack) -> list[Any]:
    if isinstance(said, (str, Mapping)) or not isinstance(said, Sequence):
        raise ConfigurationError(f"memories must be a list of memories or names, got {type(said).__name__}")
    members: list[Any] = []
    for one in said:
        named = _named(one, "a member of memories")
        members.append(one if named is None else _owned(memory(named[0], **named[1]), parts))
    return members


_MAKERS: dict[str, Callable[[Any, ExitStack], Any]] = {
    "embedder": _embedder,
    "llm": _llm,
    "memory": _engine,
    "memories": _members,
}
"""Option → what makes a part of what was said for it."""


def _named(said: Any, what: str, *, default: str | None = None) -> tuple[str, dict[str, Any]] | None:
    """The name and the options of a part; None where it is an object, or not said."""
    if isinstance(said, str):
        return said, {}
    if not isinstance(said, Mapping):
        return None
    options = {str(option): value for option, value in said.items()}
    name = options.pop("name", default)
    if name is None:
        listed = ", ".join(options) or "nothing"
        raise ConfigurationError(f'{what} is a mapping without a "name", which says what to make; it has: {listed}')
    return name, options


def _owned(part: Part, parts: ExitStack) -> Part:
    """The part, to be closed with the others where it can be."""
    if callable(close := getattr(part, "close", None)):
        parts.callback(close)
    return part
