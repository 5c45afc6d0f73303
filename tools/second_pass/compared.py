"""What each thing that was tried finds: means, paired differences to the plain ranker, and what counts as a gain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from second_pass.fits import Fit
from second_pass.links import Linked
from strandline.bench.learning import SEED, share_found
from strandline.bench.training import HITS, Score
from strandline.recall.ranking import spread

METRICS: Final = ("recall@5", "recall@10", "all@10")
DECIDING: Final = ("recall@10", "all@10")
"""By which it is decided whether something gained."""
TYPES: Final = ("multi-hop", "multi-session")
"""Types of questions that are also told apart: those that a second pass is for."""
LEAST: Final = 0.005
"""A gain is at least this much on all packs together, and no pack loses more."""
_DRAWS: Final = 2000

Table = NDArray[np.float64]
"""(q, len(METRICS)) what was found of each question."""
Chosen = Callable[[Linked], bool]


def found(examples: Sequence[Linked], score: Score, breadth: float) -> Table:
    """What each question finds; questions that want breadth are spread over sessions as recall spreads them."""
    rows = []
    for one in examples:
        given = score(one)
        if one.breadth and breadth > 0.0:
            given = spread(given, one.place, breadth)
        ten = share_found(one, given, HITS)
        rows.append((share_found(one, given, 5), ten, float(ten >= 1.0)))
    return np.array(rows, np.float64).reshape(-1, len(METRICS))


def asked(examples: Sequence[Linked]) -> dict[str, list[Linked]]:
    """The real questions that have an answer, by pack."""
    packs: dict[str, list[Linked]] = {}
    for one in examples:
        if one.kind == "real" and one.wanted:
            packs.setdefault(one.pack, []).append(one)
    return packs


def compare(fits: Sequence[Fit], learned: Sequence[Linked], measured: Sequence[Linked], breadth: float) -> list[Any]:
    """One row for each fit, the first of which is what the others are compared with."""
    develop, others = asked(learned), asked(measured)
    packs = {**develop, **others}
    rows: list[Any] = []
    plain: dict[str, Table] = {}
    for fit in fits:
        about = {"name": fit.name, "columns": list(fit.columns), "status": "ok" if fit.score else "not run"}
        if fit.score is None:
            rows.append({**about, "note": fit.note})
            continue
        tables = {pack: found(examples, fit.score, breadth) for pack, examples in packs.items()}
        plain = plain or tables
        rows.append({**about, "weights": fit.weights, **row(packs, tables, plain, tuple(develop))})
    return rows


def row(
    packs: Mapping[str, Sequence[Linked]],
    tables: Mapping[str, Table],
    plain: Mapping[str, Table],
    develop: Sequence[str],
) -> dict[str, Any]:
    """What a fit finds in each pack and in the types that are told apart, and in the packs of ``develop`` together."""
    types: dict[str, dict[str, Any]] = {}
    linking: dict[str, NDArray[np.bool_]] = {}
    for pack, examples in packs.items():
        named = np.array([one.type for one in examples])
        linking[pack] = np.isin(named, TYPES)
        for kind in TYPES:
            if (of := named == kind).any():
                types.setdefault(kind, {})[pack] = means(tables[pack][of], plain[pack][of])
    by_pack = {pack: means(table, plain[pack]) for pack, table in tables.items()}
    over = together([tables[pack] - plain[pack] for pack in develop])
    several = [(tables[pack] - plain[pack])[linking[pack]] for pack in develop if linking[pack].any()]
    return {
        "packs": by_pack,
        "types": types,
        "together": over,
        "together_of_types": together(several) if several else None,
        "gained": gained(over, {pack: by_pack[pack] for pack in develop}),
    }


def means(table: Table, plain: Table) -> dict[str, Any]:
    """The means of some questions, and those of the difference to the plain ranker."""
    values = dict(zip(METRICS, table.mean(axis=0).round(6).tolist(), strict=True))
    return {"questions": len(table), **values, "difference": together([table - plain])}


def together(differences: Sequence[Table]) -> dict[str, dict[str, Any]]:
    """The mean over packs of paired differences, with its 95 % bootstrap interval: each pack draws its own questions.

    Every pack counts the same, whatever its size; twins of one question in two packs are drawn apart. Seeded.
    """
    rng = np.random.default_rng(SEED)
    draws = np.mean([_drawn(rows, rng) for rows in differences], axis=0)
    low, high = np.percentile(draws, (2.5, 97.5), axis=0).round(6)
    mean = np.mean([rows.mean(axis=0) for rows in differences], axis=0).round(6)
    return {name: {"mean": float(mean[i]), "ci95": [float(low[i]), float(high[i])]} for i, name in enumerate(METRICS)}


def _drawn(rows: Table, rng: np.random.Generator) -> Table:
    """(draws, len(METRICS)) the means of questions drawn with replacement."""
    counts = rng.multinomial(len(rows), np.full(len(rows), 1 / len(rows)), size=_DRAWS)
    return np.asarray(counts @ rows / len(rows), np.float64)


def gained(over: Mapping[str, Any], packs: Mapping[str, Any]) -> list[str]:
    """The metrics that clearly gained on the packs together (``over``), while none of ``packs`` lost."""
    return [
        name
        for name in DECIDING
        if over[name]["mean"] >= LEAST
        and over[name]["ci95"][0] > 0.0
        and all(pack["difference"][name]["mean"] >= -LEAST for pack in packs.values())
    ]
