"""Ending tasks for sure."""

import asyncio
from collections.abc import Coroutine
from typing import Any

CANCEL_AGAIN_SECONDS = 0.5


async def end(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks until they are done.

    Once is not enough: up to Python 3.11 `asyncio.wait_for`, through which redis-py sends, forgets
    a cancellation that comes at the moment it has finished, and the task goes on as if nothing
    had been asked. What a task fails with instead is logged by asyncio.
    """
    going = set(tasks)
    while going:
        for task in going:
            task.cancel()
        _, going = await asyncio.wait(going, timeout=CANCEL_AGAIN_SECONDS)


async def finish(step: Coroutine[Any, Any, None]) -> None:
    """Wait for a step to its end, however often we are cancelled meanwhile: for clearing up."""
    task = asyncio.create_task(step)
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            continue
