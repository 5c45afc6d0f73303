"""What the speaker claimed before a sentence: corrections and retractions are read against it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from strandline.types import Act, Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A claim and the words that made it."""

    claim: Claim
    words: str
    fresh: bool = True
    """Whether it was said in this turn or in the speaker's turn just before."""


class Past:
    """The claims of this turn so far, and those of the turns before, which are read only when they are asked for.

    Reading them costs as much as reading this turn, and few sentences look back.
    """

    def __init__(self, earlier: Callable[[], Sequence[Said]], *, first: bool) -> None:
        self._earlier = earlier
        self._read: Sequence[Said] | None = None
        self.first = first
        """Whether the speaker said nothing before this turn."""
        self.here: list[Said] = []
        """Of this turn, the latest last."""

    @property
    def earlier(self) -> Sequence[Said]:
        """Of the turns before, the latest last."""
        if self._read is None:  # no cached_property: its lock would be held over a fork in the middle of reading
            self._read = self._earlier()
        return self._read

    def with_more(self, said: Sequence[Said]) -> Past:
        """The same past with more of this turn."""
        more = Past(lambda: self.earlier, first=self.first)
        more.here = [*self.here, *said]
        return more

    @property
    def said(self) -> Sequence[Said]:
        """All of it, the latest last."""
        return [*self.earlier, *self.here]

    @property
    def stated(self) -> Sequence[Said]:
        """What of it was stated, the latest last."""
        return stated_of(self.said)


def stated_of(said: Sequence[Said]) -> Sequence[Said]:
    """What was stated: no ends, nothing taken back."""
    return [one for one in said if one.claim.act in (Act.STATE, Act.CORRECT)]
