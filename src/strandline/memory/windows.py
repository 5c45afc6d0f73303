"""What the model still sees, and what that means for each candidate of a recall."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from strandline.errors import InputError
from strandline.memory import inputs
from strandline.recall import View, steps
from strandline.stores import ScopeState, Snapshot
from strandline.text import TokenCounter

_LAST = 2**31 - 1
"""The last step that a row can have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """The current session, and the part of it that the model sees. ``window=None``: nothing is known to be visible."""

    current_step: int
    window: int | None
    numbers: Mapping[int, int] = field(default_factory=dict)
    """Number of each of the current session's rows -> the step it stands at. The user's own turns and an agent's
    private ones in a session of the same id count their steps apart."""
    hidden: frozenset[int] = frozenset()
    """Sequence numbers of messages and facts that are in the prompt already."""
    include_window: bool = False
    """Whether messages that the model sees are recalled all the same."""

    @property
    def edge(self) -> int:
        """The last step that has scrolled out. Without a window, the last step."""
        return self.current_step if self.window is None else steps.edge(self.current_step, self.window)

    def boost(self, step: int | None, session: int) -> float:
        """How much a score gains by having left the window; 1.0 for all when there is no window."""
        if self.window is None:
            return steps.FLOOR
        return steps.boost(
            step, current_step=self._at(session), window=self.window, same_session=session in self.numbers
        )

    def scrolled_out(self, step: int | None, session: int) -> bool:
        """Whether the model can no longer see a step of a session."""
        window = 0 if self.window is None else self.window
        return steps.scrolled_out(
            step, current_step=self._at(session), window=window, same_session=session in self.numbers
        )

    def visible(self, step: int | None, session: int) -> bool:
        """Whether the message of that step is in the model's window."""
        if self.window is None:
            return False
        return steps.visible(
            step, current_step=self._at(session), window=self.window, same_session=session in self.numbers
        )

    def covers(self, view: View, allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Rows (n,) that are in the prompt: ids given as visible, messages still in the window, and older copies of
        their texts. Only ``allowed`` rows (n,) can have been said last.
        """
        gone = np.isin(view.message, np.fromiter(self.hidden, np.int64, len(self.hidden)))
        if self.window is not None and not self.include_window:
            for number, at in self.numbers.items():
                low, high = (min(step, _LAST) for step in (steps.edge(at, self.window), at))
                gone |= (view.session == number) & (view.kind == 0) & (view.step > low) & (view.step <= high)
        return gone | _older_copies(view, gone, allowed) if gone.any() else gone

    def lift(self, view: View) -> NDArray[np.float64] | None:
        """``boost`` of every row (n,), equal but for the last bits; None when it is the same for all."""
        if self.window is None or not self.numbers:
            return None
        lift = np.full(len(view), steps.LEFT)
        for number, at in self.numbers.items():
            rows = np.flatnonzero(view.session == number)
            lift[rows] = steps.boosts(view.step[rows], current_step=at, window=self.window)
        return lift

    def _at(self, session: int) -> int:
        return self.numbers.get(session, self.current_step)


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowAsked:
    """The window arguments of a read, as given."""

    current_step: int | None
    window: int | None
    window_tokens: int | None
    visible: Collection[str]
    include_window: bool = False

    def __post_init__(self) -> None:
        for name in ("current_step", "window", "window_tokens"):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
                raise InputError(f"{name} must be a whole number, got {value!r}")
            if value is not None and not -(2**63) <= value < 2**63:
                raise InputError(f"{name} must be a whole number of 64 bits, got {value}")
        object.__setattr__(self, "visible", inputs.prompt_ids(self.visible, field="visible"))


Look = Callable[[Snapshot, ScopeState, Mapping[int, int]], Sight]
"""Resolves a window, given a user and number -> last step of the current session's rows."""


def looking(asked: WindowAsked, count: TokenCounter) -> Look:
    """How to resolve a window: the session's last step, the steps that fit in ``window_tokens``, the ids in the
    prompt.
    """

    def look(snapshot: Snapshot, scope: ScopeState, sessions: Mapping[int, int]) -> Sight:
        current = asked.current_step if asked.current_step is not None else max(sessions.values(), default=0)
        numbers = dict(sessions) if asked.current_step is None else dict.fromkeys(sessions, current)
        window = asked.window
        if asked.window_tokens is not None:
            tail = ((step, count(text)) for step, text in snapshot.tail(numbers, current))
            window = steps.window_from_tokens(tail, current_step=current, window_tokens=asked.window_tokens)
        return Sight(
            current_step=current,
            window=window,
            numbers=numbers,
            hidden=frozenset(snapshot.sequence_numbers(scope.uid, asked.visible)),
            include_window=asked.include_window,
        )

    return look


def unseen(asked: WindowAsked) -> Sight:
    """The window of a user who has stored nothing."""
    current = asked.current_step or 0
    window = asked.window if asked.window_tokens is None else max(0, current)
    return Sight(current_step=current, window=window)


def _older_copies(view: View, gone: NDArray[np.bool_], allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Allowed rows (n,) that say the same as a newer row that is gone: what was seen last is not repeated."""
    same = allowed & np.isin(view.digest, np.unique(view.digest[gone & allowed]))
    rows = np.flatnonzero(same)
    rows = rows[np.lexsort((-view.seq[rows], -view.step[rows], -view.at[rows]))]
    digests, first, group = np.unique(view.digest[rows], return_index=True, return_inverse=True)
    copies = np.zeros(len(view), np.bool_)
    copies[rows] = gone[rows[first]][group] if len(digests) else False
    return copies
