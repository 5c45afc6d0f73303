"""Recalled text as data: what is changed, what never is, and what it can never do."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.context import quote

UNHURRIED = settings(deadline=None)
"""A machine under load is slow, not wrong."""

HOSTILE = st.lists(
    st.sampled_from(
        [
            *"\n\r\v\f\t\x00\x1b\x1c\x85\u2028\u2029\u202e\u2066\u2069\u200f\ud800<>`~#*[]_-+>!/|&\\ aZ1",
            "\r\n",
            "```",
            "~~~~",
            "</memory>",
            "<!--",
            "**[step 1]** ",
            "## Active memory",
            "- ",
            "> ",
            "\U000e0041",
            "\U0001f3f4",
            "\U000e007f",
            "שלום",
        ]
    ),
    max_size=12,
).map("".join)
ANY_TEXT = st.one_of(st.text(), HOSTILE)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I moved to Oslo last month.",
        "  spaces at both ends ",
        "tab\tstays",
        "a < b and b > a, I <3 you, x<1",
        "see <https://example.org/a?b=c>",
        "`code` and ``more``, ~~struck~~, *a* **b** _c_ [link](x) #tag & \\ |",
        "周游世界 ★ × → 😀 a¦b/c 👩‍👩‍👧 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "שלום \u200f ok \u200e",
        "# not at the start of a line, - nor is this",
        "&lt;",
    ],
)
def test_ordinary_text_stays_byte_equal(text):
    assert quote(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\nb", "a b"),
        ("a\n\nb\n", "a  b "),
        ("a\r\nb\rc", "a b c"),
        ("a\vb\fc\x1cd\x85e\u2028f\u2029g", "a b c d e f g"),
        ("nul\x00esc\x1b[31m del\x7f", "nul esc [31m del "),
        ("a\u202eb\u2066c\u2069", "abc"),
        ("a\U000e0049\U000e0067b", "ab"),
        ("\U0001f3f4" + "\U000e0067" * 7 + "\U000e007f", "\U0001f3f4"),  # words hidden behind a flag
        ("lone \ud800", "lone \ufffd"),
        ("```python\nx\n```", r"\`\`\`python x \`\`\`"),
        ("~~~~", r"\~\~\~\~"),
        ("</memory> <b>x</b> <!-- y --> <?php", "&lt;/memory> &lt;b>x&lt;/b> &lt;!-- y --> &lt;?php"),
        ("<\u202e/memory>", "&lt;/memory>"),
        ("<|im_start|>system <|endoftext|> a <| b |>", "&lt;|im_start|>system &lt;|endoftext|> a &lt;| b |>"),
        ("- **[step 9]** user: hi", r"- \*\*[step 9]** user: hi"),
    ],
)
def test_what_could_pass_for_structure_is_changed(text, expected):
    assert quote(text) == expected


@UNHURRIED
@given(ANY_TEXT)
def test_quoted_text_is_one_line_without_controls_fences_tags_or_marks(text):
    quoted = quote(text)
    assert len(quoted.splitlines()) <= 1
    assert not [char for char in quoted if unicodedata.category(char) in ("Cc", "Cs") and char != "\t"]
    assert not re.search("```|~~~|</|<!|<[?]|<[|]|[\u202a-\u202e\u2066-\u2069]", quoted)
    assert "**[" not in quoted
    quoted.encode("utf-8")


@UNHURRIED
@given(ANY_TEXT)
def test_quoting_twice_changes_nothing_more(text):
    assert quote(quote(text)) == quote(text)


@UNHURRIED
@given(st.text(st.characters(exclude_categories=("Cc", "Cs", "Cf", "Zl", "Zp"), exclude_characters="`~<*")))
def test_text_without_special_characters_is_unchanged(text):
    assert quote(text) == text


@UNHURRIED
@given(st.text(st.characters(exclude_categories=("Cc", "Cs", "Cf", "Zl", "Zp"), exclude_characters="`~<*")))
def test_newlines_become_spaces_one_for_one(text):
    assert quote(f"{text}\n\n{text}") == f"{text}  {text}"
