"""``OpenAICompatible`` against a scripted endpoint: what is sent, what comes back, each kind of failure."""

from __future__ import annotations

import json
import logging
import socket
import sys
import threading

import pytest

from strandline.errors import InputError, LLMError, MissingExtraError
from strandline.llms import LLM, OpenAICompatible, Prompt

from .conftest import KEY
from .server import Reply, said

PROMPT = Prompt(system="be brief", user="hello")


def test_the_prompt_is_sent_as_a_chat_with_the_key_as_a_bearer_token(endpoint, connect):
    endpoint.answers(said("hi"))
    assert connect(max_tokens=50).complete(PROMPT) == "hi"
    assert endpoint.paths == ["/v1/chat/completions"]
    assert endpoint.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert endpoint.asked[0] == {
        "model": "tiny",
        "temperature": 0,
        "max_tokens": 50,
        "messages": [{"role": "system", "content": "be brief"}, {"role": "user", "content": "hello"}],
    }


def test_without_a_key_no_authorization_is_sent(endpoint, connect):
    endpoint.answers(said("hi"))
    connect(api_key=None).complete(PROMPT)
    assert "Authorization" not in endpoint.headers[0]


def test_it_is_an_llm(connect):
    assert isinstance(connect(), LLM)


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_passing_failure_is_tried_again(endpoint, connect, pauses, status):
    endpoint.answers(Reply(status=status), said("hi"))
    assert connect().complete(PROMPT) == "hi"
    assert len(pauses) == 1
    assert 0 < pauses[0] <= 1


def test_it_waits_as_long_as_the_endpoint_asks_but_never_longer_than_half_a_minute(endpoint, connect, pauses):
    asked = [Reply(status=429, headers={"Retry-After": value}) for value in ("7", "86400", "soon")]
    endpoint.answers(*asked, said("hi"))
    connect(retries=3).complete(PROMPT)
    assert pauses[:2] == [7, 30]
    assert 0 < pauses[2] <= 4


def test_it_gives_up_after_so_many_retries(endpoint, connect, pauses):
    endpoint.answers(Reply(status=503, body=b"too many people"))
    with pytest.raises(LLMError, match="503: too many people"):
        connect(retries=2).complete(PROMPT)
    assert (len(endpoint.asked), len(pauses)) == (3, 2)


@pytest.mark.parametrize("status", [400, 401, 404, 302])
def test_a_lasting_failure_is_not_tried_again(endpoint, connect, pauses, status):
    endpoint.answers(Reply(status=status, headers={"Location": endpoint.url}))
    with pytest.raises(LLMError, match=str(status)):
        connect().complete(PROMPT)
    assert (len(endpoint.asked), pauses) == (1, [])


def test_a_silent_endpoint_is_given_up(endpoint, connect):
    endpoint.answers(Reply(hang=True))
    with pytest.raises(LLMError, match=r"more than 0\.2 s"):
        connect(timeout=0.2).complete(PROMPT)


def test_an_endpoint_that_sends_a_byte_now_and_then_is_given_up_too(endpoint, connect):
    endpoint.answers(Reply(body=b" " * 2000, drip=True))
    with pytest.raises(LLMError, match=r"more than 0\.3 s"):
        connect(timeout=0.3).complete(PROMPT)


def test_an_answer_without_end_is_cut_off(endpoint, connect):
    endpoint.answers(Reply(body=b" " * (5 << 20)))
    with pytest.raises(LLMError, match="bytes"):
        connect().complete(PROMPT)


def test_an_answer_that_breaks_off_is_an_error(endpoint, connect):
    endpoint.answers(Reply(body=said("hi").body, cut=True))
    with pytest.raises(LLMError, match="could not be called"):
        connect().complete(PROMPT)


def test_nobody_at_the_address_is_an_error():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    model = OpenAICompatible(f"http://127.0.0.1:{port}", "tiny", timeout=5)
    with pytest.raises(LLMError, match="could not be called"):
        model.complete(PROMPT)
    model.close()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not json",
        b"[]",
        b"{}",
        b'{"choices": []}',
        b'{"choices": [{"message": "hi"}]}',
        b'{"choices": null}',
        b"\xff\xfe",
        b"[" * 200_000,
    ],
)
def test_an_answer_that_is_no_chat_completion_is_an_error(endpoint, connect, body):
    endpoint.answers(Reply(body=body))
    with pytest.raises(LLMError, match="no chat completion"):
        connect().complete(PROMPT)


