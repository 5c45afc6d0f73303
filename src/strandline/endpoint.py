"""Calling an address of an HTTP service with JSON: bounded, tried again where that helps, the key never shown."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from importlib import import_module
from math import inf
from typing import Any
from urllib.parse import urlsplit

from strandline.errors import InputError, MissingExtraError, StrandlineError

RETRIED = frozenset({429, 500, 502, 503, 504})
"""Answers after which the same call may succeed."""
LONGEST_PAUSE = 30.0
"""Seconds waited before a call is tried again, at most, whatever the endpoint asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long an endpoint is waited for.

    ``timeout`` is the most seconds at any point, and for the whole of an answer; ``retries`` how often a call is tried
    again, unless more than ``give_up_after`` seconds would have passed since the first time. ``clock`` and ``sleep``
    are what it waits by. Where ``lost_too``, a call that got no answer is tried again as well.
    """

    timeout: float
    retries: int
    give_up_after: float = inf
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    lost_too: bool = False

    def __post_init__(self) -> None:
        at_least(self.timeout, "timeout", 0.001)
        if self.give_up_after != inf:
            at_least(self.give_up_after, "give_up_after", 0)
        object.__setattr__(self, "retries", int(at_least(self.retries, "retries", 0)))


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    text: str
    asked_pause: str | None = None
    failure: Exception | None = None
    """Why there was no answer: status 0."""


class Endpoint:
    """One address that takes JSON and answers with text. Threads may share it.

    No variable of the environment is read, proxies included, and no redirection is followed.
    """

    def __init__(
        self, base_url: str, path: str, *, api_key: str | None, patience: Patience, error: type[StrandlineError]
    ) -> None:
        """``path`` is put behind ``base_url``. What goes wrong in a call is raised as ``error``.

        Raises InputError for an address or key that cannot be used. Nothing is called.
        """
        self.url = _address(base_url, path)
        self._key = None if api_key is None else _secret(api_key)
        self._patience, self._error = patience, error
        self._client: Any = None
        self._opening = threading.Lock()

    def post(self, body: dict[str, Any], *, most_bytes: int, before: Callable[[], None] = lambda: None) -> str:
        """The text that the endpoint answers 200 with, of at most ``most_bytes`` bytes.

        ``before`` is called before each attempt. Raises the error of this endpoint for any other answer, and for none.
        """
        patience = self._patience
        last = patience.clock() + patience.give_up_after
        for attempt in range(patience.retries + 1):
            before()
            answer = self._call(body, most_bytes)
            again = patience.lost_too if answer.failure else answer.status in RETRIED
            pause = _pause(answer.asked_pause, attempt)
            if not again or attempt == patience.retries or patience.clock() + pause > last:
                break
            patience.sleep(pause)
        if answer.failure:
            raise self._error(answer.text) from answer.failure
        if answer.status != 200:
            raise self._error(f"the endpoint answered {answer.status}{self.excerpt(answer.text)}")
        return answer.text

    def close(self) -> None:
        """Close connections that are kept open. A later call opens them again."""
        with self._opening:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def excerpt(self, text: str) -> str:
        """The beginning of an answer for an error, after a colon; nothing for a blank one."""
        words = " ".join(self._hidden(text[:2000]).split())
        return f": {words[:200]}" if words else ""

    def _opened(self) -> Any:
        """The client, made at the first call."""
        with self._opening:
            if self._client is None:
                self._client = import_module("httpx").Client(
                    transport=import_module("strandline.bounded_http").BoundedTransport(),
                    trust_env=False,
                    follow_redirects=False,
                    timeout=self._patience.timeout,
                )
            return self._client

    def _call(self, body: dict[str, Any], most_bytes: int) -> _Answer:
        """What one call is answered with. The one place where errors of httpx become ours."""
        httpx = import_module("httpx")
        ending_in = import_module("strandline.bounded_http").ending_in
        headers = {} if self._key is None else {"Authorization": f"Bearer {self._key}"}
        late = f"the endpoint took more than {self._patience.timeout:g} s"
        client = self._opened()
        try:
            with (
                ending_in(self._patience.timeout),
                client.stream("POST", self.url, json=body, headers=headers) as response,
            ):
                read = bytearray()
                for part in response.iter_bytes():
                    read += part
                    if len(read) > most_bytes:
                        raise self._error(f"the endpoint's answer has more than {most_bytes} bytes")
                text = read.decode("utf-8", "replace")
                return _Answer(response.status_code, text, response.headers.get("Retry-After"))
        except httpx.TimeoutException as exc:
            return _Answer(0, late, failure=exc)
        except (httpx.HTTPError, httpx.InvalidURL) as exc:
            problem = self._hidden(str(exc)) or type(exc).__name__
            return _Answer(0, f"the endpoint could not be called: {problem}", failure=exc)

    def _hidden(self, text: str) -> str:
        """A text without the key: an endpoint may repeat it in its complaint."""
        return text if self._key is None else text.replace(self._key, "[key]")


def need_httpx(feature: str, extra: str) -> None:
    """Raises MissingExtraError, naming both, where httpx is not installed."""
    try:
        import_module("httpx")
    except ModuleNotFoundError as exc:
        if exc.name != "httpx":
            raise
        raise MissingExtraError(feature=feature, extra=extra) from exc


def some_text(value: object, field: str) -> str:
    """The value without white space around it. Raises InputError for anything but a text that is not blank."""
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{field} must be a text, got {value!r}")
    return value.strip()


def at_least(value: float, field: str, least: float) -> float:
    """The value itself. Raises InputError for anything but a finite number that is not below ``least``."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value < float("inf"):
        raise InputError(f"{field} must be a number of at least {least:g}, got {value!r}")
    return value


def _pause(asked: str | None, attempt: int) -> float:
    """Seconds to wait: what the endpoint asks for, else twice as long each time, a little apart from others."""
    wanted = _seconds(asked) if asked is not None else None
    if wanted is None:
        wanted = min(2.0**attempt, LONGEST_PAUSE) * random.uniform(0.5, 1.0)
    return min(wanted, LONGEST_PAUSE)


def _seconds(asked: str) -> float | None:
    """What ``Retry-After`` says, which is a number of seconds or a date; None for anything else."""
    try:
        seconds = float(asked)
    except ValueError:
        try:
            seconds = max(0.0, parsedate_to_datetime(asked).timestamp() - time.time())
        except (ValueError, OverflowError):
            return None
    return seconds if seconds >= 0 else None  # which NaN is not


def _address(base_url: object, path: str) -> str:
    parts = urlsplit(some_text(base_url, "base_url"))
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise InputError(f'base_url is an address such as "https://api.example.com/v1", got scheme {parts.scheme!r}')
    if parts.username is not None or parts.password is not None:
        raise InputError("base_url has a user or password in it; give the key as api_key")
    return parts._replace(path=f"{parts.path.rstrip('/')}/{path}").geturl()


def _secret(value: object) -> str:
    if not isinstance(value, str) or not value or not all("!" <= char <= "~" for char in value):
        raise InputError("api_key must be a text of visible ASCII characters")
    return value
