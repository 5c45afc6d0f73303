"""From rows to what is published: means with their intervals, differences, calibration, abstention and cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from strandline.bench import metrics
from strandline.bench.ablations import DEFAULT
from strandline.bench.calibration import LOST, Abstention, calibration_error

SEED = 7
"""Of every bootstrap."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The rows of one system on one pack: by question, of questions asked elsewhere, and a row a store."""

    rows: Mapping[str, Row]
    elsewhere: Sequence[Row]
    stores: Sequence[Row]
    threshold: float | None = None
    calibrated: bool = False


def summaries(systems: Mapping[str, Measured]) -> dict[str, Any]:
    """A summary a system; those beside the default also say how far they are from it on the questions both have."""
    found = {name: summary(measured) for name, measured in systems.items()}
    if DEFAULT in systems:
        for name, measured in systems.items():
            if name != DEFAULT:
                found[name]["difference"] = difference(measured.rows, systems[DEFAULT].rows)
    return found


def summary(measured: Measured) -> dict[str, Any]:
    """Means by type and in all with intervals, what was left out, what scores say, and the cost."""
    rows = list(measured.rows.values())
    answerable = [row for row in rows if not row["abstain"]]
    scored = [row for row in answerable if row["scores"]]
    return {
        "questions": {
            "asked": len(rows),
            "scored": len(scored),
            "abstain": len(rows) - len(answerable),
            "without_evidence": len(answerable) - len(scored),
        },
        "all": _means(scored),
        "ci95": metrics.intervals([row["scores"] for row in scored], seed=SEED),
        "by_type": {kind: _with_interval(group) for kind, group in _by_type(scored).items()},
        "abstention": _abstention(rows),
        "threshold": _threshold(rows, measured),
        "calibration": _calibration(rows) if measured.calibrated else None,
        "cost": _cost(rows, measured.stores),
    }


def difference(rows: Mapping[str, Row], default: Mapping[str, Row]) -> dict[str, Any]:
    """Means of this system minus the default's over the questions both have, with paired bootstrap intervals.

    ``default`` are the default's means on those questions, which are fewer where only a sample was asked.
    """
    both = [(rows[item]["scores"], default[item]["scores"]) for item in rows if item in default and _counts(rows[item])]
    deltas = [{key: ours[key] - theirs[key] for key in ours} for ours, theirs in both]
    return {
        "questions": len(both),
        "default": metrics.mean_of([theirs for _, theirs in both]),
        "mean": metrics.mean_of(deltas),
        "ci95": metrics.intervals(deltas, seed=SEED),
    }


def _counts(row: Row) -> bool:
    return bool(row["scores"]) and not row["abstain"]


def _means(rows: Sequence[Row]) -> dict[str, Any]:
    return {"questions": len(rows), **metrics.mean_of([row["scores"] for row in rows])}


def _with_interval(rows: Sequence[Row]) -> dict[str, Any]:
    return {**_means(rows), "ci95": metrics.intervals([row["scores"] for row in rows], seed=SEED)}


def _by_type(rows: Sequence[Row]) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: str(row["type"])):
        groups.setdefault(row["type"], []).append(row)
    return groups


def _abstention(rows: Sequence[Row]) -> dict[str, Any]:
    right = [row for row in rows if not row["abstain"]]
    wrong = [row for row in rows if row["abstain"]]
    tops = [row["top"] for row in right], [row["top"] for row in wrong]
    return {
        "answerable": len(right),
        "answerable_returned_nothing": sum(not row["returned"] for row in right),
        "abstain": len(wrong),
        "abstain_returned_nothing": sum(not row["returned"] for row in wrong),
        "auroc_of_best_score": metrics.separation(*tops) if all(tops) else None,
        "evidence_of_abstain": _means([row for row in wrong if row["scores"]]),
    }


def _threshold(rows: Sequence[Row], measured: Measured) -> dict[str, Any] | None:
    """What a threshold below which nothing is returned would do; None where no question found any evidence."""
    scores = Abstention(
        right=[row["answerable"] for row in rows if _counts(row) and any(right for _, right in row["hits"])],
        foreign=[row["answerable"] for row in measured.elsewhere],
        unanswered=[row["answerable"] for row in rows if row["abstain"]],
    )
    if not scores.right:
        return None
    return {
        "answerable_with_evidence": len(scores.right),
        "foreign": len(scores.foreign),
        "unanswered": len(scores.unanswered),
        "lost": LOST,
        "at_lost": scores.at_lost(),
        "at_default": None if measured.threshold is None else scores.at(measured.threshold),
        "curve": scores.curve(),
    }


def _calibration(rows: Sequence[Row]) -> dict[str, Any] | None:
    """Over the ten hits of each question with evidence; and over those of questions without an answer as well, where
    no hit is right.
    """
    answerable = [(score, right) for row in rows if _counts(row) for score, right in row["hits"]]
    unanswered = [(score, False) for row in rows if row["abstain"] for score, _ in row["hits"]]
    if not answerable:
        return None
    return {
        "answerable": calibration_error(answerable),
        "with_unanswered": calibration_error([*answerable, *unanswered]),
    }


def _cost(rows: Sequence[Row], stores: Sequence[Row]) -> dict[str, float | None]:
    searches, processor, first = (
        [value for value in values if value is not None]
        for values in (
            [row["search_ms"] for row in rows],
            [row["search_cpu_ms"] for row in rows],
            [row["first_search_ms"] for row in stores],
        )
    )
    whole: dict[str, float | None] = {
        "search_p50_ms": metrics.percentile(searches, 50) if searches else None,
        "search_p95_ms": metrics.percentile(searches, 95) if searches else None,
        "search_cpu_ms": metrics.mean(processor) if processor else None,
        "first_search_p50_ms": metrics.percentile(first, 50) if first else None,
    }
    if not all("messages" in row for row in stores):
        return {**whole, **dict.fromkeys(("messages_per_s", "add_cpu_s_per_1000", "disk_bytes_per_text_byte"))}
    messages = sum(row["messages"] for row in stores)
    return {
        **whole,
        "messages_per_s": messages / sum(row["add_s"] for row in stores),
        "add_cpu_s_per_1000": sum(row["add_cpu_s"] for row in stores) / messages * 1000,
        "disk_bytes_per_text_byte": sum(row["disk_bytes"] for row in stores) / sum(row["text_bytes"] for row in stores),
    }
