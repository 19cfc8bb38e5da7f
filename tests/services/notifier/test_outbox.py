"""What waits for a client is bounded, and histories leave room for what happens."""

import asyncio

import pytest

from services.notifier.frames import Frame
from services.notifier.outbox import Outbox

pytestmark = pytest.mark.anyio


def frame(size: int = 1) -> Frame:
    return Frame("x" * size, size)


def test_frames_come_out_as_they_went_in() -> None:
    outbox = Outbox(frames_max=8, bytes_max=100)
    put = [frame(size) for size in (1, 2, 3)]
    assert all(outbox.put(one) for one in put)
    assert [outbox.take(), outbox.take(), outbox.take(), outbox.take()] == [*put, None]


def test_so_many_frames_fit_and_not_one_more() -> None:
    outbox = Outbox(frames_max=2, bytes_max=100)
    assert [outbox.put(frame()) for _ in range(3)] == [True, True, False]
    outbox.take()
    assert outbox.put(frame())


def test_so_many_bytes_fit_and_not_one_more() -> None:
    outbox = Outbox(frames_max=100, bytes_max=10)
    assert outbox.put(frame(6))
    assert not outbox.put(frame(5))
    assert outbox.put(frame(4))


def test_a_frame_that_is_too_large_by_itself_fits_alone() -> None:
    outbox = Outbox(frames_max=100, bytes_max=10)
    assert outbox.put(frame(50))
    assert not outbox.put(frame(1))
    outbox.take()
    assert outbox.put(frame(1))


async def test_a_history_waits_until_half_of_it_is_empty_again() -> None:
    outbox = Outbox(frames_max=4, bytes_max=100)
    outbox.put(frame())
    await outbox.room()
    outbox.put(frame())
    waiting = [asyncio.create_task(outbox.room()) for _ in range(3)]
    await asyncio.sleep(0)
    assert not any(task.done() for task in waiting)
    waiting.pop().cancel()
    assert outbox.put(frame()), "there is room left for what happens"
    outbox.take()
    outbox.take()
    await asyncio.gather(*waiting)
