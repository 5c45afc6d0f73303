"""All patterns, by the lemma of the verb they begin with."""

from __future__ import annotations

from strandline.extract.patterns import indexed
from strandline.extract.tables import (
    clubs,
    contacts,
    diary,
    endings,
    food,
    identity,
    illness,
    instructions,
    journeys,
    languages,
    measures,
    nothing,
    pastimes,
    pets,
    places,
    plans,
    possessions,
    preferences,
    routines,
    skills,
    tastes,
    things,
    travels,
    usage,
    work,
)

TABLE = indexed(
    (
        *instructions.PATTERNS,
        *nothing.PATTERNS,
        *contacts.PATTERNS,
        *pastimes.FIRST,
        *endings.PATTERNS,
        *clubs.PATTERNS,
        *identity.PATTERNS,
        *places.PATTERNS,
        *work.PATTERNS,
        *tastes.PATTERNS,
        *preferences.PATTERNS,
        *illness.PATTERNS,
        *food.PATTERNS,
        *languages.PATTERNS,
        *skills.PATTERNS,
        *usage.PATTERNS,
        *pastimes.PATTERNS,
        *pets.PATTERNS,
        *journeys.PATTERNS,
        *diary.PATTERNS,
        *travels.PATTERNS,
        *plans.PATTERNS,
        *possessions.PATTERNS,
        *measures.FIRST,
        *things.PATTERNS,
        *measures.LAST,
        *plans.LAST,
        *diary.LAST,
        *routines.PATTERNS,
    )
)
"""Lemma ("" for no verb, "*" for any) -> patterns, in the order they are tried."""
