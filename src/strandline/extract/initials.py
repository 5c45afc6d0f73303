"""With which characters what a regular expression matches can begin: a cheap way to see that it cannot match."""

from __future__ import annotations

from functools import cache

DIGIT = "0"
"""Stands for every digit."""
_Begin = tuple[set[str] | None, bool, int]
"""(first characters, None for any; whether it may be empty; the index after it)"""


@cache
def initials(expression: str) -> frozenset[str] | None:
    """The characters that a match of the expression, case kept, can begin with; None where that may be anything."""
    chars, empty, _ = _choice(expression, 0)
    return None if chars is None or empty else frozenset(chars)


def begun(first: str, chars: frozenset[str] | None) -> bool:
    """Whether a text whose first character is ``first`` (empty for none) may be matched."""
    return chars is None or (DIGIT if first.isdigit() else first) in chars


def _choice(text: str, at: int) -> _Begin:
    """What stands between two brackets: alternatives."""
    found: set[str] | None = set()
    empty = False
    while True:
        chars, nothing, at = _sequence(text, at)
        found = None if found is None or chars is None else found | chars
        empty = empty or nothing
        if at >= len(text) or text[at] == ")":
            return found, empty, at
        at += 1


def _sequence(text: str, at: int) -> _Begin:
    """One alternative."""
    found: set[str] | None = set()
    begins = True
    while at < len(text) and text[at] not in "|)":
        chars, nothing, at = _atom(text, at)
        often, at = _quantifier(text, at)
        if begins:
            found = None if found is None or chars is None else found | chars
            begins = nothing or often
    return found, begins, at


def _atom(text: str, at: int) -> _Begin:
    """One character, class or group."""
    char = text[at]
    if char == "(":
        return _group(text, at)
    if char == "[":
        stop = at + 1 + text.startswith("^", at + 1)
        stop += 1  # a "]" that stands first is one of the class
        while text[stop] != "]":
            stop += 1 + (text[stop] == "\\")
        return None, False, stop + 1
    if char == "\\":
        escaped = text[at + 1]
        if escaped in "bBAZ":
            return set(), True, at + 2
        if escaped == "d":
            return set(DIGIT), False, at + 2
        return (None if escaped.isalnum() else {escaped}), False, at + 2
    if char in "^$":
        return set(), True, at + 1
    return (None if char == "." else {char}), False, at + 1


def _group(text: str, at: int) -> _Begin:
    around = text.startswith(("(?=", "(?!", "(?<"), at)
    if text.startswith("(?P<", at):
        body = text.index(">", at) + 1
    elif text.startswith(("(?<=", "(?<!"), at):
        body = at + 4
    else:
        body = at + (3 if text.startswith("(?", at) else 1)
    chars, empty, stop = _choice(text, body)
    plain = around or text.startswith(("(?:", "(?P<"), at) or not text.startswith("(?", at)
    if around:
        chars, empty = set(), True
    return (chars if plain else None), empty or not plain, stop + 1


def _quantifier(text: str, at: int) -> tuple[bool, int]:
    """Whether what stands before may be left out, and the index after the quantifier, if there is one."""
    sign = text[at : at + 1]
    if sign not in ("?", "*", "+", "{"):
        return False, at
    stop = text.index("}", at) + 1 if sign == "{" else at + 1
    stop += text.startswith(("?", "+"), stop)
    return sign in "?*" or text.startswith(("{0", "{,"), at), stop
