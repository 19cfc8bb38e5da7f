"""Who may be in hand beside whom."""

import asyncio

import pytest

from services.engine.quarantine import Quarantine

pytestmark = pytest.mark.anyio

TURNS = 5
"""Enough turns of the loop for everyone who can go on."""


async def turns() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)


class Visitor:
    """Comes in when it may, and stays until it is sent away."""

    def __init__(self, quarantine: Quarantine, *, alone: bool = False) -> None:
        self._inside = False
        self._leave = asyncio.Event()
        self._task = asyncio.create_task(self._visit(quarantine, alone))

    async def _visit(self, quarantine: Quarantine, alone: bool) -> None:
        async with quarantine.alone() if alone else quarantine.together():
            self._inside = True
            await self._leave.wait()
        self._inside = False

    def inside(self) -> bool:
        return self._inside

    async def leave(self) -> None:
        self._leave.set()
        await self._task


async def test_many_are_in_together() -> None:
    quarantine = Quarantine()
    visitors = [Visitor(quarantine) for _ in range(3)]
    await turns()
    assert all(visitor.inside() for visitor in visitors)
    for visitor in visitors:
        await visitor.leave()


async def test_a_suspect_waits_until_everyone_has_left() -> None:
    quarantine = Quarantine()
    first, second = Visitor(quarantine), Visitor(quarantine)
    await turns()
    suspect = Visitor(quarantine, alone=True)
    await first.leave()
    await turns()
    assert not suspect.inside()
    await second.leave()
    await turns()
    assert suspect.inside()
    await suspect.leave()


async def test_nobody_comes_in_beside_a_suspect() -> None:
    quarantine = Quarantine()
    suspect = Visitor(quarantine, alone=True)
    await turns()
    other, next_suspect = Visitor(quarantine), Visitor(quarantine, alone=True)
    await turns()
    assert (suspect.inside(), other.inside(), next_suspect.inside()) == (True, False, False)
    await suspect.leave()
    await turns()
    assert (other.inside(), next_suspect.inside()) == (True, False)
    await other.leave()
    await turns()
    assert next_suspect.inside()
    await next_suspect.leave()


async def test_a_suspect_gets_its_turn_among_many() -> None:
    """Whoever comes after it waits, so that it can't wait for ever."""
    quarantine = Quarantine()
    early = Visitor(quarantine)
    await turns()
    suspect = Visitor(quarantine, alone=True)
    await turns()
    late = Visitor(quarantine)
    await turns()
    assert not late.inside()
    await early.leave()
    await turns()
    assert suspect.inside()
    await suspect.leave()
    await turns()
    assert late.inside()
    await late.leave()


async def test_a_failure_inside_opens_the_door() -> None:
    quarantine = Quarantine()
    for stay in (quarantine.together, quarantine.alone):
        with pytest.raises(ValueError, match="inside"):
            async with stay():
                raise ValueError("inside")
    async with asyncio.timeout(1), quarantine.alone():
        pass
