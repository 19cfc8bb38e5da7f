"""HTTP requests with retries: repeated where that is safe, delayed as `Retry-After` asks."""

import asyncio
import random
import time
from typing import Any

import httpx

from client.backoff import Backoff, Jitter
from client.decoding import decode
from client.errors import UnreachableError, UnreadableError, error_of
from schemas.http import Problem

TIMEOUT_SECONDS = 30.0
"""For all attempts of a request together."""
CONNECT_SECONDS = 5.0
RESPONSE_SECONDS = 20.0
KEEPALIVE_SECONDS = 3.0
"""Less than the gateway keeps an idle connection, so that it does not close one we are using."""
CONCURRENT_REQUESTS_MAX = 20
"""Further requests wait. With 100 connections, httpx spent twice the CPU time per request on
finding a free one."""
BUSY_STATUSES = (429,)
UNAVAILABLE_STATUSES = (502, 503, 504)
NOT_SENT_ERRORS = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class HttpTransport:
    def __init__(
        self,
        url: str,
        *,
        timeout_seconds: float = TIMEOUT_SECONDS,
        concurrent_requests_max: int = CONCURRENT_REQUESTS_MAX,
        http: httpx.AsyncClient | None = None,
        jitter: Jitter = random.random,
    ) -> None:
        """`http` replaces the default client; the caller closes it."""
        self.url = url.rstrip("/")
        self.timeout_seconds = timeout_seconds
        self._jitter = jitter
        self._owns_http = http is None
        self._http = http or httpx.AsyncClient(
            timeout=httpx.Timeout(RESPONSE_SECONDS, connect=CONNECT_SECONDS),
            limits=httpx.Limits(
                max_connections=concurrent_requests_max, keepalive_expiry=KEEPALIVE_SECONDS
            ),
        )
        self._slots = asyncio.Semaphore(concurrent_requests_max)

    async def close(self) -> None:
        if self._owns_http:
            await self._http.aclose()

    def backoff(self) -> Backoff:
        return Backoff(jitter=self._jitter)

    async def request(
        self,
        method: str,
        path: str,
        credential: str | None,
        *,
        is_idempotent: bool,
        **options: Any,
    ) -> bytes:
        """Return the body of a successful response. Raises ProblemError and UnreachableError.

        Idempotent requests are retried even if they may have arrived, others only if they cannot
        have.
        """
        headers = {"Authorization": f"Bearer {credential}"} if credential else {}
        deadline = time.monotonic() + self.timeout_seconds
        backoff = self.backoff()
        while True:
            delay = backoff.next()
            try:
                async with self._slots:
                    response = await self._http.request(
                        method, f"{self.url}{path}", headers=headers, **options
                    )
            except httpx.TransportError as error:
                can_retry = is_idempotent or isinstance(error, NOT_SENT_ERRORS)
                if not can_retry or time.monotonic() + delay > deadline:
                    reason = str(error) or type(error).__name__
                    raise UnreachableError(self.url, reason) from error
            else:
                if response.is_success:
                    return response.content
                can_retry = response.status_code in BUSY_STATUSES or (
                    is_idempotent and response.status_code in UNAVAILABLE_STATUSES
                )
                # Keep the jitter on top of Retry-After, so that clients do not return together.
                delay += _retry_after_seconds(response)
                if not can_retry or time.monotonic() + delay > deadline:
                    raise error_of(_problem(response))
            await asyncio.sleep(delay)


def _retry_after_seconds(response: httpx.Response) -> float:
    """Our gateway sends seconds. A date, as proxies may send, is ignored."""
    text = response.headers.get("Retry-After", "")
    return float(text) if text.isascii() and text.isdigit() else 0.0


def _problem(response: httpx.Response) -> Problem:
    """Return the response's problem, or one made from a proxy's response."""
    try:
        return decode(response.content, Problem)
    except UnreadableError:
        status = response.status_code
        code = "unavailable" if status in UNAVAILABLE_STATUSES else "unknown"
        return Problem("about:blank", response.reason_phrase, status, code, response.text)
