"""Any endpoint that speaks the chat completions of OpenAI, with httpx."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from strandline.errors import InputError, LLMError, MissingExtraError
from strandline.types.prompts import Prompt

RETRIED = frozenset({429, 500, 502, 503, 504})
"""Answers after which the same call may succeed."""
LONGEST_PAUSE = 30.0
"""Seconds waited before a call is tried again, at most, whatever the endpoint asks for."""
MOST_BYTES = 4 << 20
"""Bytes of an answer that are read; a longer one is an error."""


class OpenAICompatible:
    """A model behind an endpoint with ``/chat/completions``: a service, vLLM, Ollama, llama.cpp.

    ``base_url`` is the address up to and with its version ("https://api.example.com/v1"). ``api_key`` is sent as a
    bearer token and nowhere else: it is in no message, log or repr. ``timeout`` is the most seconds to wait for the
    endpoint at any point, and for the whole of its answer. After 429, 500, 502, 503 and 504 it is tried again
    ``retries`` times, with a pause of at most 30 s (``sleep`` waits). ``options`` are sent along ("max_tokens",
    "response_format"). No variable of the environment is read, proxies included. Threads may share it.

    Raises InputError for an address or key that cannot be used, MissingExtraError without httpx.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        api_key: str | None = None,
        timeout: float = 60.0,
        retries: int = 2,
        sleep: Callable[[float], None] = time.sleep,
        **options: Any,
    ) -> None:
        self._url = _address(base_url)
        self._model = _text(model, "model")
        self._key = None if api_key is None else _secret(api_key)
        self._timeout, self._retries = _at_least(timeout, "timeout", 0.001), int(_at_least(retries, "retries", 0))
        self._sleep, self._options = sleep, options
        self._httpx = _httpx()
        self._client: Any = None
        self._opening = threading.Lock()

    def __repr__(self) -> str:
        return f"OpenAICompatible({self._url!r}, {self._model!r})"

    @property
    def model(self) -> str:
        """The model's name, as the endpoint knows it."""
        return self._model

    def complete(self, prompt: Prompt) -> str:
        """The model's reply. Raises LLMError for whatever keeps it from coming: a failed call, a refusal, no text."""
        body = {
            "temperature": 0,
            **self._options,
            "model": self._model,
            "messages": [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}],
        }
        for attempt in range(self._retries + 1):
            status, text, pause = self._call(body)
            if status not in RETRIED or attempt == self._retries:
                break
            self._sleep(_pause(pause, attempt))
        if status != 200:
            raise LLMError(f"the endpoint answered {status}{self._excerpt(text)}")
        return self._reply(text)

    def close(self) -> None:
        """Close connections that are kept open. A later call opens them again."""
        with self._opening:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _opened(self) -> Any:
        """The client, made at the first call."""
        with self._opening:
            if self._client is None:
                self._client = self._httpx.Client(trust_env=False, follow_redirects=False, timeout=self._timeout)
            return self._client

    def _call(self, body: dict[str, Any]) -> tuple[int, str, str | None]:
        """Status, text and the pause that one call is answered with."""
        headers = {} if self._key is None else {"Authorization": f"Bearer {self._key}"}
        ends = time.monotonic() + self._timeout
        try:
            with self._opened().stream("POST", self._url, json=body, headers=headers) as response:
                read = bytearray()
                for part in response.iter_bytes():
                    read += part
                    if time.monotonic() > ends:
                        raise LLMError(f"the endpoint took more than {self._timeout:g} s")
                    if len(read) > MOST_BYTES:
                        raise LLMError(f"the endpoint's answer has more than {MOST_BYTES} bytes")
                return response.status_code, read.decode("utf-8", "replace"), response.headers.get("Retry-After")
        except self._httpx.TimeoutException as exc:
            raise LLMError(f"the endpoint took more than {self._timeout:g} s") from exc
        except (self._httpx.HTTPError, self._httpx.InvalidURL) as exc:
            raise LLMError(f"the endpoint could not be called: {self._hidden(str(exc)) or type(exc).__name__}") from exc

    def _reply(self, text: str) -> str:
        """The reply inside an answer."""
        try:
            choice = json.loads(text)["choices"][0]
            message = choice["message"]
            refusal, content = message.get("refusal"), message.get("content")
        except (ValueError, RecursionError, LookupError, TypeError, AttributeError) as exc:
            raise LLMError(f"the endpoint's answer is no chat completion{self._excerpt(text)}") from exc
        if refusal:
            raise LLMError(f"the model refused{self._excerpt(str(refusal))}")
        if not isinstance(content, str) or not content.strip():
            raise LLMError(f"the model gave no text (finish_reason {choice.get('finish_reason')!r})")
        return content

    def _excerpt(self, text: str) -> str:
        words = " ".join(self._hidden(text[:2000]).split())
        return f": {words[:200]}" if words else ""

    def _hidden(self, text: str) -> str:
        """A text without the key: an endpoint may repeat it in its complaint."""
        return text if self._key is None else text.replace(self._key, "[key]")


def _httpx() -> Any:
    try:
        return import_module("httpx")
    except ModuleNotFoundError as exc:
        raise MissingExtraError(feature="OpenAICompatible", extra="llm") from exc


def _pause(asked: str | None, attempt: int) -> float:
    """Seconds to wait: what the endpoint asks for, else twice as long each time, a little apart from others."""
    try:
        wanted = float(asked) if asked is not None else -1.0
    except ValueError:
        wanted = -1.0
    if not wanted >= 0:  # also not a number
        wanted = 2.0**attempt * random.uniform(0.5, 1.0)
    return min(wanted, LONGEST_PAUSE)


def _address(base_url: object) -> str:
    parts = urlsplit(_text(base_url, "base_url"))
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise InputError(f'base_url is an address such as "https://api.example.com/v1", got scheme {parts.scheme!r}')
    if parts.username is not None or parts.password is not None:
        raise InputError("base_url has a user or password in it; give the key as api_key")
    return parts._replace(path=f"{parts.path.rstrip('/')}/chat/completions").geturl()


def _text(value: object, field: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{field} must be a text, got {value!r}")
    return value.strip()


def _secret(value: object) -> str:
    if not isinstance(value, str) or not value or not all("!" <= char <= "~" for char in value):
        raise InputError("api_key must be a text of visible ASCII characters")
    return value


def _at_least(value: float, field: str, least: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value < float("inf"):
        raise InputError(f"{field} must be a number of at least {least:g}, got {value!r}")
    return value
