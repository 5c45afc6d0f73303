"""What rows leave behind in the pages of a file.

SQLite zeroes what it deletes (``secure_delete``). But when it moves rows from one page to another, copies of them can
stay in the gap between a page's list of cells and the cells, and outlive the rows.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

import numpy as np

_INTERIOR, _LEAF = (2, 5), (10, 13)
"""First bytes of B-tree pages. All other pages begin with a page number, whose first byte is 0 below 2**24 pages."""
_FILE_HEADER = 100


def has_remains(pieces: Iterable[bytes], page_size: int) -> bool:
    """Whether a database file, given in pieces of whole pages from its start, holds more than its rows do."""
    header = _FILE_HEADER
    for piece in pieces:
        for start in range(0, len(piece), page_size):
            if _gap_is_used(piece[start : start + page_size], header):
                return True
            header = 0
    return False


def _gap_is_used(page: bytes, header: int) -> bool:
    """Whether the unused part of a B-tree page holds anything but old entries of its list of cells.

    An entry is the offset of a cell: at most the size of the page, as two bytes. No text looks like that.
    """
    kind = page[header]
    if kind not in _INTERIOR and kind not in _LEAF:
        return False
    cells, top = struct.unpack_from(">HH", page, header + 3)
    begin = header + (12 if kind in _INTERIOR else 8) + 2 * cells
    gap = page[begin : top or len(page)]
    if not gap.strip(b"\x00"):
        return False
    pairs = np.frombuffer(gap, dtype=">u2", count=len(gap) // 2)
    return bool((pairs > len(page)).any() or (len(gap) % 2 and gap[-1]))
