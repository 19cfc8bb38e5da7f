"""Waiting in tests: poll until a condition holds, with one generous deadline for all tests.

The speed of a busy machine is not what tests check, so no test has its own limit. Only a failing
test waits this long.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

DEADLINE_SECONDS = 180.0
POLL_SECONDS = 0.01

T = TypeVar("T")


def wait_until(poll: Callable[[], T | None], description: str) -> T:
    """Call `poll` until it returns a value other than None, and return the value."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while (result := poll()) is None:
        assert time.monotonic() < deadline, f"not within {DEADLINE_SECONDS} s: {description}"
        time.sleep(POLL_SECONDS)
    return result


async def eventually(poll: Callable[[], Awaitable[T]], description: str) -> T:
    """Await `poll()` until its result is true, and return the result."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not (result := await poll()):
        assert time.monotonic() < deadline, (
            f"not within {DEADLINE_SECONDS} s: {description}; last result: {result!r}"
        )
        await asyncio.sleep(POLL_SECONDS)
    return result


def time_limit() -> asyncio.Timeout:
    """Return a context manager for `async with` that fails after the deadline."""
    return asyncio.timeout(DEADLINE_SECONDS)
