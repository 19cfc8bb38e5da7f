"""The audit log: a hash chain of interventions."""

import asyncio

import pytest

from schemas.audit_log import NO_HASH
from schemas.commit import canonical
from services.runtime.store.audit_log import AuditLog, BrokenChainError
from services.runtime.store.keys import AUDIT_LOG
from tests.services.full_client import FullClient

pytestmark = pytest.mark.anyio


async def test_entries_form_a_chain(client: FullClient) -> None:
    log = AuditLog(client)
    first = await log.record("operator:amber", "platform_added", "ours")
    second = await log.record("platform:ours", "table_voided", "t1", "a bug")

    assert (first.seq, first.prev) == (1, NO_HASH)
    assert (second.seq, second.prev) == (2, first.hash)
    assert [entry async for entry in log.entries()] == [first, second]
    assert await log.verify() == 2


async def test_concurrent_entries_are_all_kept(client: FullClient) -> None:
    log = AuditLog(client)
    await asyncio.gather(*(log.record("cli:jade", "command_sent", f"t{n}") for n in range(5)))

    assert await log.verify() == 5


@pytest.mark.parametrize("tampered", ["changed", "removed", "replaced"])
async def test_verification_finds_tampering(client: FullClient, tampered: str) -> None:
    log = AuditLog(client)
    entries = [await log.record("cli:jade", "command_sent", f"t{n}") for n in range(3)]
    stored = [canonical(entry) for entry in entries]
    if tampered == "removed":
        del stored[1]
    elif tampered == "changed":
        stored[1] = stored[1].replace(b"t1", b"t9")
    else:
        stored[1] = stored[0]
    await client.delete(AUDIT_LOG)
    for number, entry in enumerate(stored, start=1):
        await client.xadd(AUDIT_LOG, {"entry": entry}, id=f"{number}-0")

    with pytest.raises(BrokenChainError, match="entry 2 is not the one that was recorded"):
        await log.verify()
