"""Responses to requests with an `Idempotency-Key`, so that a retry gets the first response."""

import msgspec
from msgspec import Struct

from services.runtime.server.client import RedisClient
from services.runtime.server.script import Script
from services.runtime.store.keys import idempotency_key

CLAIM_SECONDS = 60
"""How long a request may take. Afterwards its gateway counts as dead, and a retry runs again."""
RESPONSE_SECONDS = 24 * 3600

_CLAIM = """
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'EX', ARGV[2]) then return false end
return redis.call('GET', KEYS[1])
"""
_STORE = "redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])"


class StoredResponse(Struct, frozen=True):
    request: str
    """The digest of the request. A key is for one request only."""
    status: int | None = None
    """None while the request is being handled."""
    body: str = ""


_decoder = msgspec.json.Decoder(StoredResponse)


class IdempotencyKeys:
    def __init__(self, client: RedisClient) -> None:
        self._client = client
        self._claim: Script[bytes | None] = Script(client, _CLAIM)
        self._store: Script[None] = Script(client, _STORE)

    async def claim(self, platform: str, key: str, request: str) -> StoredResponse | None:
        """Claim a key for a request. Return None if it is new, or what is stored under it."""
        record = msgspec.json.encode(StoredResponse(request))
        stored = await self._claim(
            keys=[idempotency_key(platform, key)], args=[record, CLAIM_SECONDS]
        )
        return None if stored is None else _decoder.decode(stored)

    async def store(self, platform: str, key: str, response: StoredResponse) -> None:
        """Keep the response for retries."""
        record = msgspec.json.encode(response)
        await self._store(keys=[idempotency_key(platform, key)], args=[record, RESPONSE_SECONDS])

    async def release(self, platform: str, key: str) -> None:
        """Forget a request that failed: a retry runs again."""
        await self._client.delete(idempotency_key(platform, key))
