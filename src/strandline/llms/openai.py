"""Any endpoint that speaks the chat completions of OpenAI, with httpx."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from strandline.endpoint import Endpoint, Patience, need_httpx, sendable, some_text
from strandline.errors import LLMError
from strandline.types.prompts import Prompt

MOST_BYTES = 4 << 20
"""Bytes of an answer that are read; a longer one is an error."""


class OpenAICompatible:
    """A model behind an endpoint with ``/chat/completions``: a service, vLLM, Ollama, llama.cpp.

    ``base_url`` is the address up to and with its version ("https://api.example.com/v1"). ``api_key`` is sent as a
    bearer token and nowhere else: it is in no message, log or repr. ``timeout`` is the most seconds to wait for the
    whole of an answer. After 429, 500, 502, 503 and 504 it is tried again
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
        patience = Patience(timeout=timeout, retries=retries, sleep=sleep)
        self._endpoint = Endpoint(base_url, "chat/completions", api_key=api_key, patience=patience, error=LLMError)
        self._model, self._options = some_text(model, "model"), sendable(options)
        need_httpx("OpenAICompatible", extra="llm")

    def __repr__(self) -> str:
        return f"OpenAICompatible({self._endpoint.url!r}, {self._model!r})"

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
        return self._reply(self._endpoint.post(body, most_bytes=MOST_BYTES))

    def close(self) -> None:
        """Close connections that are kept open. A later call opens them again."""
        self._endpoint.close()

    def _reply(self, text: str) -> str:
        """The reply inside an answer."""
        excerpt = self._endpoint.excerpt
        message, reason = _message(text)
        if message is None:
            raise LLMError(f"the endpoint's answer is no chat completion{excerpt(text)}")
        refusal, content = message.get("refusal"), message.get("content")
        if refusal:
            raise LLMError(f"the model refused{excerpt(str(refusal))}")
        if not isinstance(content, str) or not content.strip():
            raise LLMError(f"the model gave no text (finish_reason{excerpt(repr(reason))})")
        return content


def _message(answer: str) -> tuple[dict[str, Any] | None, Any]:
    """The message in an answer and why it ends; None where there is none. What says so has no cause to tell the key."""
    try:
        choice = json.loads(answer)["choices"][0]
        message, reason = choice["message"], choice.get("finish_reason")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return None, None
    return (message if isinstance(message, dict) else None), reason
