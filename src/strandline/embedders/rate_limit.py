"""So many requests and tokens a minute, and no more."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import inf

from strandline.types.forks import ForkLock

MINUTE = 60.0


class RateLimit:
    """Lets callers through so that no stretch of 60 seconds has more requests, or more tokens, than are allowed.

    Threads share it; each waits outside the lock, in the order in which they came. A request that is larger than a
    whole minute's tokens goes when nothing else was sent for a minute.
    """

    def __init__(
        self,
        *,
        requests: float | None,
        tokens: float | None,
        clock: Callable[[], float],
        sleep: Callable[[float], None],
    ) -> None:
        """``requests`` and ``tokens`` a minute, None for as many as one likes; ``clock`` gives seconds, never less."""
        self._requests, self._tokens = requests, tokens
        self._clock, self._sleep = clock, sleep
        self._sent: deque[tuple[float, int]] = deque()
        """(when, tokens) of each request of the last minute, and of those that wait for their time, in order."""
        self._lock = ForkLock()

    def wait(self, tokens: int, last: float = inf) -> bool:
        """Return True when a request of ``tokens`` tokens may be sent, which is then taken as sent.

        Returns False at once where that would be after ``last``; nothing is taken as sent then.
        """
        if self._requests is None and self._tokens is None:
            return True
        with self._lock:
            now, before = self._clock(), self._sent.copy()
            when = self._reserve(now, tokens)
            if when > last:
                self._sent = before
                return False
        if when > now:
            self._sleep(when - now)
        return True

    def _reserve(self, now: float, tokens: int) -> float:
        """The first moment at which there is room, from now on and after all others."""
        when = max(now, self._sent[-1][0]) if self._sent else now
        while self._sent and (self._sent[0][0] <= when - MINUTE or not self._room(tokens)):
            when = max(when, self._sent.popleft()[0] + MINUTE)
        self._sent.append((when, tokens))
        return when

    def _room(self, tokens: int) -> bool:
        """Whether one more request fits beside those that are counted."""
        fits = self._requests is None or len(self._sent) + 1 <= self._requests
        return fits and (self._tokens is None or sum(n for _, n in self._sent) + tokens <= self._tokens)
