"""``OpenAICompatibleEmbedder`` against a scripted endpoint: what is sent, what comes back, each kind of failure."""

from __future__ import annotations

import json
import logging
import socket
import traceback
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from email.utils import format_datetime

import numpy as np
import pytest

from strandline import Memory
from strandline.embedders import HashEmbedder, OpenAICompatibleEmbedder
from strandline.errors import DimensionError, EmbedderError, InputError
from strandline.types import EmbedderIdentity
from tests.embedders.conftest import KEY
from tests.embedders.embeddings import WIDTH, backwards, embeds, in_base64, listed, without_indexes
from tests.llms.server import Reply

TEXTS = ["the spare key", "a dog", "the budget"]
WANT = HashEmbedder(WIDTH).embed(TEXTS)


# --- what is sent


def test_the_texts_are_sent_with_the_key_as_a_bearer_token(endpoint, connect):
    connect(user="ana").embed(TEXTS)
    assert endpoint.paths == ["/v1/embeddings"]
    assert endpoint.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert endpoint.asked == [{"model": "tiny", "user": "ana", "input": TEXTS}]


def test_nothing_is_called_before_the_first_text(endpoint, connect):
    made = connect()
    assert made.identity == EmbedderIdentity(name="tiny", version="1", dimensions=WIDTH)
    assert made.embed([]).shape == (0, WIDTH)
    assert made.embed(["", " \n"]).tolist() == np.zeros((2, WIDTH)).tolist()
    assert endpoint.asked == []


def test_a_blank_text_is_zeros_and_is_not_sent(endpoint, connect):
    """OpenAI refuses a call that has one."""
    found = connect().embed(["", TEXTS[0], "  ", TEXTS[1]])
    assert endpoint.asked[0]["input"] == TEXTS[:2]
    np.testing.assert_allclose(found, HashEmbedder(WIDTH).embed(["", TEXTS[0], "", TEXTS[1]]), atol=1e-6)


def test_batches_have_no_more_texts_than_the_batch_size(endpoint, connect):
    texts = [f"text number {n}" for n in range(7)]
    found = connect(batch_size=3).embed(texts)
    assert [len(asked["input"]) for asked in endpoint.asked] == [3, 3, 1]
    np.testing.assert_allclose(found, HashEmbedder(WIDTH).embed(texts), atol=1e-6)


def test_batches_have_no_more_bytes_than_allowed(endpoint, connect):
    texts = ["éé" * 10, "b" * 40, "c" * 41, "d"]
    connect(max_batch_bytes=80).embed(texts)
    assert [asked["input"] for asked in endpoint.asked] == [texts[:2], texts[2:]]


def test_a_long_text_is_sent_in_parts_whose_mean_it_is(endpoint, connect):
    """By their lengths, and cut between words."""
    text = "harbour " * 20 + "dog"
    (found,) = connect(max_text_bytes=100).embed([text])
    parts = endpoint.asked[0]["input"]
    assert "".join(parts) == text
    assert all(len(part) <= 100 and part[-1:] in " g" for part in parts)
    rows = HashEmbedder(WIDTH).embed(parts) * [[len(part)] for part in parts]
    want = rows.sum(axis=0) / np.linalg.norm(rows.sum(axis=0))
    np.testing.assert_allclose(found, want, atol=1e-6)


def test_a_known_model_needs_no_dimensions_and_is_asked_for_fewer(endpoint, connect):
    assert connect("text-embedding-3-small", dimensions=None).identity.dimensions == 1536
    connect("text-embedding-3-large", dimensions=1024).embed(TEXTS)
    connect("text-embedding-3-large", dimensions=3072, send_dimensions=False).embed([])
    assert [asked.get("dimensions") for asked in endpoint.asked] == [1024]


@pytest.mark.parametrize(("model", "asked", "sent"), [("tiny", True, 64), ("tiny", None, None)])
def test_another_model_is_asked_for_dimensions_only_where_that_is_said(endpoint, connect, model, asked, sent):
    endpoint.answers(lambda got: listed(HashEmbedder(64).embed(got["input"]).tolist()))
    connect(model, dimensions=64, send_dimensions=asked).embed(TEXTS)
    assert endpoint.asked[0].get("dimensions") == sent


# --- what comes back


@pytest.mark.parametrize("answer", [embeds, backwards, in_base64, without_indexes], ids=lambda a: a.__name__)
def test_vectors_come_in_the_order_of_the_texts_however_they_are_given(endpoint, connect, answer):
    endpoint.answers(answer)
    np.testing.assert_allclose(connect().embed(TEXTS), WANT, atol=1e-6)


