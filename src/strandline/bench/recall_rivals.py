"""windlass and cortexm behind the face that recall is measured on, with their defaults, through their public verbs.

Neither keeps ids of messages, so what they return counts as the first turn of equal text. Neither indexes the name of
a speaker, so a text is given to them as ``name: text`` where the pack has names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from strandline.bench.data import Turn, runs
from strandline.bench.optional import need
from strandline.bench.systems import USER, Found
from strandline.context.quote import quote
from strandline.text import count_tokens

LIMIT = 10
"""What cortexm is asked for."""
SHOWN = 160
"""Characters of the source of a fact that cortexm shows."""
_CHUNK = re.compile(
    r"^- \[score=(?P<score>\S+) [^\]]*\] (?P<text>.*?)(?=^- \[(?:score=|neighbor )|^## (?:Active|Recalled) memory|\Z)",
    re.MULTILINE | re.DOTALL,
)
"""An item of the section of verbatim chunks in a block of cortexm."""
_VERBATIM = "## VERBATIM CHUNKS"


def spoken(turn: Turn) -> str:
    """The text as it is given to them."""
    return turn.text if turn.name is None else f"{turn.name}: {turn.text}"


class Texts:
    """Where a text was first said, also when only its beginning is known."""

    def __init__(self) -> None:
        self._whole: dict[str, int] = {}
        self._starts: dict[str, int] = {}

    def add(self, turns: Sequence[Turn]) -> None:
        """Learn the texts of turns, the first of equal ones counts."""
        for turn in turns:
            self._whole.setdefault(spoken(turn).strip(), turn.index)
            self._starts.setdefault(_start(spoken(turn)), turn.index)

    def place(self, text: str) -> int | None:
        """The turn that says it, or begins with its first ``SHOWN`` characters; blanks count as one."""
        known = self._whole.get(text.strip())
        return self._starts.get(_start(text)) if known is None else known


class WindlassAsked:
    """windlass: VectorMemory over HashEmbedder and its in-memory store, saved at the end; a user is a thread."""

    adds = searches = True

    def __init__(self, folder: Path) -> None:
        def part(module: str) -> Any:
            return need(module, feature="measuring windlass", extra="rivals")

        embedder = part("windlass.providers.embeddings.hash").HashEmbedder()
        self._store = part("windlass.providers.vectordb.memory").InMemoryVectorStore(
            dimensions=embedder.dimension(), persist_path=str(folder)
        )
        memory = part("windlass.providers.memory.longterm").VectorMemory
        self._memory = memory(embedder=embedder, vectorstore=self._store)
        self._all = memory(embedder=embedder, vectorstore=self._store, score_threshold=None)
        self._message = part("windlass.core.types").Message
        self._texts = Texts()

    def add(self, turns: Sequence[Turn]) -> None:
        """One ``add``; there are no sessions below a thread."""
        self._texts.add(turns)
        said = [getattr(self._message, turn.role)(spoken(turn)) for turn in turns]
        self._memory.add(said, thread_id=USER)

    def asked_at(self, moment: datetime | None) -> None:
        """It knows no time."""

    def search(self, text: str, k: int) -> list[Found]:
        """With its default threshold."""
        return self._found(self._memory, text, k)

    def pool(self, text: str, k: int) -> list[Found]:
        """With ``score_threshold=None``, over the same store."""
        return self._found(self._all, text, k)

    def context(self, text: str, max_tokens: int) -> str:
        """It has no block: the messages it recalls, best first, as long as they fit."""
        lines: list[str] = []
        for message in reversed(self._memory.get(thread_id=USER, query=text, limit=100)):
            line = f"{message.role}: {quote(message.content)}"
            if count_tokens("\n".join([*lines, line])) <= max_tokens:
                lines.append(line)
        return "\n".join(lines)

    def close(self) -> None:
        """Write the JSON file."""
        self._store.persist()

    def _found(self, memory: Any, text: str, k: int) -> list[Found]:
        said = reversed(memory.get(thread_id=USER, query=text, limit=k))  # it puts the best last
        return [Found(turn=self._texts.place(one.content), score=one.metadata["score"]) for one in said]


class CortexmStore:
    """One file database of cortexm, and what it answered to the last question.

    It is asked once a question: its ``search`` takes long, and its cache would answer another limit with less.
    """

    def __init__(self, folder: Path) -> None:
        library = need("cortexm", feature="measuring cortexm", extra="rivals")
        self._memory = library.Memory(db_path=str(folder / "cortexm.db"))
        self.moment: datetime | None = None
        self.texts = Texts()
        self._last: tuple[tuple[str, datetime | None], Any] | None = None

    def add(self, turns: Sequence[Turn]) -> None:
        """One ``add_batch`` a run of turns of one session, with its time."""
        self.texts.add(turns)
        self._last = None
        for run in runs(turns):
            said = [{"role": turn.role, "content": spoken(turn)} for turn in run]
            session, moment = run[0].session, run[0].at.isoformat()
            self._memory.add_batch(said, user_id=USER, run_id=session, timestamp=moment)

    def answer(self, text: str) -> Any:
        """What its ``search`` returns with a limit of ten: facts, their sources, and a block with verbatim chunks."""
        if self._last is None or self._last[0] != (text, self.moment):
            moment = None if self.moment is None else self.moment.isoformat()
            found = self._memory.search(text, user_id=USER, limit=LIMIT, timestamp=moment)
            self._last = ((text, self.moment), found)
        return self._last[1]

    def close(self) -> None:
        """Close the database."""
        self._memory.close()


class CortexmAsked:
    """What cortexm finds: the sources of its facts, then its verbatim chunks; ``facts=False`` leaves the facts out.

    A turn counts once, at its first place, so that many facts of one turn do not use up the places of others. The one
    that does not ``adds`` looks at the answers of the other.
    """

    def __init__(self, store: CortexmStore, *, facts: bool = True, adds: bool = True) -> None:
        self.adds = self.searches = adds
        self._store, self._facts = store, facts

    def add(self, turns: Sequence[Turn]) -> None:
        """See the store."""
        if self.adds:
            self._store.add(turns)

    def asked_at(self, moment: datetime | None) -> None:
        """The ``timestamp`` of the next searches."""
        self._store.moment = moment

    def search(self, text: str, k: int) -> list[Found]:
        """The first ``k`` turns of its answer."""
        return self._found(self._store.answer(text), k)

    def pool(self, text: str, k: int) -> list[Found]:
        """The same: there is no threshold to take away, and no more than its ten facts and its chunks."""
        return self.search(text, k)

    def context(self, text: str, max_tokens: int) -> str:
        """Its block, which has no budget: as many whole lines from its beginning as fit, as one line of text."""
        lines: list[str] = []
        for line in self._store.answer(text)["context_block"].splitlines():
            if count_tokens("\n".join([*lines, line])) > max_tokens:
                break
            lines.append(line)
        return quote("\n".join(lines))

    def close(self) -> None:
        """See the store."""
        if self.adds:
            self._store.close()

    def _found(self, answer: Any, k: int) -> list[Found]:
        found = [*(self._of_facts(answer) if self._facts else ()), *self._of_chunks(answer["context_block"])]
        once: dict[int, Found] = {}
        for item in found:
            if item.turn is not None:
                once.setdefault(item.turn, item)
        return list(once.values())[:k]

    def _of_facts(self, answer: Any) -> list[Found]:
        sources = {link["fact_id"]: link.get("source_text") or "" for link in answer["provenance"]["chain"]}
        return [
            Found(turn=self._store.texts.place(sources.get(fact["id"], "")), score=float(fact["score"]), kind="fact")
            for fact in answer["results"]
        ]

    def _of_chunks(self, block: str) -> list[Found]:
        verbatim = block.partition(_VERBATIM)[2]
        return [
            Found(turn=self._store.texts.place(chunk["text"]), score=float(chunk["score"]))
            for chunk in _CHUNK.finditer(verbatim)
        ]


def _start(text: str) -> str:
    return " ".join(text[:SHOWN].split())
