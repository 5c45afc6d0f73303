"""Rows whose content SQLite never moves.

SQLite keeps the first bytes of a large row in a page of the table, and the rest in overflow pages of its own. Pages of
a table are split and merged, and copies of their rows stay behind. An overflow page belongs to one row for as long as
it lives, and ``secure_delete`` zeroes it when the row goes. How many bytes stay in the page of the table is fixed by
the file format (sqlite.org/fileformat2.html, "B-tree cell payload overflow"): the fewest, if the whole has the right
length. So a row gets that many zeros in front, and at its end as many as give it that length: nothing of it is left
behind.
"""

from __future__ import annotations

from collections.abc import Iterable

_HEADER = 2
"""Bytes of a record's header for itself and for the INTEGER PRIMARY KEY."""
_TAIL = 2
"""Bytes of the header for the zeros at the end."""


def paddings(sizes: Iterable[int], page_size: int) -> tuple[int, int]:
    """Zeros to store before and after the columns of these sizes, in bytes of UTF-8 or of a BLOB.

    The row is (INTEGER PRIMARY KEY, zeros, the columns, zeros), all of them NOT NULL TEXT or BLOB.
    """
    overflow = page_size - 4
    lead = (page_size - 12) * 32 // 255 - 23  # the fewest bytes that stay, which these zeros are then
    base = _HEADER + _TAIL + sum(size + _length_of_type(size) for size in (lead, *sizes))
    tail = (lead - base) % overflow
    return lead, tail if _length_of_type(tail) == _TAIL else tail + overflow


def _length_of_type(size: int) -> int:
    """Bytes that a record's header takes to say that a column is a TEXT or BLOB of this size."""
    return max(1, -(-(2 * size + 13).bit_length() // 7))