def test_rows_have_length_1_unless_they_are_to_be_left(endpoint, connect):
    endpoint.answers(lambda asked: listed([[3.0, 4.0]] * len(asked["input"])))
    assert connect(dimensions=2).embed(["a"]).tolist() == [[pytest.approx(0.6), pytest.approx(0.8)]]
    raw = connect(dimensions=2, normalize=False)
    assert raw.embed(["a"]).tolist() == [[3.0, 4.0]]
    assert not raw.identity.normalized


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not json",
        b"[]",
        b"{}",
        b'{"data": null}',
        b'{"data": ["x"]}',
        b'{"data": [{"index": 0}]}',
        b'{"data": [{"index": 1, "embedding": [1, 0]}]}',
        b'{"data": [{"index": "x", "embedding": [1, 0]}]}',
        b'{"data": [{"index": 1e400, "embedding": [1, 0]}]}',
        b'{"data": [{"index": 0, "embedding": "no base64"}]}',
        b'{"data": [{"index": 0, "embedding": [1, 0]}, {"index": 0, "embedding": [1, 0]}]}',
        b"\xff\xfe",
        b"[" * 200_000,
    ],
)
def test_an_answer_that_is_no_list_of_embeddings_is_an_error(endpoint, connect, body):
    endpoint.answers(Reply(body=body))
    with pytest.raises(EmbedderError, match="no list of embeddings"):
        connect(dimensions=2).embed(["a"])


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([[1.0, 0.0]], r"shape \(1, 2\), wanted \(2, 2\)"),
        ([[1.0, 0.0]] * 3, r"shape \(3, 2\)"),
        ([[1.0, 0.0], [float("nan"), 0.0]], "NaN or infinity for text 1"),
        ([[1.0, 0.0], [1.0]], "not rows of numbers"),
        ([[1.0, 0.0], None], "wanted numbers|not rows"),
        ([["a", "b"]] * 2, "wanted numbers"),
    ],
)
def test_anything_but_one_finite_row_a_text_is_an_error(endpoint, connect, rows, says):
    endpoint.answers(listed(rows))
    with pytest.raises(EmbedderError, match=says):
        connect(dimensions=2).embed(["a", "b"])


def test_vectors_of_another_width_are_a_dimension_error(endpoint, connect):
    with pytest.raises(DimensionError, match="256 dimensions and declares 8"):
        connect(dimensions=8).embed(TEXTS)


def test_an_answer_without_end_is_cut_off(endpoint, connect):
    endpoint.answers(Reply(body=b" " * (2 << 20)))
    with pytest.raises(EmbedderError, match="bytes"):
        connect(dimensions=2).embed(["a"])


# --- failures that pass


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_passing_failure_is_tried_again(endpoint, connect, pauses, status):
    endpoint.answers(Reply(status=status), embeds)
    np.testing.assert_allclose(connect().embed(TEXTS), WANT, atol=1e-6)
    assert len(pauses) == 1
    assert 0.5 <= pauses[0] <= 1


def test_pauses_double_and_are_never_quite_alike(endpoint, connect, pauses):
    endpoint.answers(Reply(status=503))
    with pytest.raises(EmbedderError, match="503"):
        connect(retries=7).embed(TEXTS)
    shares = [pause / min(2**n, 30) for n, pause in enumerate(pauses)]
    assert all(0.5 <= share <= 1 for share in shares)
    assert len(set(shares)) == len(shares) == 7


@pytest.mark.parametrize(
    ("asked", "pause"),
    [
        ("7", 7.0),
        ("86400", 30.0),
        (format_datetime(datetime(2000, 1, 1, tzinfo=UTC), usegmt=True), 0.0),
        (format_datetime(datetime(9000, 1, 1, tzinfo=UTC), usegmt=True), 30.0),
    ],
)
def test_it_waits_as_long_as_the_endpoint_asks_but_never_longer_than_half_a_minute(
    endpoint, connect, pauses, asked, pause
):
    endpoint.answers(Reply(status=429, headers={"Retry-After": asked}), embeds)
    connect().embed(TEXTS)
    assert pauses == [pause]


@pytest.mark.parametrize("asked", ["soon", "-1", "nan", "Mon, 99 Foo 2026"])
def test_a_wish_that_means_nothing_is_no_wish(endpoint, connect, pauses, asked):
    endpoint.answers(Reply(status=429, headers={"Retry-After": asked}), embeds)
    connect().embed(TEXTS)
    assert 0.5 <= pauses[0] <= 1


@pytest.mark.parametrize("lost", [Reply(hang=True), Reply(body=b" " * 2000, drip=True)], ids=["hang", "drip"])
def test_a_silent_endpoint_is_called_again(endpoint, connect, pauses, lost):
    endpoint.answers(lost, embeds)
    np.testing.assert_allclose(connect(timeout=0.3).embed(TEXTS), WANT, atol=1e-6)
    assert len(pauses) == 1


