"""The audit log: a stream of interventions, each with the hash of the one before it."""

from collections.abc import AsyncIterator

import msgspec
from redis.exceptions import ResponseError

from schemas.audit_log import NO_HASH, AuditEntry, Intervention, sealed
from schemas.commit import canonical
from services.runtime.operations.clock import now_ms
from services.runtime.server.client import RedisClient
from services.runtime.store.keys import AUDIT_LOG

PAGE_ENTRIES = 500
ATTEMPTS_MAX = 20

_decoder = msgspec.json.Decoder(AuditEntry)


class BrokenChainError(ValueError):
    """An entry was changed, removed or inserted. The message names the first one that differs."""


class AuditLog:
    def __init__(self, client: RedisClient) -> None:
        self._client = client

    async def record(
        self, actor: str, intervention: Intervention, subject: str, detail: str = ""
    ) -> AuditEntry:
        """Append an entry. Record an intervention before it happens, so that none is missing."""
        for _ in range(ATTEMPTS_MAX):
            last = await self._last()
            seq, prev = (1, NO_HASH) if last is None else (last.seq + 1, last.hash)
            entry = sealed(AuditEntry(seq, now_ms(), actor, intervention, subject, detail, prev))
            try:
                await self._client.xadd(AUDIT_LOG, {"entry": canonical(entry)}, id=f"{seq}-0")
            except ResponseError as error:
                # Another process has just written an entry with this seq.
                if "equal or smaller" not in str(error):
                    raise
                continue
            return entry
        raise TimeoutError(f"the audit log was busy {ATTEMPTS_MAX} times in a row")

    async def entries(self) -> AsyncIterator[AuditEntry]:
        """Yield all entries, oldest first."""
        start = "-"
        while True:
            page = await self._client.xrange(AUDIT_LOG, min=start, count=PAGE_ENTRIES)
            for _, fields in page:
                yield _decoder.decode(fields[b"entry"])
            if len(page) < PAGE_ENTRIES:
                return
            start = f"({page[-1][0].decode()}"

    async def verify(self) -> int:
        """Check the whole chain and return its length. Raises BrokenChainError."""
        seq, prev = 0, NO_HASH
        async for entry in self.entries():
            seq += 1
            if entry.seq != seq or entry.prev != prev or sealed(entry) != entry:
                raise BrokenChainError(
                    f"entry {seq} is not the one that was recorded: "
                    f"expected seq {seq} after {prev[:12]}, got seq {entry.seq} after "
                    f"{entry.prev[:12]} with hash {entry.hash[:12]}"
                )
            prev = entry.hash
        return seq

    async def _last(self) -> AuditEntry | None:
        newest = await self._client.xrevrange(AUDIT_LOG, count=1)
        return _decoder.decode(newest[0][1][b"entry"]) if newest else None
