"""``forget`` and ``verify_forgotten``."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from strandline.embedders import CachingEmbedder
from strandline.errors import InputError, LeftoverError
from strandline.memory import inputs
from strandline.memory.engine import Engine
from strandline.recall.facts import FactView
from strandline.stores import Selection
from strandline.text import cached_words, words
from strandline.text.traces import Traces, whole_words
from strandline.types import Receipt, micros


def selection(
    *, id: str | None, session_id: str | None, phrase: str | None, before: datetime | None, everything: bool
) -> Selection:
    """Exactly one selector. Raises InputError for none, or for more than one."""
    given = {"id": id, "session_id": session_id, "phrase": phrase, "before": before}
    if everything not in (True, False):
        raise InputError(f"everything must be True or False, got {everything!r}")
    named = [name for name, value in given.items() if value is not None] + ["everything"] * everything
    if len(named) != 1:
        raise InputError(
            f"forget takes exactly one of id, session_id, phrase, before, everything=True; got {named or 'none'}"
        )
    if id is not None:
        inputs.row_id(id, field="id")
    if session_id is not None:
        inputs.scope_id(session_id, field="session_id")
    if phrase is not None and (not isinstance(phrase, str) or not phrase.strip()):
        raise InputError(f"phrase must be a text that is not blank, got {phrase!r}")
    return Selection(
        id=id,
        session_id=session_id,
        phrase=None if phrase is None else inputs.clean_text(phrase, field="phrase"),
        before=inputs.aware(before, field="before"),
        everything=bool(everything),
    )


def forget(engine: Engine, user_id: str, chosen: Selection, *, dry_run: bool) -> Receipt:
    """Remove every copy of what is selected, in the file and in memory."""
    if dry_run not in (True, False):
        raise InputError(f"dry_run must be True or False, got {dry_run!r}")
    receipt = engine.store.forget(user_id, chosen, dry_run=dry_run, salt=engine.new_salt())
    if not dry_run:
        engine.clear_caches()
    return receipt


def verify(engine: Engine, receipt: Receipt) -> bool:
    """Look for what the receipt stands for in every table, file and cache. Raises LeftoverError naming the places."""
    if not isinstance(receipt, Receipt):
        raise InputError(f"verify_forgotten takes the receipt that forget gave, got {type(receipt).__name__}")
    if receipt.dry_run:
        raise InputError("this receipt is of a dry run: nothing was removed, so there is nothing to verify")
    places = [*engine.store.leftovers(receipt), *_caches(engine, receipt)]
    if places:
        raise LeftoverError(places=tuple(places))
    return True


def _caches(engine: Engine, receipt: Receipt) -> list[str]:
    traces = Traces(salt=receipt.salt, texts=receipt.texts, words=receipt.words)
    places = []
    forgotten = micros(receipt.forgotten_at)
    for view in engine.indexes.views():
        old = view.recorded_at <= forgotten
        named = set(view.speaker[old].tolist())
        names = [name for number, name in enumerate(view.speakers) if number in named]
        if any(map(traces.is_digest, view.digest[old].tolist())) or any(map(traces.in_text, names)):
            places.append("cache of indexes")
            break
    with engine.store.read() as snapshot:
        said_since: set[str] = set()
        for text in snapshot.texts_since(receipt.forgotten_at):
            said_since.update(words(text), map(str.casefold, whole_words(text)))
    if any(_facts_tell(view.facts, traces, forgotten, said_since) for view in engine.indexes.views()):
        places.append("cache of facts")
    if traces.in_words(word for word in cached_words() if word not in said_since):
        places.append("cache of terms")
    if isinstance(engine.embedder, CachingEmbedder):
        held = engine.embedder.cached_words()
        if traces.in_words(word for word in held if word not in said_since):
            places.append("cache of the embedder")
    return places


def _facts_tell(facts: FactView, traces: Traces, forgotten: int, said_since: Collection[str]) -> bool:
    """Whether an index of facts still holds words of what was removed."""
    old = (facts.recorded_at <= forgotten).tolist()
    texts = [text for text, is_old in zip(facts.values, old, strict=True) if is_old]
    texts += [text for text, is_old in zip(facts.qualifiers, old, strict=True) if is_old and text]
    interned = (word for name in [*facts.names, *facts.folded] for word in (name, *whole_words(name)))
    return any(map(traces.in_text, texts)) or traces.in_words(word for word in interned if word not in said_since)
