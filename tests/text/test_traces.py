"""Finding removed words in bytes, from digests alone."""

from __future__ import annotations

import pytest

from strandline.text.traces import Traces, raw_words, word_mark

SALT = "salt"
PIECE = 1 << 22


def traces(*words: str) -> Traces:
    return Traces(salt=SALT, texts=(), words=[word_mark(SALT, word) for word in words])


def file_with(offset: int, text: bytes, size: int = PIECE + 10_000) -> list[bytes]:
    """A file as it is read: in pieces of 4 MiB."""
    data = bytearray(size)
    data[offset : offset + len(text)] = text
    return [bytes(data[start : start + PIECE]) for start in range(0, size, PIECE)]


OFFSETS = [0, 17, PIECE - 3, PIECE - 600, PIECE - 1100, PIECE - 1500, PIECE, PIECE + 9_000]


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("word", ["marmalade", "Ωμέγα", "k" * 128], ids=["ascii", "greek", "long"])
def test_a_removed_word_is_found_at_any_offset_and_glued_to_anything(offset: int, word: str) -> None:
    path = file_with(offset, b"x1" + word.encode() + b"y2")
    assert traces(word, "otherword").in_pieces(path, live=set())


@pytest.mark.parametrize("offset", OFFSETS)
def test_a_live_word_that_holds_the_removed_one_is_no_trace(offset: int) -> None:
    path = file_with(offset, b"q" + b"secretary" + b"7")
    assert not traces("secret").in_pieces(path, live={"secretary"})
    assert traces("secret").in_pieces(path, live={"secretariat"})


@pytest.mark.parametrize("offset", OFFSETS)
def test_a_very_long_word_is_known_by_its_beginning(offset: int) -> None:
    token = "Ab9" * 200
    (begin,) = raw_words(token)
    assert traces(begin).in_pieces(file_with(offset, token.encode(), PIECE + 12_000), live=set())


def test_a_word_beside_a_live_one_is_still_a_trace() -> None:
    """A live word that stands near, but not around it, does not excuse it."""
    path = file_with(50, b"secretary and secret")
    assert traces("secret").in_pieces(path, live={"secretary"})
    assert not traces("secret").in_pieces(path, live={"secretary", "secret"})
