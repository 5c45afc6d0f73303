"""How well time expressions are read: right spans with right values, beside the libraries that do the same.

A case is right when what is found agrees with one of its listings: as many expressions, each with the very characters,
the type and one of the values that the listing has. Two softer figures stand beside it for all systems: ``spans``
(characters and types alone) and ``overlap`` (values, on characters that only overlap, of whatever type).
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.console import Console

from strandline.bench.timex_cases import TYPES, Case, Pack, Wanted, load, range_value
from strandline.bench.timex_rivals import RIVALS, Finder, Found, Rival
from strandline.errors import InputError
from strandline.timex import TimeSpan
from strandline.timex import find as find_times

LANGUAGES = {"English": "en", "French": "fr", "Spanish": "es", "German": "de", "Chinese": "zh"}
"""The name of a language in a file's name -> its code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A case that did not come out right, with what was found."""

    case: Case
    found: tuple[Found, ...]


@dataclass(slots=True)
class Tally:
    """How many cases there were, and how many were right by each of the three measures."""

    cases: int = 0
    right: int = 0
    spans: int = 0
    overlap: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The number of cases and the three shares."""
        share = {key: getattr(self, key) / max(1, self.cases) for key in ("right", "spans", "overlap")}
        return {"cases": self.cases, **share}


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What a system reached on a file: all cases, by type, the failed ones, and the processor seconds it took."""

    pack: Pack
    all: Tally
    by_type: Mapping[str, Tally]
    failed: tuple[Failure, ...]
    seconds: float
    crashes: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The figures, without the cases."""
        return {
            **self.all.to_dict(),
            "ms_per_text": self.seconds * 1000 / max(1, self.all.cases),
            "crashes": self.crashes,
            "by_type": {kind: tally.to_dict() for kind, tally in self.by_type.items()},
        }


def ours(language: str) -> Finder:
    """Strandline's reader of a language as the files want it; only its first reading counts."""

    def found(text: str, at: datetime) -> list[Found]:
        return [as_found(span) for span in find_times(text, at, language=language, strict=False)]

    return found


def as_found(span: TimeSpan) -> Found:
    """An expression of ``strandline.timex`` as the scorer compares it: its first reading, by value and by code."""
    if not span.readings:
        return Found(start=span.start, stop=span.stop, readings=((span.type, ""),))
    first = span.readings[0]
    value = "" if first.value == "not resolved" else first.value or range_value(first.start, first.end)
    return Found(start=span.start, stop=span.stop, readings=((span.type, value), (span.type, first.timex)))


def score(path: Path | str, find: Finder | None = None, language: str | None = None) -> Score:
    """Judge a reader on a file of cases. Default: ours; the language by the file's name (``recognizers_English``)."""
    path = Path(path)
    reader = find if find is not None else ours(language or language_of(path))
    return judge(load(path), reader)


def language_of(path: Path) -> str:
    """The code of the language in a file's name. Raises InputError where it names none that is known."""
    name = path.name.partition(".")[0].rpartition("_")[2]
    if name not in LANGUAGES:
        raise InputError(f"no language in the name of {path}; known: {', '.join(LANGUAGES)}")
    return LANGUAGES[name]


def judge(pack: Pack, finder: Finder) -> Score:
    """Run a reader over the cases of a pack. A reader that raises has found nothing there and is counted."""
    _try(finder, pack.cases[0])  # whatever is built on the first call is not timed
    tallies: dict[str, Tally] = defaultdict(Tally)
    everything, failed, crashes, seconds = Tally(), [], 0, 0.0
    for case in pack.cases:
        begun = time.process_time()
        found = _try(finder, case)
        seconds += time.process_time() - begun
        crashes += found is None
        kept = tuple(item for item in found or () if item.types.intersection(TYPES))
        verdicts = [any(agree(listing, kept, same) for listing in case.listings) for same in (_same, _there, _near)]
        for tally in (everything, tallies[case.kind]):
            tally.cases += 1
            tally.right += verdicts[0]
            tally.spans += verdicts[1]
            tally.overlap += verdicts[2]
        if not verdicts[0]:
            failed.append(Failure(case=case, found=kept))
    by_type = {kind: tallies[kind] for kind in sorted(tallies)}
    return Score(pack=pack, all=everything, by_type=by_type, failed=tuple(failed), seconds=seconds, crashes=crashes)


def _try(finder: Finder, case: Case) -> Sequence[Found] | None:
    try:
        return finder(case.text, case.at)
    except Exception:  # noqa: BLE001 - a library may raise anything; it is counted and shown
        return None


def run(
    data: Path, *, languages: Sequence[str] = tuple(LANGUAGES), rivals: bool = True, progress: bool = False
) -> dict[str, Any]:
    """Judge ours, and the libraries that are installed, on every language in the folder ``data``; plain JSON.

    ``missing`` names the libraries that are not there, ``broken`` why others cannot be imported, ``not_offered`` those
    that have no reader for a language, and ``times`` is the processor time of each for one second of ours in the same
    run. Raises InputError when a file is not there.
    """
    console = Console(stderr=True, quiet=not progress)
    there = {name: rival for name, rival in RIVALS.items() if rivals and rival.installed()}
    faults = {name: fault for name, rival in there.items() if (fault := rival.fault()) is not None}
    others = {name: rival for name, rival in there.items() if name not in faults}
    return {
        "what": "timex",
        "missing": [name for name in RIVALS if rivals and name not in there],
        "broken": faults,
        "versions": {name: rival.version() for name, rival in others.items()},
        "languages": {name: _language(name, data, others, console) for name in languages},
    }


def _language(name: str, data: Path, others: Mapping[str, Rival], console: Console) -> dict[str, Any]:
    code = LANGUAGES[name]
    pack = load(data / f"recognizers_{name}.jsonl.xz")
    finders = {
        "strandline": ours(code),
        **{other: made for other, rival in others.items() if (made := rival.make(code))},
    }
    scores = {}
    for system, finder in finders.items():
        console.log(f"{name}: {system}")
        scores[system] = judge(pack, finder)
    ours_seconds = scores["strandline"].seconds
    return {
        "rows": pack.rows,
        "rows_dropped": pack.rows_dropped,
        "cases_dropped": pack.cases_dropped,
        "cases": len(pack.cases),
        "excluded": [{"text": text, "reason": reason} for text, reason in pack.excluded],
        "not_offered": [other for other in others if other not in finders],
        "systems": {system: result.to_dict() for system, result in scores.items()},
        "times": {system: result.seconds / max(ours_seconds, 1e-9) for system, result in scores.items()},
    }


def agree(listing: Sequence[Wanted], found: Iterable[Found], same: Callable[[Wanted, Found], bool]) -> bool:
    """Whether the expressions found are those of a listing, one for one in the order of the text."""
    ordered = sorted(found, key=lambda item: (item.start, item.stop))
    return len(ordered) == len(listing) and all(map(same, listing, ordered))


def _there(wanted: Wanted, found: Found) -> bool:
    return (wanted.start, wanted.stop) == (found.start, found.stop) and bool(wanted.types & found.types)


def _valued(wanted: Wanted, found: Found) -> bool:
    return wanted.values is None or bool(wanted.values & found.values)


def _same(wanted: Wanted, found: Found) -> bool:
    return _there(wanted, found) and _valued(wanted, found)


def _near(wanted: Wanted, found: Found) -> bool:
    return wanted.start < found.stop and found.start < wanted.stop and _valued(wanted, found)
