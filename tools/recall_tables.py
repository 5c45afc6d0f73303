"""The published tables of recall, from the results of ``strandline bench recall``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from strandline.bench.ablations import DEFAULT
from strandline.bench.recall_report import ALL_COLUMNS, RECALL_COLUMNS
from tables import PACKS, Result, Results, share, sources, table

PUBLISHED = Path(__file__).resolve().parents[1] / "benchmarks" / "published.json"
JUDGED = PUBLISHED.with_name("judged.json")
SYSTEMS = {
    DEFAULT: "**Strandline**",
    "minilm": "Strandline with MiniLM",
    "hash": "Strandline with the hash embedder",
    "windlass": "windlass",
    "cortexm": "cortexm",
    "cortexm-verbatim": "cortexm, its chunks alone",
    "hybrid": "BM25 + dense (RRF)",
    "dense": "dense alone",
    "bm25": "BM25",
    "random": "random",
}
"""Systems that are no ablation, in the order of the tables."""
TYPES_ARE_DOMAINS = ("RealMem",)
COMPARED = {"recall@5": "recall@5", "recall@10": "recall@10", "all@10": "all@10", "mrr": "MRR"}
"""What an ablation is compared by."""

System = Mapping[str, Any]


def recalls(results: Results) -> Iterator[tuple[str, Result]]:
    """(name, result) of the packs there are results of."""
    for what, title in PACKS.items():
        if what in results:
            yield title, results[what]


def rows_of(results: Results) -> Iterator[tuple[str, str, System]]:
    """(pack, title, figures) of every system that is no ablation."""
    for pack, result in recalls(results):
        for key, title in SYSTEMS.items():
            if key in result["systems"]:
                yield pack, title, result["systems"][key]


def all_rows(results: Results) -> Iterator[tuple[str, str, System]]:
    """The same with the ablations, which follow the default they are of."""
    for pack, result in recalls(results):
        systems = result["systems"]
        ways = [key for key in systems if key not in SYSTEMS]
        for key in sorted(systems, key=lambda key: (key != DEFAULT, key not in ways, [*SYSTEMS, *ways].index(key))):
            yield pack, SYSTEMS.get(key, key.replace("-", " ")), systems[key]


def quality(means: Mapping[str, float], columns: Mapping[str, str] = RECALL_COLUMNS) -> list[str]:
    return [share(means.get(key)) for key in columns]


def recall(results: Results, without: Sequence[str] = ()) -> list[str]:
    """One line a pack and system, without the ablations and some others."""
    left_out = {SYSTEMS[key] for key in without}
    rows = (
        [pack, str(system["questions"]["scored"]), title, *quality(system["all"])]
        for pack, title, system in rows_of(results)
        if title not in left_out
    )
    found = table(["data", "questions", "system", *RECALL_COLUMNS.values()], rows, left=[0, 2])
    said = [line for title, line in samples(results) if title not in left_out]
    return [*found, "", *said, *sources([result for _, result in recalls(results)])] if found else []


def recall_short(results: Results) -> list[str]:
    """The same for the front page: without what is only a yardstick."""
    return recall(results, ("hash", "cortexm-verbatim", "dense", "random"))


def samples(results: Results) -> Iterator[tuple[str, str]]:
    """(system, what the default reaches on its questions) for those that were asked only some."""
    for pack, title, system in rows_of(results):
        beside = system.get("difference")
        if beside is not None and beside["questions"] < system_of(results, pack, DEFAULT)["questions"]["scored"]:
            same = ", ".join(f"{name} {beside['default'][key]:.3f}" for key, name in COMPARED.items())
            yield (
                title,
                f"{pack}: {title} was asked a sample; on its {beside['questions']} questions Strandline has {same}.\n",
            )


def system_of(results: Results, pack: str, key: str) -> System:
    return next(result["systems"][key] for title, result in recalls(results) if title == pack)


def recall_full(results: Results) -> list[str]:
    """One line a pack and system, ablations too, with all columns."""
    rows = (
        [pack, str(system["questions"]["scored"]), title, *quality(system["all"], ALL_COLUMNS)]
        for pack, title, system in all_rows(results)
        if "ci95" in system
    )
    return table(["data", "questions", "system", *ALL_COLUMNS.values()], rows, left=[0, 2])


def recall_by_type(results: Results) -> list[str]:
    """One line a pack, kind of question and system, where a pack names kinds of questions."""

    def rows() -> Iterator[list[str]]:
        for pack, result in recalls(results):
            kinds = [] if pack in TYPES_ARE_DOMAINS else next(iter(result["systems"].values()))["by_type"]
            for kind in kinds:
                for title, system in ((title, system) for of, title, system in all_rows(results) if of == pack):
                    means = system["by_type"].get(kind)
                    if means is not None:
                        count = str(means["questions"])
                        span = interval(means.get("ci95", {}).get("recall@10"))
                        yield [pack, kind, count, title, *quality(means, ALL_COLUMNS), span]

    titles = ["data", "type", "questions", "system", *ALL_COLUMNS.values(), "95 % of recall@10"]
    return table(titles, rows(), left=[0, 1, 3])


def interval(ends: Sequence[float] | None) -> str:
    return "–" if ends is None else f"{ends[0]:.3f} to {ends[1]:.3f}"


def intervals(results: Results) -> list[str]:
    """The intervals of the main columns, and what was not scored."""

    def rows() -> Iterator[list[str]]:
        for pack, title, system in rows_of(results):
            if "ci95" in system:
                asked = system["questions"]
                spans = (f"{system['all'][key]:.3f} ({interval(system['ci95'][key])})" for key in COMPARED)
                counts = (str(asked[key]) for key in ("scored", "without_evidence", "abstain"))
                yield [pack, title, *spans, *counts]

    titles = ["data", "system", *COMPARED.values(), "scored", "without evidence", "without an answer"]
    return table(titles, rows(), left=[0, 1])


def ablations(results: Results) -> list[str]:
    """How far every other way of asking the same store is from the default, with paired intervals."""

    def rows() -> Iterator[list[str]]:
        for pack, title, system in all_rows(results):
            beside = system.get("difference")
            if title not in SYSTEMS.values() and beside is not None:
                yield [pack, title, *(apart(beside["mean"][key], beside["ci95"][key]) for key in COMPARED)]

    return table(["data", "without", *COMPARED.values()], rows(), left=[0, 1])


def apart(mean: float, ends: Sequence[float]) -> str:
    return f"{mean:+.3f} ({ends[0]:+.3f} to {ends[1]:+.3f})"


def abstention(results: Results) -> list[str]:
    """How often nothing is returned, and whether the best score tells answerable questions from others."""

    def rows() -> Iterator[list[str]]:
        for pack, title, system in rows_of(results):
            row = system["abstention"]
            yield [
                pack, title,
                f"{row['answerable_returned_nothing']} of {row['answerable']}",
                f"{row['abstain_returned_nothing']} of {row['abstain']}",
                share(row["auroc_of_best_score"]),
            ]  # fmt: skip

    titles = ["data", "system", "answerable: nothing returned", "no answer: nothing returned", "AUROC of best score"]
    return table(titles, rows(), left=[0, 1])


def thresholds(results: Results) -> list[str]:
    """The curve of abstention at the threshold that loses one question in twenty, and at the default one."""

    def rows() -> Iterator[list[str]]:
        for pack, title, system in rows_of(results):
            found = system.get("threshold")
            for name, point in (("5 % lost", found["at_lost"]), ("default", found["at_default"])) if found else ():
                if point is not None:
                    yield [pack, title, name, *(share(point[key]) for key in CURVE)]

    return table(["data", "system", "at", *CURVE.values()], rows(), left=[0, 1, 2])


CURVE = {
    "threshold": "threshold",
    "lost": "answerable: all evidence lost",
    "foreign": "another conversation's: a hit",
    "unanswered": "no answer: a hit",
}


def calibration(results: Results) -> list[str]:
    """How far scores are from the share of hits that are right."""
    rows = (
        [
            pack, title, f"{found['answerable']['ece']:.3f}", f"{found['answerable']['hits']:,}",
            f"{found['with_unanswered']['ece']:.3f}", f"{found['with_unanswered']['hits']:,}",
        ]
        for pack, title, system in all_rows(results)
        if (found := system.get("calibration"))
    )  # fmt: skip
    titles = ["data", "system", "error, answerable", "hits", "error, with those without an answer", "hits"]
    return table(titles, rows, left=[0, 1])


COSTS = {"search_p50_ms": 2, "search_p95_ms": 2, "messages_per_s": 0, "disk_bytes_per_text_byte": 2}
"""What is published of a cost, and its digits."""


def number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"


def cost(results: Results) -> list[str]:
    """What searching, adding and storing the packs took; a dash where another system took the turns in."""

    def rows() -> Iterator[list[str]]:
        for pack, title, system in all_rows(results):
            yield [pack, title, *(number(system["cost"][key], digits) for key, digits in COSTS.items())]

    return table(["data", "system", "search p50 ms", "p95 ms", "messages/s", "disk bytes/byte"], rows(), left=[0, 1])


def embedders(results: Results) -> list[str]:
    """The default embedder and the others, each pack apart."""
    named = {SYSTEMS[key]: name for key, name in EMBEDDERS.items()}
    columns = {"recall@5": "recall@5", "recall@10": "recall@10", "all@10": "all@10"}
    rows = (
        [pack, str(system["questions"]["scored"]), named[title], *quality(system["all"], columns)]
        for pack, title, system in rows_of(results)
        if title in named
    )
    found = table(["data", "questions", "embedder", *columns.values()], rows, left=[0, 2])
    return [*found, "", *sources([result for _, result in recalls(results)])] if found else []


EMBEDDERS = {DEFAULT: "static", "minilm": "MiniLM", "hash": "hash"}
"""What the page on embedders calls them."""
LOST = {
    "found": "found, and in the block",
    "packing": "found, not in the block",
    "ranking": "a candidate, not among ten",
    "candidates": "no candidate",
}
"""What becomes of a piece of evidence."""
MISSED = {
    "found": "all among five",
    "more than five": "more than five wanted",
    "no evidence in it": "no evidence in the session",
    "ranking": "ranked lower",
}
"""What becomes of the sessions that a question wants."""


def losses(results: Results) -> list[str]:
    """What became of each piece of evidence, and of the sessions that questions want."""
    if "losses" not in results:
        return []
    packs = results["losses"]["packs"]
    named = [(title, packs[name]) for what, title in PACKS.items() if (name := what.removeprefix("recall-")) in packs]
    turns = ([title, *(str(pack["evidence"].get(key, 0)) for key in LOST)] for title, pack in named)
    sessions = ([title, *(str(pack["sessions"].get(key, 0)) for key in MISSED)] for title, pack in named)
    return [
        *table(["pieces of evidence", *LOST.values()], turns, left=[0]),
        "",
        *table(["questions, by their sessions", *MISSED.values()], sessions, left=[0]),
        "",
        *sources([results["losses"]]),
    ]


def judged(results: Results) -> list[str]:
    """Why a sample of the lost evidence was lost, as one reader judged it by hand."""
    del results
    read = json.loads(JUDGED.read_text(encoding="utf-8"))
    packs = {PACKS[f"recall-{name}"]: [row["why"] for row in rows] for name, rows in read["packs"].items()}
    rows = (
        [why, meaning, *(str(found.count(why)) for found in packs.values())] for why, meaning in read["classes"].items()
    )
    titles = ["lost evidence", "what that means", *(f"{title}, of {len(found)}" for title, found in packs.items())]
    return table(titles, rows, left=[0, 1])


def published(results: Results) -> list[str]:
    """What others say of themselves: typed in by hand, with its source. Not measured here."""
    del results
    rows = (
        [row["data"], row["system"], row["published"], row["metric"], row["source"]]
        for row in json.loads(PUBLISHED.read_text(encoding="utf-8"))
    )
    return table(["data", "system", "published", "their metric", "source"], rows, left=[0, 1, 3, 4])


TABLES: dict[str, Callable[[Results], list[str]]] = {
    "recall": recall,
    "recall-short": recall_short,
    "recall-full": recall_full,
    "recall-by-type": recall_by_type,
    "ablations": ablations,
    "intervals": intervals,
    "abstention": abstention,
    "thresholds": thresholds,
    "calibration": calibration,
    "cost": cost,
    "losses": losses,
    "judged": judged,
    "embedders": embedders,
    "published": published,
}
"""Every table by the name in its marker."""
