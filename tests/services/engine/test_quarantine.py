"""Suspect commands run alone, all others together."""

import asyncio

import pytest

from services.engine.quarantine import Quarantine
from tests.waiting import time_limit

pytestmark = pytest.mark.anyio

TURNS = 5
"""Turns of the event loop: enough for every task that can continue."""


async def turns() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)


class Holder:
    """A task that acquires the quarantine and holds it until released."""

    def __init__(self, quarantine: Quarantine, *, exclusive: bool = False) -> None:
        self._holds = False
        self._released = asyncio.Event()
        self._task = asyncio.create_task(self._hold(quarantine, exclusive))

    async def _hold(self, quarantine: Quarantine, exclusive: bool) -> None:
        async with quarantine.exclusive() if exclusive else quarantine.shared():
            self._holds = True
            await self._released.wait()
        self._holds = False

    def is_holding(self) -> bool:
        return self._holds

    async def release(self) -> None:
        self._released.set()
        await self._task


async def test_shared_holders_do_not_wait_for_each_other() -> None:
    quarantine = Quarantine()
    holders = [Holder(quarantine) for _ in range(3)]
    await turns()
    assert all(holder.is_holding() for holder in holders)
    for holder in holders:
        await holder.release()


async def test_a_suspect_waits_for_all_shared_holders() -> None:
    quarantine = Quarantine()
    first, second = Holder(quarantine), Holder(quarantine)
    await turns()
    suspect = Holder(quarantine, exclusive=True)
    await first.release()
    await turns()
    assert not suspect.is_holding()
    await second.release()
    await turns()
    assert suspect.is_holding()
    await suspect.release()


async def test_nothing_runs_beside_a_suspect() -> None:
    quarantine = Quarantine()
    suspect = Holder(quarantine, exclusive=True)
    await turns()
    other, next_suspect = Holder(quarantine), Holder(quarantine, exclusive=True)
    await turns()
    assert (suspect.is_holding(), other.is_holding(), next_suspect.is_holding()) == (
        True,
        False,
        False,
    )
    await suspect.release()
    await turns()
    assert (other.is_holding(), next_suspect.is_holding()) == (True, False)
    await other.release()
    await turns()
    assert next_suspect.is_holding()
    await next_suspect.release()


async def test_a_waiting_suspect_is_not_starved() -> None:
    """Later holders wait for it, so it cannot wait forever."""
    quarantine = Quarantine()
    early = Holder(quarantine)
    await turns()
    suspect = Holder(quarantine, exclusive=True)
    await turns()
    late = Holder(quarantine)
    await turns()
    assert not late.is_holding()
    await early.release()
    await turns()
    assert suspect.is_holding()
    await suspect.release()
    await turns()
    assert late.is_holding()
    await late.release()


async def test_an_exception_releases_the_quarantine() -> None:
    quarantine = Quarantine()
    for hold in (quarantine.shared, quarantine.exclusive):
        with pytest.raises(ValueError, match="failed"):
            async with hold():
                raise ValueError("failed")
    async with time_limit(), quarantine.exclusive():
        pass
