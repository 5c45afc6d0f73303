"""What the model still sees, and what that means for each candidate of a recall."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from strandline.errors import InputError
from strandline.memory.recalls import Candidate, Found
from strandline.recall import steps
from strandline.stores import Snapshot
from strandline.text import TokenCounter


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """The current session, and the part of it that the model sees. ``window=None``: nothing is known to be visible."""

    current_step: int
    window: int | None
    numbers: frozenset[int]
    """Numbers of the current session's rows."""
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
            step, current_step=self.current_step, window=self.window, same_session=session in self.numbers
        )

    def scrolled_out(self, step: int | None, session: int) -> bool:
        """Whether the model can no longer see a step of a session."""
        window = 0 if self.window is None else self.window
        return steps.scrolled_out(
            step, current_step=self.current_step, window=window, same_session=session in self.numbers
        )

    def visible(self, step: int | None, session: int) -> bool:
        """Whether the message of that step is in the model's window."""
        if self.window is None:
            return False
        return steps.visible(
            step, current_step=self.current_step, window=self.window, same_session=session in self.numbers
        )


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
        if isinstance(self.visible, str):
            raise InputError("visible must be a collection of ids, got one str; write [id]")


def sight(snapshot: Snapshot, found: Found, asked: WindowAsked, count: TokenCounter) -> Sight:
    """Resolve the window: the session's last step, the steps that fit in ``window_tokens``, the ids in the prompt."""
    current = asked.current_step if asked.current_step is not None else max(found.sessions.values(), default=0)
    numbers = frozenset(found.sessions)
    window = asked.window
    if asked.window_tokens is not None:
        tail = ((step, count(text)) for step, text in snapshot.tail(numbers, current))
        window = steps.window_from_tokens(tail, current_step=current, window_tokens=asked.window_tokens)
    hidden: Iterable[int] = snapshot.sequence_numbers(found.scope.uid, asked.visible) if found.scope else ()
    return Sight(current_step=current, window=window, numbers=numbers, hidden=frozenset(hidden))


def out_of_sight(found: Found, seen: Sight, *, include_window: bool) -> Found:
    """Leave out what is in the prompt already: ids given as visible, and messages still in the window."""
    view = found.view
    if view is None:
        return found

    def wanted(one: Candidate) -> bool:
        if int(view.message[one.row]) in seen.hidden:
            return False
        is_message = not view.kind[one.row]
        step, session = int(view.step[one.row]) or None, int(view.session[one.row])
        return include_window or not (is_message and seen.visible(step, session))

    return replace(found, candidates=tuple(filter(wanted, found.candidates)))
