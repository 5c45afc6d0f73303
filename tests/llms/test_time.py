"""An answer takes no longer than the timeout, whatever the server sends in the meantime."""

from __future__ import annotations

import time
import zlib

import pytest

from strandline.embedders import OpenAICompatibleEmbedder
from strandline.errors import EmbedderError, LLMError
from strandline.llms import OpenAICompatible, Prompt
from tests.llms.dripping import LONGEST, dripping

_ZIP = zlib.compressobj(9, zlib.DEFLATED, 31)
_EMPTY = _ZIP.compress(b"") + _ZIP.flush(zlib.Z_FULL_FLUSH)
SERVERS = {
    "header lines": (b"HTTP/1.1 200 OK\r\n", b"X-More: y\r\n"),
    "early hints": (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
    "chunk extensions": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", b"more"),
    "empty gzip blocks": (
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n" + _EMPTY,
        b"\x00\x00\x00\xff\xff",
    ),
    "blanks": (b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", b" "),
}


@pytest.mark.parametrize("server", SERVERS)
def test_vectors_that_never_come_are_given_up_in_time(server):
    began = time.monotonic()
    with dripping(*SERVERS[server]) as address:
        made = OpenAICompatibleEmbedder(address, "tiny", dimensions=2, timeout=0.3, retries=0)
        with pytest.raises(EmbedderError, match=r"more than 0\.3 s"):
            made.embed(["a"])
        made.close()
    assert time.monotonic() - began < LONGEST / 2


@pytest.mark.parametrize("server", SERVERS)
def test_a_reply_that_never_comes_is_given_up_in_time(server):
    began = time.monotonic()
    with dripping(*SERVERS[server]) as address:
        made = OpenAICompatible(address, "tiny", timeout=0.3, retries=0)
        with pytest.raises(LLMError, match=r"more than 0\.3 s"):
            made.complete(Prompt(system="be brief", user="hello"))
        made.close()
    assert time.monotonic() - began < LONGEST / 2
