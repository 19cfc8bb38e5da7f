"""A cancelled command ends, even if a library drops the first cancellation."""

import asyncio

import pytest

from cli.connection.cancellation import finish_or_cancel


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def returns() -> str:
    return "done"


async def raises() -> str:
    raise ValueError("broken")


async def drops_cancellations(dropped: list[str], limit: int) -> None:
    while True:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            if len(dropped) == limit:
                raise
            dropped.append("cancellation")


@pytest.mark.anyio
async def test_returns_or_raises_what_the_work_does() -> None:
    assert await finish_or_cancel(returns()) == "done"
    with pytest.raises(ValueError, match="broken"):
        await finish_or_cancel(raises())


@pytest.mark.anyio
@pytest.mark.parametrize("limit", [0, 1, 3])
async def test_cancels_until_the_work_ends(limit: int) -> None:
    dropped: list[str] = []
    command = asyncio.create_task(finish_or_cancel(drops_cancellations(dropped, limit)))
    await asyncio.sleep(0)
    command.cancel()
    with pytest.raises(asyncio.CancelledError):
        await command
    assert len(dropped) == limit
