"""Which patterns are worth trying on a clause: those of its verb whose grammar fits, and whose words could stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from strandline.extract.clauses import Clause
from strandline.extract.initials import begun, initials
from strandline.extract.patterns import Grammar, Pattern, fits, grammar
from strandline.extract.tables import TABLE


def candidates(clause: Clause, said: str) -> Iterator[Pattern]:
    """The patterns to try on a clause whose rest is ``said``, in their order."""
    lemma = "" if clause.verb is None else clause.verb.lemma
    for pattern, begins in _fitting(lemma, grammar(clause), said[:1]):
        if begins(said) is not None:
            yield pattern


def clear_caches() -> None:
    """Forget the verbs of the turns that were read last."""
    _fitting.cache_clear()
    _begun.cache_clear()


@lru_cache(maxsize=8192)
def _fitting(lemma: str, form: Grammar, first: str) -> tuple[tuple[Pattern, Callable[[str], object]], ...]:
    """The patterns that may speak of a clause of this grammar, its rest begun by a character, and how they begin."""
    return tuple((pattern, pattern.regex.match) for pattern in _begun(lemma, first) if fits(pattern, form))


@lru_cache(maxsize=8192)
def _begun(lemma: str, first: str) -> tuple[Pattern, ...]:
    """The patterns of a verb, and those of all verbs, that words begun by a character could match."""
    known = ((pattern, initials(pattern.rest)) for pattern in (*TABLE.get(lemma, ()), *TABLE.get("*", ())))
    return tuple(pattern for pattern, chars in known if begun(first, chars))
