"""Recalled text is data: what is changed so that it cannot pass for the block's own structure or for the prompt's.

Text stands inside one line of the block, after the line's own mark, so it starts no heading, list or quotation as
long as it holds no line break. What remains is changed, and nothing else:

| in the text | becomes | because |
|---|---|---|
| a line break (CR LF is one; VT, FF, FS, GS, RS, NEL, U+2028, U+2029 are others) | one space | a line is a line |
| any other control character but TAB (NUL, ESC, DEL, C1 …) | one space | terminals and parsers act on them |
| U+202A-202E, U+2066-2069 | nothing | they reorder what stands around them |
| U+E0000-E007F outside a flag emoji | nothing | invisible letters |
| a lone surrogate | U+FFFD | it has no bytes |
| a run of three or more backticks or tildes | each with a backslash | they close fences |
| ``<`` before a letter or one of ``/!?|``, except in ``<http`` links | ``&lt;`` | tags, comments, chat tokens |
| ``**[`` | ``\\*\\*[`` | that is how a line of the block begins |

Every other text comes out byte-equal, spaces at its ends included. Quoting twice changes nothing more.
"""

from __future__ import annotations

import re
from typing import Final

LABEL_LIMIT: Final = 64
"""Characters of a name or session id that are shown; a longer one ends with an ellipsis."""

_SPECIAL: Final = re.compile(
    r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\U000e0000-\U000e007f<]"
    r"|```|~~~|\*\*\["
)
_DROPPED: Final = re.compile(
    "(\U0001f3f4[\U000e0030-\U000e007a]{1,6}\U000e007f)|[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)
_SPACED: Final = re.compile(r"\r\n|[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_FENCE: Final = re.compile(r"`{3,}|~{3,}")
_TAG: Final = re.compile(r"<(?=[A-Za-z/!?|])(?!https?://)")
_MARK: Final = re.compile(r"[\[\]*`\\]")


def quote(text: str) -> str:
    """The text as one line of data, changed as the table above says; byte-equal where it holds none of that."""
    if _SPECIAL.search(text) is None:
        return text
    text = _DROPPED.sub(lambda match: match[1] or "", text)
    text = _SPACED.sub(" ", text)
    text = _SURROGATE.sub("\ufffd", text)
    text = _FENCE.sub(lambda match: "".join("\\" + char for char in match[0]), text)
    return _TAG.sub("&lt;", text).replace("**[", r"\*\*[")


def label(text: str) -> str:
    """A name or id for the mark at the start of a line: quoted, cut to 64 characters, unable to end the mark."""
    plain = quote(text[: LABEL_LIMIT + 1]).strip()
    short = plain if len(text) <= LABEL_LIMIT else plain[: LABEL_LIMIT - 1] + "…"
    return _MARK.sub(lambda match: "\\" + match[0], short)
