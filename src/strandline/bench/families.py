"""Every system that recall is measured on, in families: those of one family share what is made of a conversation."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import strandline
from strandline._version import __version__
from strandline.bench.ablations import ablations, learned
from strandline.bench.baseline import Baseline, Bm25, Chance, Dense, Fused
from strandline.bench.recall_rivals import CortexmAsked, CortexmStore, WindlassAsked
from strandline.bench.systems import KINDS, Asked, BaselineAsked, StrandlineAsked
from strandline.embedders import Embedder, HashEmbedder, MiniLMEmbedder
from strandline.errors import InputError
from strandline.memory import Memory
from strandline.recall import DEFAULT_ANSWERABLE

SEED = 7
BASELINES = ("bm25", "dense", "hybrid", "random")
EMBEDDERS: Mapping[str, tuple[Callable[[], Embedder], str, int | None]] = {
    "minilm": (MiniLMEmbedder, "strandline_minilm", 60),
    "hash": (HashEmbedder, "strandline", None),
}
"""Other embedders than the default: what makes one, the module it needs, the most conversations it is measured on."""
_PACKAGE = Path(strandline.__file__).parent
_FACES = {"adapters", "bench", "cli", "inspector", "server", "testing"}
"""Parts of the package that no measured call runs through, but for those of the bench that make rows."""
_MAKE_ROWS = ("ablations", "asking", "baseline", "data", "families", "metrics", "recall", "recall_rivals", "systems")


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Systems that share a folder and what is made of a conversation.

    ``make`` gives those wanted, and before them whichever takes the turns in for them. ``version`` changes when what
    they would find may change. ``threshold`` is the score below which they return nothing, where that is known;
    ``calibrated`` says that a score is meant as a probability. At most ``most`` conversations of a pack are measured.
    """

    names: tuple[str, ...]
    make: Callable[[Path, Collection[str]], dict[str, Asked]]
    version: Callable[[], str]
    needs: str
    settings: Mapping[str, Any]
    threshold: float | None = None
    calibrated: bool = False
    most: int | None = None

    def installed(self) -> bool:
        """Whether the module it needs can be imported."""
        return find_spec(self.needs) is not None


def families(ways: Mapping[str, Callable[..., Any]] | None = None) -> list[Family]:
    """All families. ``ways`` are the settings of Strandline to measure: ``ablations()`` when None."""
    ways = ablations() if ways is None else ways
    return [
        _ours(ways, version=lambda: f"{__version__} {_code()} {learned()}"),
        *(_with_embedder(name, *way) for name, way in EMBEDDERS.items()),
        Family(
            names=BASELINES,
            make=_baselines,
            version=lambda: f"{version('bm25s')} {_code()}",
            needs="bm25s",
            settings={"seed": SEED},
        ),
        Family(names=("windlass",), make=_windlass, version=lambda: _rival("windlass"), needs="windlass", settings={}),
        Family(
            names=("cortexm", "cortexm-verbatim"),
            make=_cortexm,
            version=lambda: _rival("cortexm"),
            needs="cortexm",
            settings={},
            most=30,
        ),
    ]


def chosen(names: Sequence[str], known: Sequence[Family]) -> list[tuple[Family, list[str]]]:
    """The families with the systems named, each in the order of its family; InputError for an unknown name."""
    every = [name for family in known for name in family.names]
    unknown = [name for name in names if name not in every]
    if unknown or not names:
        raise InputError(f"no system is called {', '.join(map(repr, unknown))}; there are: {', '.join(every)}")
    picked = ((family, [name for name in family.names if name in names]) for family in known)
    return [(family, own) for family, own in picked if own]


def everything(known: Sequence[Family]) -> tuple[list[str], list[str]]:
    """The names of all systems: those that are installed, and those that are not."""
    there = [name for family in known if family.installed() for name in family.names]
    return there, [name for family in known if not family.installed() for name in family.names]


def _strandline(ways: Mapping[str, Callable[..., Any]], folder: Path, names: Collection[str]) -> dict[str, Asked]:
    place: dict[str, int] = {}
    first = next(iter(ways))
    path = _inside(folder, first) / "memory.db"
    return {
        name: StrandlineAsked(path, open_memory, place, adds=name == first)
        for name, open_memory in ways.items()
        if name == first or name in names
    }


def _with_embedder(name: str, make: Callable[[], Embedder], needs: str, most: int | None) -> Family:
    """Strandline with another embedder, in stores of its own."""

    def opened(path: str, **options: Any) -> Memory:
        return Memory(path, embedder=make(), **options)

    return _ours({name: opened}, version=lambda: f"{__version__} {_code()}", needs=needs, most=most)


def _ours(
    ways: Mapping[str, Callable[..., Any]],
    *,
    version: Callable[[], str],
    needs: str = "strandline",
    most: int | None = None,
) -> Family:
    """Ways of asking one store of Strandline; the first of them takes the turns in."""
    return Family(
        names=tuple(ways),
        make=lambda folder, names: _strandline(ways, folder, names),
        version=version,
        needs=needs,
        settings={"kinds": list(KINDS)},
        threshold=DEFAULT_ANSWERABLE,
        calibrated=True,
        most=most,
    )


def _baselines(folder: Path, names: Collection[str]) -> dict[str, Asked]:
    made: dict[str, Baseline] = {}
    if {"bm25", "hybrid"} & set(names):
        made["bm25"] = Bm25()
    if {"dense", "hybrid"} & set(names):
        made["dense"] = Dense()
    if "hybrid" in names:
        made["hybrid"] = Fused(made["bm25"], made["dense"])
    if "random" in names:
        made["random"] = Chance(SEED)
    return {
        name: BaselineAsked(_inside(folder, name), baseline, adds=name in ("bm25", "dense"))
        for name, baseline in made.items()
    }


def _windlass(folder: Path, names: Collection[str]) -> dict[str, Asked]:
    return {name: WindlassAsked(_inside(folder, name)) for name in names}


def _cortexm(folder: Path, names: Collection[str]) -> dict[str, Asked]:
    store = CortexmStore(_inside(folder, "cortexm"))
    asked: dict[str, Asked] = {"cortexm": CortexmAsked(store)}
    if "cortexm-verbatim" in names:
        asked["cortexm-verbatim"] = CortexmAsked(store, facts=False, adds=False)
    return asked


def _inside(folder: Path, name: str) -> Path:
    place = folder / name
    place.mkdir()
    return place


def _rival(package: str) -> str:
    return f"{version(package)} {_digest([_PACKAGE / 'bench' / f'{name}.py' for name in _MAKE_ROWS])}"


@cache
def _code() -> str:
    """A digest of all code and data that a row of Strandline or of a baseline depends on."""
    parts = [path for path in _PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    inner = [path for path in parts if path.relative_to(_PACKAGE).parts[0] not in _FACES]
    return _digest([*inner, *(_PACKAGE / "bench" / f"{name}.py" for name in _MAKE_ROWS)])


def _digest(paths: Sequence[Path]) -> str:
    lines = (f"{path.relative_to(_PACKAGE)} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in sorted(paths))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
