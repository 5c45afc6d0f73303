"""Facts from messages in French, Spanish, German, Italian, Portuguese, Chinese, Japanese, Hindi and Arabic.

One engine reads them all; a language is a table of words and patterns.
"""

from __future__ import annotations

from strandline.extract.languages.detect import CODES, Part, detect, parts
from strandline.extract.languages.engine import read
from strandline.extract.languages.state import Said
from strandline.extract.languages.table import Rule, Table

__all__ = ["CODES", "Part", "Rule", "Said", "Table", "detect", "parts", "read"]
