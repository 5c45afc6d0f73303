"""What the model still sees, and what that means for each candidate of a recall."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from strandline.errors import InputError
from strandline.memory import inputs
from strandline.memory.recalls import Found
from strandline.recall import steps
from strandline.stores import Snapshot
from strandline.text import TokenCounter


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


def sight(snapshot: Snapshot, found: Found, asked: WindowAsked, count: TokenCounter) -> Sight:
    """Resolve the window: the session's last step, the steps that fit in ``window_tokens``, the ids in the prompt."""
    current = asked.current_step if asked.current_step is not None else max(found.sessions.values(), default=0)
    numbers = dict(found.sessions) if asked.current_step is None else dict.fromkeys(found.sessions, current)
    window = asked.window
    if asked.window_tokens is not None:
        tail = ((step, count(text)) for step, text in snapshot.tail(numbers, current))
        window = steps.window_from_tokens(tail, current_step=current, window_tokens=asked.window_tokens)
    hidden = snapshot.sequence_numbers(found.scope.uid, asked.visible)
    return Sight(current_step=current, window=window, numbers=numbers, hidden=frozenset(hidden))


def unseen(asked: WindowAsked) -> Sight:
    """The window of a user who has stored nothing."""
    current = asked.current_step or 0
    window = asked.window if asked.window_tokens is None else max(0, current)
    return Sight(current_step=current, window=window)


def out_of_sight(found: Found, seen: Sight, *, include_window: bool) -> Found:
    """Leave out what is in the prompt already: ids given as visible, and messages still in the window."""
    view, rows = found.view, found.ranked.rows[found.places]
    gone = np.isin(view.message[rows], np.fromiter(seen.hidden, np.int64, len(seen.hidden)))
    if not include_window:
        places = zip(view.step[rows].tolist(), view.session[rows].tolist(), strict=True)
        in_window = [seen.visible(step or None, number) for step, number in places]
        gone |= np.array(in_window, np.bool_) & (view.kind[rows] == 0)
    return replace(found, places=found.places[~gone])
