"""What the model can still see, and how much a memory gains by having left its view. Pure arithmetic.

A step is the 1-based position of a message in its session. The model sees the last ``window`` steps of the current
session; ``edge`` is the last step that has scrolled out. ``current_step`` and ``window`` may be any integers: with
``current_step <= 0`` there is no conversation yet, with ``window <= 0`` nothing is visible.

A step after ``current_step`` (a caller who looks from an earlier point of the session) is neither visible nor
scrolled out: it is recalled, with the far tail of the boost, which is about 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

FLOOR = 1.0
"""The boost of what the model sees anyway: the score stays as it is."""
GAIN = 0.6
"""What having left the window adds to the floor, at most."""
LEFT = FLOOR + GAIN
"""The boost of everything that has left the window."""


def edge(current_step: int, window: int) -> int:
    """The last step that has scrolled out, ``max(0, current_step - window)``; 0 when none has."""
    return max(0, current_step - window)


def boost(step: int | None, *, current_step: int, window: int, same_session: bool) -> float:
    """The factor, in [1.0, 1.6], by which a score grows the further the item is from the model's view.

    1.6 for another session, for no step and for every step up to the edge; inside the window it falls off from the
    edge as ``1 + 0.6 * exp(-(step - edge)^2 / (2 * sigma^2))`` with ``sigma = max(1, window / 3)``. Items of the
    current session all get 1.0 when ``current_step`` or ``window`` is 0 or less: there is no edge to measure from.
    """
    if not same_session or step is None:
        return LEFT
    if current_step <= 0 or window <= 0:
        return FLOOR
    distance = step - edge(current_step, window)
    if distance <= 0:
        return LEFT
    sigma = max(1.0, window / 3.0)
    return FLOOR + GAIN * math.exp(-(distance * distance) / (2.0 * sigma * sigma))


def boosts(step: NDArray[np.int32], *, current_step: int, window: int) -> NDArray[np.float64]:
    """``boost`` of many steps (n,) of the current session, equal to it but for the last bits; 0 stands for no step."""
    if current_step <= 0 or window <= 0:
        return np.where(step > 0, FLOOR, LEFT)
    distance = np.maximum(0.0, step.astype(np.float64) - edge(current_step, window))
    sigma = max(1.0, window / 3.0)
    return np.where(step > 0, FLOOR + GAIN * np.exp(-(distance * distance) / (2.0 * sigma * sigma)), LEFT)


def scrolled_out(step: int | None, *, current_step: int, window: int, same_session: bool) -> bool:
    """Whether the item has left the window: another session, no step, a step up to the edge, or no window at all."""
    return not same_session or step is None or window <= 0 or step <= edge(current_step, window)


def visible(step: int | None, *, current_step: int, window: int, same_session: bool) -> bool:
    """Whether the model still sees the message: in the current session, with ``edge < step <= current_step``."""
    return same_session and step is not None and edge(current_step, window) < step <= current_step


def window_from_tokens(messages: Iterable[tuple[int, int]], *, current_step: int, window_tokens: int) -> int:
    """How many steps back from ``current_step`` fit in ``window_tokens``: ``current_step - e``, at least 0.

    ``messages`` are (step, tokens) of the current session, newest first, down to its first message; it is read only
    as far as the budget reaches, so a lazy iterator saves the rest. Steps after ``current_step`` are passed over.
    ``e`` is the smallest step >= 0 such that the messages e+1 ... current_step fit: 0 when all do (a window that
    covers the conversation), ``current_step`` when not even the last one does (nothing is visible). Steps that were
    forgotten leave gaps and take no tokens.
    """
    left = window_tokens
    for step, tokens in messages:
        if step > current_step:
            continue
        left -= tokens
        if left < 0:
            return max(0, current_step - step)
    return max(0, current_step)