def test_an_endpoint_that_stays_silent_is_given_up(endpoint, connect, pauses):
    endpoint.answers(Reply(hang=True))
    with pytest.raises(EmbedderError, match=r"more than 0\.2 s"):
        connect(timeout=0.2, retries=1).embed(TEXTS)
    assert (len(endpoint.asked), len(pauses)) == (2, 1)


def test_a_broken_connection_is_tried_again(endpoint, connect, pauses):
    endpoint.answers(Reply(body=b" " * 100, cut=True), embeds)
    np.testing.assert_allclose(connect().embed(TEXTS), WANT, atol=1e-6)
    assert len(pauses) == 1


def test_nobody_at_the_address_is_an_error(pauses):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    made = OpenAICompatibleEmbedder(f"http://127.0.0.1:{port}", "m", dimensions=2, retries=2, sleep=pauses.append)
    with pytest.raises(EmbedderError, match="could not be called"):
        made.embed(["a"])
    made.close()
    assert len(pauses) == 2


# --- failures that last


@pytest.mark.parametrize("status", [400, 401, 404, 302])
def test_a_lasting_failure_is_not_tried_again(endpoint, connect, pauses, status):
    endpoint.answers(Reply(status=status, headers={"Location": endpoint.url}))
    with pytest.raises(EmbedderError, match=str(status)):
        connect().embed(TEXTS)
    assert (len(endpoint.asked), pauses) == (1, [])


def test_a_batch_that_fails_fails_the_call(endpoint, connect):
    """And the next call starts anew."""
    endpoint.answers(embeds, Reply(status=400), embeds)
    made = connect(batch_size=1)
    with pytest.raises(EmbedderError, match="400"):
        made.embed(TEXTS)
    np.testing.assert_allclose(made.embed(TEXTS), WANT, atol=1e-6)


def test_a_memory_loses_no_message_to_it(endpoint, connect):
    """What was said while the endpoint failed is found by its words, and embedded later."""
    endpoint.answers(Reply(status=400), embeds)
    with Memory(":memory:", embedder=connect()) as memory:
        added = memory.add("The alarm code is 5512.", user_id="ana", extract="off")
        assert "reembed" in added.warnings[0]
        assert memory.search("alarm code", user_id="ana")
        assert memory.reembed().pending == 0


def test_the_key_is_in_no_error_repr_or_log(endpoint, connect, caplog):
    caplog.set_level(logging.DEBUG)
    endpoint.answers(Reply(status=401, body=json.dumps({"error": f"wrong key {KEY}"}).encode()))
    made = connect()
    with pytest.raises(EmbedderError) as raised:
        made.embed(TEXTS)
    assert "wrong key [key]" in str(raised.value)
    assert KEY not in f"{raised.value} {made!r} {caplog.text}"


SECRET = 'sk-abc/def+0123456789"end'


@pytest.mark.parametrize(
    "said",
    [
        '{"error": "bad key ' + SECRET.replace('"', '\\"').replace("/", "\\/") + '"}',
        '{"error": "bad key ' + "".join(f"\\u{ord(char):04X}" for char in SECRET) + '"}',
        " " * 1990 + SECRET,
        "x" * 190 + SECRET,
        f"Bearer {SECRET[:12]}\n  {SECRET[12:]}",
        f"Bearer {SECRET[:12]}\\n{SECRET[12:]}",
    ],
    ids=["escaped", "numbers", "late", "cut", "broken", "broken and escaped"],
)
def test_the_key_is_hidden_however_it_is_written(endpoint, connect, said):
    endpoint.answers(Reply(status=401, body=said.encode()))
    with pytest.raises(EmbedderError, match=r"\[key\]") as raised:
        connect(api_key=SECRET).embed(TEXTS)
    for part in (SECRET[:8], SECRET[-8:], "u0073"):
        assert part not in str(raised.value)


@pytest.mark.parametrize("key", ["a\\nb\\\\c", "\\t"])
@pytest.mark.parametrize("write", [str, json.dumps], ids=["plain", "json"])
def test_a_key_of_backslashes_is_hidden_too(endpoint, connect, key, write):
    endpoint.answers(Reply(status=401, body=f"bad {write(key)} here".encode()))
    with pytest.raises(EmbedderError, match=r'401: bad "?\[key\]"? here$'):
        connect(api_key=key).embed(TEXTS)


@pytest.mark.parametrize(
    "reply",
    [
        Reply(body=json.dumps({"data": [{"index": KEY, "embedding": [1, 0]}]}).encode()),
        Reply(body=b"{}", headers={"Content-Encoding": "gzip", "X-Key": f"{KEY}\0"}),
    ],
    ids=["index", "header"],
)
def test_no_cause_of_an_error_tells_the_key(endpoint, connect, reply):
    endpoint.answers(reply)
    with pytest.raises(EmbedderError) as raised:
        connect(dimensions=2, retries=0).embed(["a"])
    assert KEY not in "".join(traceback.format_exception(raised.value))


