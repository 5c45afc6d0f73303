"""Random histories against a model of a few lines: what is said, remembered and forgotten, by users and agents."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from strandline import HashEmbedder, Memory

from .conftest import START, Ticking

USERS = st.sampled_from(["ana", "Ana", "a%"])
AGENTS = st.sampled_from([None, "planner", "p\x00"])
SESSIONS = st.sampled_from(["s1", "s2"])
TEXTS = st.sampled_from(
    ["boats leave", " boats leave ", "the key", "...", "", "ключ", "a key and boats", "_", "key\x00boats"]
)
HOURS = st.integers(0, 3)
HAS_WORDS = re.compile(r"[^\W_]")
EMBEDDER = HashEmbedder(dimensions=16)


@dataclass(frozen=True)
class Row:
    """One thing that should be there."""

    id: str
    kind: str
    text: str
    hour: int
    step: int
    number: int
    agent: str | None
    session: str | None


class Histories(RuleBasedStateMachine):
    """The store must hold what the model holds, and find of it what the reader may see."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = Ticking()
        self.rows: dict[str, list[Row]] = {}
        self.last_step: dict[tuple[str, str | None, str], int] = {}
        self.number = 0
        self.memory = self.opened()

    def opened(self) -> Memory:
        path = Path(self.folder.name) / "m.db"
        return Memory(path, embedder=EMBEDDER, clock=self.clock, synchronous="NORMAL")

    def keep(self, user: str, **row: Any) -> None:
        self.number += 1
        self.rows.setdefault(user, []).append(Row(number=self.number, **row))

    @rule(user=USERS, agent=AGENTS, session=SESSIONS, texts=st.lists(TEXTS, min_size=1, max_size=3), hour=HOURS)
    def add(self, user: str, agent: str | None, session: str, texts: list[str], hour: int) -> None:
        at = START + timedelta(hours=hour)
        added = self.memory.add(texts, user_id=user, agent_id=agent, session_id=session, at=at).messages
        for text, one in zip(texts, added, strict=True):
            key = (user, agent, session)
            self.last_step[key] = self.last_step.get(key, 0) + 1
            assert (one.step, one.session_id) == (self.last_step[key], session)
            place = {"agent": agent, "session": session, "step": one.step}
            self.keep(user, id=one.id, kind="message", text=text, hour=hour, **place)

    @rule(user=USERS, agent=AGENTS, text=TEXTS, hour=HOURS)
    def remember(self, user: str, agent: str | None, text: str, hour: int) -> None:
        added = self.memory.remember(text, user_id=user, agent_id=agent, at=START + timedelta(hours=hour))
        known = [row for row in self.rows.get(user, ()) if (row.kind, row.text, row.agent) == ("fact", text, agent)]
        if not HAS_WORDS.search(text):
            assert added.facts == ()
        elif known:
            assert added.facts[0].id == known[0].id
        else:
            place = {"agent": agent, "session": None, "step": 0}
            self.keep(user, id=added.facts[0].id, kind="fact", text=text, hour=hour, **place)

    @rule(user=USERS, data=st.data())
    def forget_one(self, user: str, data: st.DataObject) -> None:
        if self.rows.get(user):
            row = data.draw(st.sampled_from(self.rows[user]))
            self.forgotten(user, [row], id=row.id)

    @rule(user=USERS, session=SESSIONS)
    def forget_session(self, user: str, session: str) -> None:
        self.forgotten(user, [row for row in self.rows.get(user, ()) if row.session == session], session_id=session)

    @rule(user=USERS, phrase=st.sampled_from(["key", "boats", "boats leave ", "ключ", "\x00"]))
    def forget_phrase(self, user: str, phrase: str) -> None:
        if phrase.strip():
            self.forgotten(user, [row for row in self.rows.get(user, ()) if phrase in row.text], phrase=phrase)

    @rule(user=USERS, hour=HOURS)
    def forget_before(self, user: str, hour: int) -> None:
        gone = [row for row in self.rows.get(user, ()) if row.hour < hour]
        self.forgotten(user, gone, before=START + timedelta(hours=hour))

    @rule(user=USERS)
    def forget_everything(self, user: str) -> None:
        self.forgotten(user, list(self.rows.get(user, ())), everything=True)
        for key in [key for key in self.last_step if key[0] == user]:
            del self.last_step[key]

    def forgotten(self, user: str, gone: list[Row], **selector: Any) -> None:
        receipt = self.memory.forget(user_id=user, **selector)
        assert receipt.ids == tuple(sorted(row.id for row in gone))
        assert self.memory.verify_forgotten(receipt)
        self.rows[user] = [row for row in self.rows.get(user, ()) if row not in gone]

    @rule()
    def reopen(self) -> None:
        self.memory.close()
        self.memory = self.opened()

    @rule(user=USERS, agent=AGENTS, query=st.sampled_from(["boats", "key", "ключ", ""]))
    def search(self, user: str, agent: str | None, query: str) -> None:
        """One hit a text, whitespace at its ends aside: the newest that this reader may see."""
        newest: dict[str, Row] = {}
        for row in sorted(self.rows.get(user, ()), key=lambda row: (row.hour, row.step, row.number)):
            if row.agent in (None, agent) and HAS_WORDS.search(row.text):
                newest[row.text.strip()] = row
        hits = self.memory.search(query, user_id=user, agent_id=agent, min_score=0.0, k=400)
        assert {hit.id: hit.text for hit in hits} == {row.id: row.text for row in newest.values()}
        assert len(hits) == len(newest)
        word = {"boats": "boats", "key": "key", "ключ": "ключ"}.get(query)
        if word and any(word in hit.text for hit in hits):
            assert word in hits[0].text

    @invariant()
    def what_is_read_back_is_what_the_model_holds(self) -> None:
        for user in ("ana", "Ana", "a%"):
            rows = self.rows.get(user, [])
            for agent in (None, "planner"):
                seen = [row for row in rows if row.agent in (None, agent)]
                messages = self.memory.messages(user_id=user, agent_id=agent, limit=1000)
                facts = self.memory.facts(user_id=user, agent_id=agent, limit=1000)
                assert [(m.id, m.content, m.step, m.session_id, m.agent_id) for m in messages] == [
                    (row.id, row.text, row.step, row.session, row.agent) for row in seen if row.kind == "message"
                ]
                assert [(f.id, f.text, f.agent_id) for f in facts] == [
                    (row.id, row.text, row.agent) for row in seen if row.kind == "fact"
                ]

    def teardown(self) -> None:
        report = self.memory.check()
        self.memory.close()
        self.folder.cleanup()
        assert report.ok, report.problems


Histories.TestCase.settings = settings(
    deadline=None, max_examples=15, stateful_step_count=25, suppress_health_check=[HealthCheck.too_slow]
)
TestHistories = Histories.TestCase