def test_a_prompt_that_cannot_be_sent_is_an_error(endpoint, connect):
    """A lone surrogate is no text."""
    with pytest.raises(LLMError, match="no JSON"):
        connect().complete(Prompt(system="be brief", user="\ud800"))
    assert endpoint.asked == []


def test_a_reply_without_text_tells_no_key(endpoint, connect):
    endpoint.answers(Reply(body=json.dumps({"choices": [{"message": {}, "finish_reason": KEY}]}).encode()))
    with pytest.raises(LLMError, match=r"no text \(finish_reason: '\[key\]'\)"):
        connect().complete(PROMPT)


@pytest.mark.parametrize("options", [{"user": b"ana"}, {"user": float("inf")}, {"timeout": 1e300}])
def test_an_option_that_cannot_be_sent_is_refused_by_name(options):
    with pytest.raises(InputError, match=next(iter(options))):
        OpenAICompatible("http://x/v1", "tiny", **options)


def test_a_refusal_is_an_error_that_says_what_the_model_said(endpoint, connect):
    endpoint.answers(said(None, refusal="I can't help with that."))
    with pytest.raises(LLMError, match="refused: I can't help"):
        connect().complete(PROMPT)


@pytest.mark.parametrize("content", [None, "", "  ", ["hi"]])
def test_a_reply_without_text_is_an_error(endpoint, connect, content):
    endpoint.answers(said(content))
    with pytest.raises(LLMError, match="no text"):
        connect().complete(PROMPT)


def test_the_key_is_in_no_error_repr_or_log(endpoint, connect, caplog):
    caplog.set_level(logging.DEBUG)
    endpoint.answers(Reply(status=401, body=json.dumps({"error": f"wrong key {KEY}"}).encode()))
    model = connect()
    with pytest.raises(LLMError) as raised:
        model.complete(PROMPT)
    assert "wrong key [key]" in str(raised.value)
    assert KEY not in f"{raised.value} {model!r} {caplog.text}"


def test_the_environment_is_not_read(endpoint, connect, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("OPENAI_API_KEY", "of somebody else")
    endpoint.answers(said("hi"))
    assert connect(api_key=None).complete(PROMPT) == "hi"
    assert "Authorization" not in endpoint.headers[0]


def test_threads_may_share_it(endpoint, connect):
    endpoint.answers(said("hi"))
    model, replies = connect(), []
    threads = [threading.Thread(target=lambda: replies.append(model.complete(PROMPT))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert replies == ["hi"] * 8


def test_it_may_be_called_again_after_close(endpoint, connect):
    endpoint.answers(said("hi"))
    model = connect()
    model.complete(PROMPT)
    model.close()
    model.close()
    assert model.complete(PROMPT) == "hi"


BROKEN = ["http://[::1/v1", "http://a..b/v1", "http://x:99999/v1", "http://x:y/v1", "http://\ud800/v1"]


@pytest.mark.parametrize(
    "address", ["", "localhost", "ftp://x/v1", "http://", "http://ana:pw@x/v1", "http://x/v1?a=b", 5, *BROKEN]
)
def test_an_address_that_cannot_be_used_is_refused(address):
    with pytest.raises(InputError, match="base_url"):
        OpenAICompatible(address, "tiny")


@pytest.mark.parametrize("key", ["", "two words", "line\nbreak", "schlüssel", 5])
def test_a_key_that_cannot_be_sent_is_refused_without_being_shown(key):
    with pytest.raises(InputError) as raised:
        OpenAICompatible("http://x/v1", "tiny", api_key=key)
    assert str(raised.value) == "api_key must be a text of visible ASCII characters"


@pytest.mark.parametrize("options", [{"timeout": 0}, {"timeout": float("nan")}, {"retries": -1}, {"timeout": "1"}])
def test_a_timeout_or_number_of_retries_that_makes_no_sense_is_refused(options):
    with pytest.raises(InputError, match=next(iter(options))):
        OpenAICompatible("http://x/v1", "tiny", **options)


def test_without_httpx_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(MissingExtraError, match=r"strandline\[llm\]"):
        OpenAICompatible("http://x/v1", "tiny")
