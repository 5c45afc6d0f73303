"""Names of time zones after a time: they belong to its words, but do not move it."""

from __future__ import annotations

from strandline.timex.words import Words, word_set

_ABBREVIATIONS = word_set(
    "utc gmt est edt cst cdt mst mdt pst pdt et ct pt cet cest bst ist jst aest aedt acst awst wet west eet eest msk "
    "hkt sgt nzst nzdt hst akst akdt"
)
_REGIONS = frozenset(["eastern", "central", "pacific", "mountain"])
_PLACES = word_set(
    "beijing singapore london paris berlin madrid tokyo moscow sydney india china japan hawaii alaska atlantic europe "
    "russia"
)


def zone_after(words: Words, place: int) -> int:
    """The place after a time zone here (EST, eastern time, UTC -3, (CET)), else the same place."""
    word = words[place]
    if word == "z" and words.glued(place):
        return place + 1
    if word == "(" and words[place + 1] in _ABBREVIATIONS and words[place + 2] == ")":
        return place + 3
    if word in _ABBREVIATIONS:
        return _shift(words, words.skip(place + 1, {"time"}))
    if word in _REGIONS:
        after = words.skip(place + 1, {"standard", "daylight"})
        if after > place + 1 and words[after] != "time":
            return place + 1
        return words.skip(after, {"time", "timezone"})
    if word not in _PLACES or words[place + 1] not in ("time", "timezone"):
        return place
    numbered = words.phrase(place, f"{word} time zone")
    return words.skip(numbered, {words.number(numbered)} - {""}) if numbered else place + 2


def _shift(words: Words, place: int) -> int:
    """The place after -3, +05:30 or -12h."""
    if words[place] not in ("+", "-") or not words.glued(place + 1) or not words.number(place + 1):
        return place
    after = place + 2
    if words[after] == ":" and words.number(after + 1) and words.glued(after):
        after += 2
    return after + 1 if words[after] == "h" and words.glued(after) else after
