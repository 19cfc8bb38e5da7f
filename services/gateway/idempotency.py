"""`Idempotency-Key`: a retried request gets the response to the first one.

Only successful responses are kept; after a failure, a retry runs again. A table whose opening timed
out may still be opened later: only an external id protects against opening a second one.
"""

import re
from collections.abc import Awaitable, Callable
from hashlib import sha256

from msgspec import Struct

from services.runtime.store.idempotency_keys import IdempotencyKeys, StoredResponse
from services.runtime.web.problems import ProblemError

HEADER = "Idempotency-Key"
REPLAYED_HEADER = "Idempotency-Replayed"
KEY_PATTERN = r"[A-Za-z0-9_.:-]{1,64}"

_valid_key = re.compile(KEY_PATTERN, re.ASCII)


class Content(Struct, frozen=True):
    """A successful response."""

    status: int
    body: bytes
    is_replayed: bool = False


class Idempotency:
    def __init__(self, keys: IdempotencyKeys) -> None:
        self._keys = keys

    async def respond_once(
        self, platform: str, key: str, request: bytes, respond: Callable[[], Awaitable[Content]]
    ) -> Content:
        """Respond to a platform's request, or again as to the first one with this key.

        Raises ProblemError."""
        if not _valid_key.fullmatch(key):
            raise ProblemError(
                "malformed", f"{HEADER}: expected 1 to 64 letters, digits or any of _ . : -"
            )
        digest = sha256(request).hexdigest()
        stored = await self._keys.claim(platform, key, digest)
        if stored is not None:
            return _replayed(stored, digest)
        try:
            content = await respond()
        except BaseException:
            await self._keys.release(platform, key)
            raise
        response = StoredResponse(digest, content.status, content.body.decode())
        await self._keys.store(platform, key, response)
        return content


def _replayed(stored: StoredResponse, digest: str) -> Content:
    """Raises ProblemError if there is no response yet, or if it is to another request."""
    if stored.request != digest:
        raise ProblemError(
            "idempotency_conflict", f"This {HEADER} was used for a different request."
        )
    if stored.status is None:
        raise ProblemError(
            "idempotency_conflict",
            "The first request with this key is still being handled. Try again.",
            retry_after_seconds=1,
        )
    return Content(stored.status, stored.body.encode(), is_replayed=True)
