"""How much of the evidence is found: turn-level recall on the packs, through the public API, with others beside it.

One fresh store a conversation. A question is asked when exactly the turns it may know have been added, and once more
of another conversation, which cannot answer it. Every answer becomes a row; rows that a folder holds already are not
made again, so that an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import platform
import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

from strandline.bench.asking import SETTINGS, K, ask, ask_elsewhere
from strandline.bench.clocks import folder_bytes, timed
from strandline.bench.data import Conversation, Question, load
from strandline.bench.families import SEED, Family, chosen, families
from strandline.bench.results import cpu_model
from strandline.bench.rows import Ledger, Sheet
from strandline.bench.summary import Measured, summaries
from strandline.bench.systems import KINDS, Asked

SYSTEMS = ("strandline", "bm25")
"""What is measured unless more is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A conversation with the questions that are asked about it, and those of others that are asked of it too."""

    conversation: Conversation
    foreign: tuple[tuple[str, Question], ...]
    """(id of the conversation it is about, question)."""

    def items(self) -> list[str]:
        """What a finished part has rows of."""
        own = [own_item(self.conversation, question) for question in self.conversation.questions]
        return [
            *own,
            *(foreign_item(of, question, self.conversation) for of, question in self.foreign),
            store_item(self.conversation),
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A family, the parts it is measured on, and a sheet a system."""

    family: Family
    parts: Sequence[Part]
    sheets: Mapping[str, Sheet]

    def missing(self, part: Part) -> int:
        """How many rows of a part there are to make."""
        return sum(item not in sheet.rows for item in part.items() for sheet in self.sheets.values())

    def measured(self, name: str) -> Measured:
        """What a system found and cost, once no row is missing."""
        rows, parts = self.sheets[name].rows, self.parts
        own = [own_item(part.conversation, question) for part in parts for question in part.conversation.questions]
        foreign = [foreign_item(of, asked, part.conversation) for part in parts for of, asked in part.foreign]
        return Measured(
            rows={item: rows[item] for item in own},
            elsewhere=[rows[item] for item in foreign],
            stores=[rows[store_item(part.conversation)] for part in parts],
            threshold=self.family.threshold,
            calibrated=self.family.calibrated,
        )


def own_item(conversation: Conversation, question: Question) -> str:
    """The item of a question about its own conversation."""
    return f"{conversation.id}/{question.id}"


def foreign_item(of: str, question: Question, conversation: Conversation) -> str:
    """The item of a question about the conversation ``of`` that was asked of another one."""
    return f"{of}/{question.id} of {conversation.id}"


def store_item(conversation: Conversation) -> str:
    """The item of what it cost to take a conversation in."""
    return f"{conversation.id} taken in"


def run(
    data: Path,
    *,
    limit: int | None = None,
    systems: Sequence[str] = SYSTEMS,
    known: Sequence[Family] | None = None,
    work: Path | None = None,
    progress: bool = False,
) -> dict[str, Any]:
    """Measure recall on one pack and return plain JSON.

    ``limit`` asks that many questions, evenly spaced. ``systems`` names what is measured, out of the families
    ``known`` (all when None). ``work`` is a folder that keeps the rows. Raises InputError when the pack cannot be read
    or a system is not known, MissingExtraError when one is not installed.
    """
    picked = chosen(systems, families() if known is None else known)
    conversations = list(load(data, limit=limit))
    digest = hashlib.sha256(data.read_bytes()).hexdigest()
    ledger = Ledger(work)
    jobs = [
        Job(
            family=family,
            parts=rotation(sample(conversations, family.most)),
            sheets={name: ledger.sheet(key(digest, name, family)) for name in names},
        )
        for family, names in picked
    ]
    with Progress(console=Console(stderr=True), disable=not progress) as bar:
        task = bar.add_task(data.name, total=sum(job.missing(part) for job in jobs for part in job.parts))
        ledger.watch = lambda: bar.advance(task)
        for job in jobs:
            for part in job.parts:
                if job.missing(part):
                    measure(part, job)
    measured = {name: job.measured(name) for job in jobs for name in job.sheets}
    return {
        "what": f"recall-{data.name.partition('.')[0]}",
        "data": {
            "name": data.name,
            "sha256": digest,
            "conversations": len(conversations),
            "turns": sum(len(conversation.turns) for conversation in conversations),
        },
        "settings": {**SETTINGS, "limit": limit, "seed": SEED, "kinds": list(KINDS)},
        "systems": summaries(measured),
    }


