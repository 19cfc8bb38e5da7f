"""The send queue is bounded, and histories leave capacity for live frames."""

import asyncio

import pytest

from services.notifier.frames import Frame
from services.notifier.send_queue import SendQueue

pytestmark = pytest.mark.anyio


def frame(size: int = 1) -> Frame:
    return Frame(b"x" * size)


def test_frames_leave_in_the_order_they_entered() -> None:
    queue = SendQueue(frames_max=8, bytes_max=100)
    frames = [frame(size) for size in (1, 2, 3)]
    assert all(queue.put(item) for item in frames)
    assert [queue.pop(), queue.pop(), queue.pop(), queue.pop()] == [*frames, None]


def test_rejects_more_than_the_maximum_number_of_frames() -> None:
    queue = SendQueue(frames_max=2, bytes_max=100)
    assert [queue.put(frame()) for _ in range(3)] == [True, True, False]
    queue.pop()
    assert queue.put(frame())


def test_rejects_more_than_the_maximum_number_of_bytes() -> None:
    queue = SendQueue(frames_max=100, bytes_max=10)
    assert queue.put(frame(6))
    assert not queue.put(frame(5))
    assert queue.put(frame(4))


def test_an_empty_queue_accepts_an_oversized_frame() -> None:
    queue = SendQueue(frames_max=100, bytes_max=10)
    assert queue.put(frame(50))
    assert not queue.put(frame(1))
    queue.pop()
    assert queue.put(frame(1))


async def test_histories_wait_until_the_queue_is_half_empty() -> None:
    queue = SendQueue(frames_max=4, bytes_max=100)
    queue.put(frame())
    await queue.wait_until_half_empty()
    queue.put(frame())
    waiting = [asyncio.create_task(queue.wait_until_half_empty()) for _ in range(3)]
    await asyncio.sleep(0)
    assert not any(task.done() for task in waiting)
    waiting.pop().cancel()
    assert queue.put(frame()), "live frames still fit"
    queue.pop()
    queue.pop()
    await asyncio.gather(*waiting)
