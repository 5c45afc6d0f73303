"""Whom a statement may be of, in most tables."""

from __future__ import annotations

from strandline.extract.patterns import Found
from strandline.extract.tables.words import listed

WHO = frozenset({"speaker", "person", "pronoun"})
"""Somebody who is named or stands there."""
ELIDED = WHO | {"none"}
"""The same, or nobody: then the speaker is meant."""
SELF = frozenset({"speaker", "none"})
"""The speaker only."""
ALONE = r"(?=$|(?:now|again|still|these days|at the moment|by far|and|,)(?= |$))"
"""What follows a verb that is all there is of a value."""
NOTHING = listed(
    "among more any it that this them these those much anything everything nothing here there lunch breakfast dinner "
    "words out well enough you me him her us all one ones some alone together time care up"
)
"""No food and no illness, although it stands where one would."""


def doing(found: Found) -> str | None:
    """The verb as it is written: of "my hobby is knitting" it is the value, not what is going on."""
    clause = found.clause
    if clause.verb is None:
        return None
    word = clause.words[clause.verb.rest - 1]
    return clause.sentence.source[word.start : word.stop]
