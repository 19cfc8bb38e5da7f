"""Cancel tasks reliably, and run clean-up despite cancellation."""

import asyncio
from collections.abc import Coroutine
from typing import Any

CANCEL_RETRY_SECONDS = 0.5


async def cancel_tasks(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks until they are done.

    Cancelling once is not enough: up to Python 3.11 `asyncio.wait_for`, which redis-py uses,
    swallows a cancellation that arrives just when it finishes. asyncio logs other exceptions.
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=CANCEL_RETRY_SECONDS)


async def run_to_completion(step: Coroutine[Any, Any, None]) -> None:
    """Run a clean-up step to its end, ignoring cancellation."""
    task = asyncio.create_task(step)
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            continue