def key(pack: str, name: str, family: Family) -> dict[str, Any]:
    """What the rows of a system are about: whoever changes any of it gets fresh ones."""
    return {
        "pack": pack,
        "system": name,
        "version": family.version(),
        "settings": {**SETTINGS, **family.settings},
        "machine": [cpu_model(), platform.python_version(), np.__version__, sqlite3.sqlite_version],
    }


def sample(conversations: Sequence[Conversation], most: int | None) -> list[Conversation]:
    """At most that many, drawn by a fixed seed and the ids, in their order: another limit draws the same ones."""
    if most is None or len(conversations) <= most:
        return list(conversations)
    drawn = sorted(conversations, key=lambda one: hashlib.sha256(f"{SEED}:{one.id}".encode()).digest())[:most]
    kept = {one.id for one in drawn}
    return [one for one in conversations if one.id in kept]


def rotation(conversations: Sequence[Conversation]) -> list[Part]:
    """Every conversation with the questions of others that it is asked too.

    A question goes to the next conversation, in a circle, that holds none of its evidence: conversations of one pack
    may share sessions. Where all do, it goes to none.
    """
    texts = [{turn.text for turn in one.turns} for one in conversations]
    foreign: list[list[tuple[str, Question]]] = [[] for _ in conversations]
    for i, own in enumerate(conversations):
        others = [(i + step) % len(conversations) for step in range(1, len(conversations))]
        for question in own.questions:
            said = {own.turns[place].text for place in question.evidence}
            other = next((j for j in others if not said & texts[j]), None)
            if other is not None:
                foreign[other].append((own.id, question))
    return [Part(conversation=one, foreign=tuple(asked)) for one, asked in zip(conversations, foreign, strict=True)]


def measure(part: Part, job: Job) -> None:
    """Take the conversation in, ask what has no row yet at its time, and close."""
    own, sheets = part.conversation, job.sheets
    with TemporaryDirectory(prefix="strandline-bench-") as folder:
        systems = job.family.make(Path(folder), [*sheets])
        costs = {name: Cost() for name in systems}
        added = 0
        for question in own.questions:
            added = _take_in(own, systems, costs, added, question.before)
            for name, sheet in sheets.items():
                if (item := own_item(own, question)) not in sheet.rows:
                    sheet.put(item, ask(own, question, systems[name]))
        _take_in(own, systems, costs, added, len(own.turns))
        for of, question in part.foreign:
            for name, sheet in sheets.items():
                if (item := foreign_item(of, question, own)) not in sheet.rows:
                    sheet.put(item, ask_elsewhere(question, systems[name]))
        for system in reversed(systems.values()):  # who takes the turns in is the last to close
            system.close()
        for name, sheet in sheets.items():
            size = folder_bytes(Path(folder) / name) if systems[name].adds else 0
            sheet.put(store_item(own), costs[name].row(systems[name].adds, size))


@dataclass(slots=True)
class Cost:
    """What taking a conversation in cost one system so far."""

    messages: int = 0
    text_bytes: int = 0
    add_s: float = 0.0
    add_cpu_s: float = 0.0
    first_search_ms: float | None = None

    def row(self, adds: bool, disk_bytes: int) -> dict[str, Any]:
        """As a row; a system that took nothing in itself has only its first search."""
        if not adds:
            return {"first_search_ms": self.first_search_ms}
        return {
            "first_search_ms": self.first_search_ms,
            "messages": self.messages,
            "text_bytes": self.text_bytes,
            "add_s": self.add_s,
            "add_cpu_s": self.add_cpu_s,
            "disk_bytes": disk_bytes,
        }


def _take_in(
    conversation: Conversation, systems: Mapping[str, Asked], costs: Mapping[str, Cost], added: int, until: int
) -> int:
    """Add the turns from ``added`` to ``until``; after the first ones every system searches once, to be warm."""
    turns = conversation.turns[added:until]
    if not turns:
        return added
    for name, system in systems.items():
        cost, cpu = costs[name], time.process_time()
        cost.add_s += timed(partial(system.add, turns))[1] / 1000
        cost.add_cpu_s += time.process_time() - cpu
        cost.messages += len(turns)
        cost.text_bytes += sum(len(turn.text.encode()) for turn in turns)
    for name, system in systems.items() if added == 0 else ():
        took = timed(partial(system.search, turns[0].text[:80], K))[1]
        costs[name].first_search_ms = took if system.searches else None
    return until
