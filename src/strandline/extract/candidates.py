"""Which patterns are worth trying on a clause: those of its verb whose grammar fits, and whose words could stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache

from strandline.extract.clauses import Clause
from strandline.extract.patterns import Grammar, Pattern, fits, grammar
from strandline.extract.tables import TABLE

_MANY = 30
"""Patterns of one verb from which on it pays to ask first whether any of them can match."""
_OPEN = re.compile(r"(?:\(\?P<\w+>|\(\?:)*\.")
"""How an expression begins that any words match: nothing is known before it is tried."""
_NAMED = re.compile(r"\(\?P<\w+>")


def candidates(clause: Clause, said: str) -> Iterator[Pattern]:
    """The patterns to try on a clause whose rest is ``said``, in their order."""
    lemma = "" if clause.verb is None else clause.verb.lemma
    gate = _gate(lemma) if lemma in TABLE else None
    closed = gate is not None and gate.match(said) is None
    for pattern, begins in _fitting(lemma, grammar(clause), closed):
        if begins(said) is not None:
            yield pattern


def clear_caches() -> None:
    """Forget the verbs of the turns that were read last."""
    _fitting.cache_clear()


@cache
def _gate(lemma: str) -> re.Pattern[str] | None:
    """One expression for all patterns of a verb that not just any words match; None where there are few."""
    rests = [pattern.rest for pattern in TABLE[lemma] if _OPEN.match(pattern.rest) is None]
    if len(rests) < _MANY:
        return None
    return re.compile("|".join(f"(?:{_NAMED.sub('(?:', rest)})" for rest in rests))


@lru_cache(maxsize=4096)
def _fitting(lemma: str, form: Grammar, closed: bool) -> tuple[tuple[Pattern, Callable[[str], object]], ...]:
    """The patterns that may speak of a clause of this grammar, and how they begin; ``closed``: the open ones alone."""
    own = [pattern for pattern in TABLE.get(lemma, ()) if not closed or _OPEN.match(pattern.rest) is not None]
    return tuple((pattern, pattern.regex.match) for pattern in (*own, *TABLE.get("*", ())) if fits(pattern, form))
