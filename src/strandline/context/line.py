"""One thing to be said in a block, with all that its line needs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A message or a fact on its way into a block.

    ``kind`` is ``message`` or ``fact``. ``text`` is verbatim; it is quoted when it is rendered. ``at`` is aware and
    shown as the day of its own offset. ``step`` and ``session_id`` are None for a memory that belongs to no
    conversation; ``same_session`` says that they are the current one's. ``active`` puts the line under "Active
    memory": it is still in the window.

    ``message_id`` is the message a fact was learned from and ``snippet`` the words that say it, without quotation
    marks and with "…" where they were cut; ``sourced`` says that they must be shown with it. Lines with an equal
    ``pair`` (a tool call and its results) are shown together or not at all. ``neighbour_of`` is, for a line that was
    not recalled itself, the id of the hit it makes understandable. ``worth`` is the chance that a hit is evidence, 0
    where that is not known. ``focus`` is the character of ``text`` around which an excerpt is taken when nothing else
    fits.
    """

    id: str
    kind: str
    text: str
    at: datetime
    step: int | None = None
    session_id: str | None = None
    same_session: bool = False
    active: bool = False
    role: str | None = None
    name: str | None = None
    confidence: float | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    message_id: str | None = None
    snippet: str = ""
    sourced: bool = False
    pair: str | None = None
    neighbour_of: str | None = None
    worth: float = 0.0
    focus: int = 0
