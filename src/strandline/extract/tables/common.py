"""Whom a statement may be of, in most tables."""

from __future__ import annotations

from strandline.extract.tables.words import listed

WHO = frozenset({"speaker", "person", "pronoun"})
"""Somebody who is named or stands there."""
ELIDED = WHO | {"none"}
"""The same, or nobody: then the speaker is meant."""
SELF = frozenset({"speaker", "none"})
"""The speaker only."""
NOTHING = listed(
    "among more any it that this them these those much anything everything nothing here there lunch breakfast dinner "
    "words out well enough you me him her us all one ones some alone together time care up"
)
"""No food and no illness, although it stands where one would."""
