"""Calling an address of an HTTP service with JSON: bounded, tried again where that helps, the key never shown."""

from __future__ import annotations

import json
import random
import re
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from importlib import import_module
from math import inf
from typing import Any
from urllib.parse import urlsplit

from strandline.errors import InputError, MissingExtraError, StrandlineError
from strandline.types.checks import clean_text

RETRIED = frozenset({429, 500, 502, 503, 504})
"""Answers after which the same call may succeed."""
LONGEST_PAUSE = 30.0
"""Seconds waited before a call is tried again, at most, whatever the endpoint asks for."""
LONGEST_TIMEOUT = 86_400.0
"""Seconds that an answer is waited for, at most: a day. Systems cannot wait for any number of seconds."""
_LARGEST = sys.float_info.max


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long an endpoint is waited for.

    ``timeout`` is the most seconds for the whole of an answer; ``retries`` how often a call is tried again, unless more
    than ``give_up_after`` seconds would have passed since it was first sent. ``clock`` and ``sleep``
    are what it waits by. Where ``lost_too``, a call that got no answer is tried again as well.
    """

    timeout: float
    retries: int
    give_up_after: float = inf
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    lost_too: bool = False

    def __post_init__(self) -> None:
        if at_least(self.timeout, "timeout", 0.001) > LONGEST_TIMEOUT:
            raise InputError(f"timeout must be at most {LONGEST_TIMEOUT:g} seconds, a day, got {self.timeout!r}")
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
        self._shown_key = None if self._key is None else _any_spelling(self._key)
        self._patience, self._error = patience, error
        self._client: Any = None
        self._opening = threading.Lock()

    def post(self, body: dict[str, Any], *, most_bytes: int, before: Callable[[float], bool] = lambda _: True) -> str:
        """The text that the endpoint answers 200 with, of at most ``most_bytes`` bytes.

        ``before`` is called before each attempt with the moment after which none may begin, on the clock of `Patience`;
        it waits for its turn, or says False where that would come later. The first attempt has no such moment.
        Raises the error of this endpoint for any other answer, and for none.
        """
        try:
            sent = as_json(body)
        except (TypeError, ValueError, RecursionError) as exc:
            raise self._error(f"what is to be sent is no JSON: {self._hidden(str(exc))}") from None
        patience = self._patience
        before(inf)
        last = patience.clock() + patience.give_up_after
        answer = self._call(sent, most_bytes)
        for attempt in range(patience.retries):
            again = patience.lost_too if answer.failure else answer.status in RETRIED
            pause = _pause(answer.asked_pause, attempt)
            if not again or patience.clock() + pause > last:
                break
            patience.sleep(pause)
            if not before(last) or patience.clock() > last:
                break
            answer = self._call(sent, most_bytes)
        if answer.failure:
            raise self._error(answer.text) from self._shown(answer.failure)
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
        words = self._hidden(" ".join(text.split()))[:200]  # hidden first: what is cut is no longer known to be the key
        return f": {words}" if words else ""

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

    def _call(self, body: bytes, most_bytes: int) -> _Answer:
        """What one call is answered with. The one place where errors of httpx become ours."""
        httpx = import_module("httpx")
        ending_in = import_module("strandline.bounded_http").ending_in
        headers = {"Content-Type": "application/json"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        late = f"the endpoint took more than {self._patience.timeout:g} s"
        client = self._opened()
        try:
            with (
                ending_in(self._patience.timeout),
                client.stream("POST", self.url, content=body, headers=headers) as response,
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
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as exc:  # ValueError: a host that has no name in ASCII
            problem = self.excerpt(str(exc)) or f": {type(exc).__name__}"
            return _Answer(0, f"the endpoint could not be called{problem}", failure=exc)

    def _hidden(self, text: str) -> str:
        """A text without the key: an endpoint may repeat it in its complaint."""
        return text if self._shown_key is None else self._shown_key.sub("[key]", text)

    def _shown(self, failure: Exception) -> Exception | None:
        """The cause of an error, unless it, or what caused it in turn, tells the key."""
        written = "".join(traceback.format_exception(failure))
        return failure if self._hidden(written) == written else None


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
    return clean_text(value.strip(), field=field)


def as_json(body: object) -> bytes:
    """JSON as it is sent. Raises TypeError, ValueError or RecursionError for what is none, NaN among it."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def sendable(options: dict[str, Any]) -> dict[str, Any]:
    """Options that are sent along, as they are. Raises InputError, naming it, for one that is no JSON."""
    for name, value in options.items():
        try:
            as_json({name: value})
        except (TypeError, ValueError, RecursionError) as exc:
            raise InputError(f"the option {name!a} is sent along and must be JSON: {exc}") from None
    return options


def at_least(value: float, field: str, least: float) -> float:
    """The value itself. Raises InputError for anything but a finite number that is not below ``least``."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= _LARGEST:
        raise InputError(f"{field} must be a number of at least {least:g}, got {value!r}")
    return value


def _pause(asked: str | None, attempt: int) -> float:
    """Seconds to wait: what the endpoint asks for, else twice as long each time, a little apart from others."""
    wanted = _seconds(asked) if asked is not None else None
    if wanted is None:
        wanted = min(2.0 ** min(attempt, 9), LONGEST_PAUSE) * random.uniform(0.5, 1.0)
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
    wanted = 'base_url is an address such as "https://api.example.com/v1"'
    try:
        parts = urlsplit(some_text(base_url, "base_url"))
        host, _ = parts.hostname or "", parts.port  # reading the port sees whether it is one
        if host.isascii():
            host.encode("idna")  # as the system will when it looks the name up; others are written in ASCII before
    except InputError:
        raise
    except ValueError as exc:
        raise InputError(f"{wanted}; this one cannot be read: {exc}") from None
    if parts.scheme not in ("http", "https") or not host or parts.query or parts.fragment:
        raise InputError(f"{wanted}, got scheme {parts.scheme!r}")
    if parts.username is not None or parts.password is not None:
        raise InputError("base_url has a user or password in it; give the key as api_key")
    return parts._replace(path=f"{parts.path.rstrip('/')}/{path}").geturl()


def _any_spelling(key: str) -> re.Pattern[str]:
    """Finds a key as it is, with the escapes of JSON, and with white space in it, also escaped.

    What may stand between two characters is bounded, so that no answer makes the search slow. Backslashes of the key
    itself, which escapes cannot be told from, are found as they are and as JSON writes them.
    """
    spellings = []
    for char in key:
        plain = re.escape(char) if char.isalnum() else rf"\\{{0,3}}{re.escape(char)}"
        spellings.append(rf"(?:{plain}|\\{{1,3}}u00(?i:{ord(char):02x}))")
    spread = r"(?:\s|\\{1,3}[nrt]){0,64}".join(spellings)
    return re.compile("|".join((re.escape(json.dumps(key)[1:-1]), re.escape(key), spread)))


def _secret(value: object) -> str:
    if not isinstance(value, str) or not value or not all("!" <= char <= "~" for char in value):
        raise InputError("api_key must be a text of visible ASCII characters")
    return value
