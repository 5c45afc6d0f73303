"""How alike two values, or two statements, are: a correction mostly repeats what it corrects."""

from __future__ import annotations

from strandline.extract.keys import value_key


def close(new: str, old: str) -> bool:
    """Whether two names are spellings of one: most letters in common, in order."""
    a, b = value_key(new), value_key(old)
    if not a or not b:
        return False
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1] <= max(2, max(len(a), len(b)) // 3) or a.startswith(b) or b.startswith(a)


def frame(words: str, value: str) -> str | None:
    """The words of a statement around its value; None where the value is not in them."""
    folded = words.casefold()
    at = folded.find(value.casefold())
    return None if at < 0 else " ".join(f"{folded[:at]}…{folded[at + len(value) :]}".split()).rstrip(" .!")