# --- limits, threads, arguments


class Clock:
    """Time that passes only where somebody waits."""

    def __init__(self) -> None:
        self.now, self.pauses = 1000.0, []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds


def test_no_attempt_is_made_later_than_the_time_to_give_up(endpoint, connect):
    """A pause that would end after it is not begun."""
    clock = Clock()
    endpoint.answers(Reply(status=503, headers={"Retry-After": "30"}))
    with pytest.raises(EmbedderError, match="503"):
        connect(retries=9, give_up_after=70, clock=clock, sleep=clock.sleep).embed(TEXTS)
    assert (len(endpoint.asked), clock.pauses) == (3, [30, 30])


def test_waiting_for_its_turn_is_not_waiting_for_the_endpoint(endpoint, connect):
    """A batch whose turn came late is tried again as often as another one."""
    clock = Clock()
    endpoint.answers(embeds, Reply(status=503, headers={"Retry-After": "5"}), embeds)
    limits = {"requests_per_minute": 1, "give_up_after": 60}
    made = connect(**limits, clock=clock, sleep=clock.sleep)
    made.embed(["a"])
    made.embed(["b"])
    assert clock.pauses == [60, 5, 55]


def test_no_attempt_waits_for_a_turn_that_comes_later_than_the_time_to_give_up(endpoint, connect):
    clock = Clock()
    endpoint.answers(Reply(status=503, headers={"Retry-After": "5"}), embeds)
    made = connect(requests_per_minute=1, give_up_after=59, clock=clock, sleep=clock.sleep)
    with pytest.raises(EmbedderError, match="503"):
        made.embed(["a"])
    assert (len(endpoint.asked), clock.pauses) == (1, [5])
    made.embed(["a"])
    assert clock.pauses == [5, 55]  # the turn that was not taken is nobody's


def test_no_minute_has_more_requests_than_allowed_retries_included(endpoint, connect):
    clock = Clock()
    endpoint.answers(Reply(status=500, headers={"Retry-After": "5"}), embeds)
    connect(batch_size=1, requests_per_minute=2, clock=clock, sleep=clock.sleep).embed(TEXTS)
    assert clock.pauses == [5, 55, 5]  # the wish of the endpoint, then twice until a minute has passed
    assert len(endpoint.asked) == 4


def test_no_minute_has_more_tokens_than_allowed(endpoint, connect):
    clock = Clock()
    texts = ["a" * 40, "b" * 40, "c" * 40]  # ten tokens each
    connect(batch_size=1, tokens_per_minute=20, clock=clock, sleep=clock.sleep).embed(texts)
    assert clock.pauses == [60]


def test_threads_may_share_it(endpoint, connect):
    made = connect()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(made.embed, [TEXTS] * 16))
    assert {rows.tobytes() for rows in found} == {made.embed(TEXTS).tobytes()}


def test_it_may_be_called_again_after_close(endpoint, connect):
    made = connect()
    made.embed(TEXTS)
    made.close()
    made.close()
    np.testing.assert_allclose(made.embed(TEXTS), WANT, atol=1e-6)


def test_the_environment_is_not_read(endpoint, connect, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("OPENAI_API_KEY", "of somebody else")
    connect(api_key=None).embed(TEXTS)
    assert "Authorization" not in endpoint.headers[0]


@pytest.mark.parametrize(
    "options",
    [
        {"dimensions": None},
        {"dimensions": 0},
        {"dimensions": True},
        {"dimensions": 2.5},
        {"batch_size": 0},
        {"max_batch_bytes": 0},
        {"max_text_bytes": 1},
        {"timeout": 0},
        {"timeout": 1e300},
        {"give_up_after": 10**310},
        {"model": "tiny\ud800"},
        {"user": b"ana"},
        {"user": float("nan")},
        {"user": "\ud800"},
        {"retries": -1},
        {"give_up_after": -1},
        {"requests_per_minute": 0},
        {"tokens_per_minute": "many"},
        {"version": " "},
        {"base_url": "localhost"},
        {"model": ""},
    ],
    ids=str,
)
def test_an_argument_that_means_nothing_is_refused_by_name(options):
    given = {"base_url": "http://x/v1", "model": "tiny", "dimensions": 2, **options}
    with pytest.raises(InputError, match=next(iter(options))):
        OpenAICompatibleEmbedder(**given)


def test_a_key_that_cannot_be_sent_is_refused_without_being_shown():
    with pytest.raises(InputError) as raised:
        OpenAICompatibleEmbedder("http://x/v1", "tiny", dimensions=2, api_key="two words")
    assert str(raised.value) == "api_key must be a text of visible ASCII characters"
