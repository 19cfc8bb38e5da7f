"""Commands of one event-loop turn leave together."""

import asyncio
from pathlib import Path
from types import TracebackType
from typing import Self, cast

import pytest
from redis.exceptions import ResponseError
from redis.typing import EncodableT

from services.runtime.server import coalescing
from services.runtime.server.client import Pipeline
from services.runtime.server.coalescing import Arguments, Coalescer
from services.runtime.server.connection import connect, parse_address
from tests.services.full_client import FullClient
from tests.services.servers import ServerProcess
from tests.waiting import eventually, time_limit

pytestmark = pytest.mark.anyio


class RecordingPipeline:
    """Records the batches that are sent. Replies with the arguments, once `gate` is open."""

    def __init__(self) -> None:
        self.batches: list[list[Arguments]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.coalescer = Coalescer(self._send_alone, lambda: cast(Pipeline, self))
        self._staged: list[Arguments] = []

    async def __aenter__(self) -> Self:
        self._staged = []
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...

    def execute_command(self, *args: EncodableT, **_options: object) -> None:
        self._staged.append(args)

    async def execute(self, raise_on_error: bool = True) -> list[object]:
        assert not raise_on_error
        staged = list(self._staged)
        self.batches.append(staged)
        await self.gate.wait()
        return list(staged)

    async def _send_alone(self, *args: EncodableT) -> object:
        self.batches.append([args])
        await self.gate.wait()
        return args


async def test_commands_of_one_turn_leave_together_and_in_order() -> None:
    send = RecordingPipeline()
    coalescer = send.coalescer
    replies = await asyncio.gather(*(coalescer.add((number,), {}) for number in range(5)))
    assert replies == [(number,) for number in range(5)]
    assert send.batches == [[(number,) for number in range(5)]]


async def test_what_comes_while_replies_are_awaited_is_gathered() -> None:
    send = RecordingPipeline()
    send.gate.clear()
    coalescer = send.coalescer
    first = coalescer.add(("first",), {})
    await asyncio.sleep(0)
    later = [coalescer.add((number,), {}) for number in range(3)]
    await asyncio.sleep(0)
    assert send.batches == [[("first",)]]
    send.gate.set()
    async with time_limit():
        await asyncio.gather(first, *later)
    assert send.batches == [[("first",)], [(0,), (1,), (2,)]]


async def test_a_stalled_pipeline_does_not_hold_up_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(coalescing, "STALLED_SECONDS", 0.02)
    send = RecordingPipeline()
    send.gate.clear()
    coalescer = send.coalescer
    stalled = coalescer.add(("stalled",), {})
    await asyncio.sleep(0)
    waiting = coalescer.add(("waiting",), {})

    async def is_sent() -> bool:
        return [("waiting",)] in send.batches

    await eventually(is_sent, "the next command takes another connection")
    assert not stalled.done()
    send.gate.set()
    async with time_limit():
        assert [await stalled, await waiting] == [("stalled",), ("waiting",)]


async def test_a_caller_who_gives_up_does_not_disturb_the_others() -> None:
    send = RecordingPipeline()
    coalescer = send.coalescer
    given_up, other = coalescer.add(("given up",), {}), coalescer.add(("other",), {})
    given_up.cancel()
    assert await other == ("other",)


async def test_an_error_of_one_command_is_its_own(client: FullClient) -> None:
    await client.hset("{t}:hash", "field", 1)
    first, wrong_type, second = await asyncio.gather(
        client.xadd("{t}:stream", {"a": 1}),
        client.xadd("{t}:hash", {"a": 1}),
        client.xadd("{t}:stream", {"a": 2}),
        return_exceptions=True,
    )
    assert isinstance(wrong_type, ResponseError)
    assert [entry_id for entry_id, _ in await client.xrange("{t}:stream")] == [first, second]


async def test_everything_fails_while_the_server_is_down_and_works_again_after(
    tmp_path: Path,
) -> None:
    server = ServerProcess(tmp_path / "server")
    client = connect(parse_address(server.start()))
    try:
        assert await client.xadd("stream", {"a": 1})
        server.kill()
        results = await asyncio.gather(
            *(client.xlen("stream") for _ in range(3)), return_exceptions=True
        )
        assert all(isinstance(result, Exception) for result in results), results
        server.start()

        async def lengths() -> list[int]:
            try:
                return await asyncio.gather(*(client.xlen("stream") for _ in range(3)))
            except Exception:
                return []

        assert await eventually(lengths, "the server answers again") == [1, 1, 1]
    finally:
        await client.aclose()
        server.stop()
