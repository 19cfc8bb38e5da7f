"""How calls over HTTP are made: again where that is safe, later where that is asked for."""

import asyncio
import random
import time
from typing import Any

import httpx

from client.backoff import Backoff, Chance
from client.decoding import decoded
from client.errors import UnreachableError, UnreadableError, error_of
from schemas.exchange import Problem

PATIENCE_SECONDS = 30.0
CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 20.0
KEEP_SECONDS = 3.0
"""Less than a gateway keeps an idle connection: or it may close one just as we use it."""
CALLS_MAX = 20
"""At a time; more wait their turn. Looking for a connection costs more the more there are: with a
hundred, a call took twice the time of the processor."""
BUSY = (429,)
AWAY = (502, 503, 504)
NOTHING_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class Caller:
    def __init__(
        self,
        url: str,
        *,
        patience_seconds: float = PATIENCE_SECONDS,
        calls_max: int = CALLS_MAX,
        http: httpx.AsyncClient | None = None,
        chance: Chance = random.random,
    ) -> None:
        """`http` is used and left open when it is given, to share it or to set it up otherwise."""
        self.url = url.rstrip("/")
        self.patience_seconds = patience_seconds
        self._chance = chance
        self._owns = http is None
        self._http = http or httpx.AsyncClient(
            timeout=httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS),
            limits=httpx.Limits(max_connections=calls_max, keepalive_expiry=KEEP_SECONDS),
        )
        self._turn = asyncio.Semaphore(calls_max)

    async def close(self) -> None:
        if self._owns:
            await self._http.aclose()

    def backoff(self) -> Backoff:
        return Backoff(chance=self._chance)

    async def call(
        self, method: str, path: str, credential: str | None, *, safe: bool, **request: Any
    ) -> bytes:
        """The body of a good answer. Raises ProblemError and UnreachableError.

        A `safe` call may be made again when it is not known whether it arrived; any other only
        when nothing of it can have.
        """
        headers = {"Authorization": f"Bearer {credential}"} if credential else {}
        deadline = time.monotonic() + self.patience_seconds
        backoff = self.backoff()
        while True:
            wait = backoff.next()
            try:
                async with self._turn:
                    answer = await self._http.request(
                        method, f"{self.url}{path}", headers=headers, **request
                    )
            except httpx.TransportError as error:
                again = safe or isinstance(error, NOTHING_SENT)
                if not again or time.monotonic() + wait > deadline:
                    reason = str(error) or type(error).__name__
                    raise UnreachableError(self.url, reason) from error
            else:
                if answer.is_success:
                    return answer.content
                again = answer.status_code in BUSY or (safe and answer.status_code in AWAY)
                # Not all at the first moment that is allowed.
                wait += _retry_after_seconds(answer)
                if not again or time.monotonic() + wait > deadline:
                    raise error_of(_problem(answer))
            await asyncio.sleep(wait)


def _retry_after_seconds(answer: httpx.Response) -> float:
    """A date, as proxies may send it, is none of ours."""
    text = answer.headers.get("Retry-After", "")
    return float(text) if text.isascii() and text.isdigit() else 0.0


def _problem(answer: httpx.Response) -> Problem:
    """What stands between us and a gateway may answer too, in its own words."""
    try:
        return decoded(answer.content, Problem)
    except UnreadableError:
        code = "unavailable" if answer.status_code in AWAY else "unknown"
        return Problem("about:blank", answer.reason_phrase, answer.status_code, code, answer.text)
