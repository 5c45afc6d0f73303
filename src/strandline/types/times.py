"""Times as whole microseconds since 1970 UTC, exactly: floats would lose the last digits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def micros(moment: datetime) -> int:
    """Microseconds since 1970 UTC of an aware time."""
    return (moment - EPOCH) // _MICROSECOND


def from_micros(value: int) -> datetime:
    """The UTC time of so many microseconds since 1970."""
    return EPOCH + timedelta(microseconds=value)
