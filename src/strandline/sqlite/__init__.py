"""What every SQLite file of this library needs, whatever its tables: errors, locks, and a look at its bytes."""

from __future__ import annotations

STORE_ID = 0x53544C4E  # "STLN"
"""In the header of a file that a `Memory` keeps: tells our files from other programs'."""

FILE_ID = 0x53544C46  # "STLF"
"""In the header of a file that vector stores and conversation memories share."""
