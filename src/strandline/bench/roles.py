"""Who did what to whom: pairs of facts with the same words and swapped roles, and questions that one of them answers.

The fact leg is measured alone, as it is and with parts taken away, against the same leg with a vector-symbolic code:
each fact is the sum of its fillers' embeddings, bound to their roles by circular convolution; a question unbinds a role
and looks how near it comes to the name it gives. A question names a role by its order of words, or as it was read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from strandline.embedders import StaticEmbedder
from strandline.errors import InputError
from strandline.extract.keys import subject_key
from strandline.extract.relations import relations
from strandline.memory import Memory
from strandline.memory.prepare import Text, prepare_texts
from strandline.recall import Ranking
from strandline.recall.asked import asked
from strandline.stores import Batch, NewClaim, SqliteStore
from strandline.types import Claim, Since

AT = datetime(2026, 1, 1, tzinfo=UTC)
SEED = 7
ROLES = ("subject", "relation", "value")

Codes = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One of a pair, with the sentence it is stored as."""

    subject: str
    value: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two facts with swapped roles, and (question, number of the right fact)."""

    id: str
    relation: str
    qualifier: str | None
    facts: tuple[Fact, ...]
    questions: tuple[tuple[str, int], ...]


def load(path: Path) -> list[Pair]:
    """The pairs of a JSON file. Raises InputError for another shape."""
    try:
        return [_pair(row) for row in json.loads(path.read_text(encoding="utf-8"))]
    except (OSError, ValueError, KeyError, TypeError) as exc:
        raise InputError(f"{path.name} holds no pairs of facts: {exc}") from exc


def _pair(row: Mapping[str, Any]) -> Pair:
    relation, qualifier = relations()[row["relation"]], row["qualifier"]
    facts = tuple(
        Fact(
            subject=one["subject"],
            value=one["value"],
            text=relation.sentence(one["subject"], one["value"], qualifier),
        )
        for one in row["facts"]
    )
    questions = tuple((one["text"], int(one["fact"])) for one in row["questions"])
    return Pair(id=row["id"], relation=relation.name, qualifier=qualifier, facts=facts, questions=questions)


class Binder:
    """Bind and unbind over the embeddings of words."""

    def __init__(self, embedder: StaticEmbedder) -> None:
        self._embedder = embedder
        width = embedder.identity.dimensions
        rng = np.random.default_rng(SEED)
        phases = rng.uniform(-np.pi, np.pi, (len(ROLES), width // 2 + 1))
        phases[:, 0] = 0.0
        phases[:, -1] = 0.0  # a real vector has no phase there
        self._roles = dict(zip(ROLES, np.exp(1j * phases), strict=True))
        self._width = width

    def filler(self, text: str) -> Codes:
        """The embedding of a filler."""
        return np.asarray(self._embedder.embed([text])[0], np.float64)

    def fact(self, pair: Pair, fact: Fact) -> Codes:
        """The sum of the fillers, each bound to its role."""
        said = f"{pair.relation.replace('_', ' ')} {pair.qualifier or ''}".strip()
        parts = {"subject": fact.subject, "relation": said, "value": fact.value}
        spectra = [np.fft.rfft(self.filler(text)) * self._roles[role] for role, text in parts.items()]
        code = np.fft.irfft(np.sum(spectra, axis=0), self._width)
        return np.asarray(code / np.linalg.norm(code))

    def nearness(self, code: Codes, role: str, text: str) -> float:
        """Cosine of what a fact has in a role with a filler."""
        found = np.fft.irfft(np.fft.rfft(code) * self._roles[role].conj(), self._width)
        filler = self.filler(text)
        return float(found @ filler / (np.linalg.norm(found) * np.linalg.norm(filler)))


def by_order(pair: Pair, question: str) -> dict[str, str]:
    """Role -> name, by the order of words alone: a name before the word for the relation is the subject."""
    names = [name for fact in pair.facts[:1] for name in (fact.subject, fact.value)]
    said = question.rstrip("?").split()
    places = {name: said.index(word) for name in names for word in said if word.split("'")[0] == name.split()[-1]}
    ordered = sorted(places, key=lambda name: places[name])
    if len(ordered) == 2:
        return {"subject": ordered[0], "value": ordered[1]}
    last = places[ordered[0]] == len(said) - 1
    return {"value" if last else "subject": ordered[0]} if ordered else {}


def as_read(pair: Pair, question: str) -> dict[str, str]:
    """Role -> name, as the question is understood by the forms of the table."""
    names = [pair.facts[0].subject, pair.facts[0].value]
    for want in asked(question).wants:
        if want.relation != pair.relation:
            continue
        if want.asks == "subject" and want.value is not None and want.value.key:
            return {"value": want.value.key}
        if want.subject is not None and want.subject.key:
            rest = [name for name in names if subject_key(name) != want.subject.key]
            return {"subject": want.subject.key, **({"value": rest[0]} if want.asks == "whether" and rest else {})}
    return {}


def run(data: Path) -> dict[str, Any]:
    """Ask all questions of all systems and return plain JSON."""
    pairs = load(data)
    embedder = StaticEmbedder()
    codes = Binder(embedder)
    rows = []
    with TemporaryDirectory(prefix="strandline-bench-") as folder:
        path = Path(folder) / "roles.db"
        write(path, pairs, embedder)
        with Memory(path, embedder=embedder, clock=lambda: AT) as memory:
            for pair in pairs:
                made = [codes.fact(pair, fact) for fact in pair.facts]
                for question, right in pair.questions:
                    found = _systems(pair, question, evidence(memory, pair, question), codes, made)
                    outcomes = {name: outcome(values, right) for name, values in found.items()}
                    rows.append({"pair": pair.id, "relation": pair.relation, "question": question, **outcomes})
    return _report(data, rows, len(pairs), embedder.identity.dimensions)


def _report(data: Path, rows: Sequence[Mapping[str, str]], pairs: int, width: int) -> dict[str, Any]:
    systems = [name for name in rows[0] if name not in ("pair", "relation", "question")] if rows else []
    return {
        "what": "roles",
        "data": {"name": data.name, "sha256": hashlib.sha256(data.read_bytes()).hexdigest(), "pairs": pairs},
        "settings": {"code_weight": _code_weight(), "seed": SEED, "width": width},
        "systems": {name: _summary([row[name] for row in rows]) for name in systems},
        "by_relation": {
            relation: {
                "questions": sum(row["relation"] == relation for row in rows),
                **{name: _share([row[name] for row in rows if row["relation"] == relation]) for name in systems},
            }
            for relation in dict.fromkeys(row["relation"] for row in rows)
        },
        "missed": [dict(row) for row in rows if row["fact leg"] != "right"],
    }


def _systems(
    pair: Pair, question: str, found: Sequence[Mapping[str, float]], codes: Binder, made: Sequence[Codes]
) -> dict[str, list[float]]:
    """The evidence each system has for each fact of a pair."""
    plain = [one.get("words", 0.0) + one.get("meaning", 0.0) + one.get("pieces", 0.0) for one in found]
    asks = [one.get("asks", 0.0) for one in found]
    order, read = by_order(pair, question), as_read(pair, question)
    bound = {
        name: [_code_weight() * sum(codes.nearness(code, role, text) for role, text in roles.items()) for code in made]
        for name, roles in (("order", order), ("read", read))
    }
    return {
        "words and meaning": plain,
        "code, roles by word order": list(map(sum, zip(plain, bound["order"], strict=True))),
        "code, roles as read": list(map(sum, zip(plain, bound["read"], strict=True))),
        "fact leg": list(map(sum, zip(plain, asks, strict=True))),
        "fact leg and code": list(map(sum, zip(plain, asks, bound["read"], strict=True))),
    }


def _code_weight() -> float:
    """What a code that fits adds: as much as a fact that the question asks for."""
    return float(Ranking.default().profile("pieces").weights.get("asks", 0.0))


def outcome(values: Sequence[float], right: int) -> str:
    """Whether the right one of two has more evidence."""
    other = values[1 - right]
    if abs(values[right] - other) < 1e-6:
        return "tie"
    return "right" if values[right] > other else "wrong"


def evidence(memory: Memory, pair: Pair, question: str) -> list[dict[str, float]]:
    """What speaks for each fact of a pair in a search of facts alone."""
    hits = memory.search(question, user_id=pair.id, kinds=("fact",), min_score=0.0, k=len(pair.facts))
    by_text = {hit.text: hit.why or {} for hit in hits}
    names = ("words", "meaning", "pieces", "asks")
    return [{name: float(by_text.get(fact.text, {}).get(name, 0.0)) for name in names} for fact in pair.facts]


def write(path: Path, pairs: Sequence[Pair], embedder: StaticEmbedder) -> None:
    """Store the facts of each pair as those of a user of its own."""
    store = SqliteStore(str(path))
    try:
        generation = store.set_identity(embedder.identity)
        batches = []
        for pair in pairs:
            made, _ = prepare_texts([Text(content=fact.text) for fact in pair.facts], embedder)
            since = Since.ALWAYS if relations()[pair.relation].timeless else Since.SAID
            claims = tuple(
                NewClaim(claim=_claim(pair, place, since), passages=passages) for place, passages in enumerate(made)
            )
            batches.append(Batch(user_id=pair.id, agent_id=None, session_id=None, claims=claims, generation=generation))
        store.apply(batches)
    finally:
        store.close()


def _claim(pair: Pair, place: int, since: Since) -> Claim:
    fact = pair.facts[place]
    return Claim(
        subject=fact.subject,
        relation=pair.relation,
        qualifier=pair.qualifier,
        value=fact.value,
        at=AT,
        since=since,
        text=fact.text,
        start=place,
        stop=place + 1,
    )


def _summary(outcomes: Sequence[str]) -> dict[str, Any]:
    counts = {name: outcomes.count(name) for name in ("right", "tie", "wrong")}
    return {"questions": len(outcomes), **counts, "accuracy": _share(outcomes)}


def _share(outcomes: Sequence[str]) -> float:
    """Right answers, a tie as half of one."""
    return (outcomes.count("right") + outcomes.count("tie") / 2) / len(outcomes)


def tables(result: Mapping[str, Any]) -> Iterator[Table]:
    """The systems side by side, then by relation."""
    data = result["data"]
    table = Table(title=f"Who did what to whom: {data['pairs']} pairs, facts alone")
    for title in ("system", "questions", "right", "tie", "wrong", "accuracy"):
        table.add_column(title, justify="left" if title == "system" else "right")
    for name, row in result["systems"].items():
        counts = (str(row[key]) for key in ("questions", "right", "tie", "wrong"))
        table.add_row(name, *counts, f"{row['accuracy']:.3f}")
    yield table
    table = Table(title="Accuracy by relation", caption="a tie counts as half")
    for title in ("relation", "questions", *result["systems"]):
        table.add_column(title, justify="left" if title == "relation" else "right")
    for relation, row in result["by_relation"].items():
        table.add_row(relation, str(row["questions"]), *(f"{row[name]:.3f}" for name in result["systems"]))
    yield table
