"""Make sure that Ctrl-C ends a command."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")

CANCEL_AGAIN_SECONDS = 0.2


async def finish_or_cancel(work: Awaitable[T]) -> T:
    """Await `work`, and cancel it until it ends if this task is cancelled.

    Once is not enough: `asyncio.wait_for` and `asyncio.timeout`, which redis-py uses, drop a
    cancellation that was requested just before them, for example while a command printed.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        while not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=CANCEL_AGAIN_SECONDS)
        if not task.cancelled():
            # Mark an error as retrieved: the command was cancelled anyway.
            task.exception()
        raise
    return task.result()
