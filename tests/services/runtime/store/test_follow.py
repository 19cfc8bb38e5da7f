"""Following streams: on one server, on a cluster, and across an outage."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from services.runtime.operations.tasks import cancel_tasks
from services.runtime.server.client import Entry
from services.runtime.server.nodes import is_cluster
from services.runtime.store.cursor import BEGINNING, Cursor
from services.runtime.store.follow import READ_COUNT, Reads, StreamRead, Watch, follow
from services.runtime.store.keys import all_shards
from tests.services.full_client import FullClient, connect_fully
from tests.services.servers import ServerProcess
from tests.waiting import DEADLINE_SECONDS, eventually

pytestmark = pytest.mark.anyio

STREAMS = tuple(shard.feed for shard in all_shards(4))


async def add(client: FullClient, stream: str, *numbers: int) -> None:
    for number in numbers:
        await client.xadd(stream, {"number": number}, id=f"{number}-0")


def numbers(read: StreamRead) -> list[int]:
    return [int(entry.fields[b"number"]) for entry in read.entries]


async def read_until(results: AsyncGenerator[Reads, None], count: int) -> dict[str, list[int]]:
    """Read until `count` entries have come. Return them by stream."""
    found: dict[str, list[int]] = {}
    async with asyncio.timeout(DEADLINE_SECONDS):
        async for reads in results:
            for read in reads:
                found.setdefault(read.stream, []).extend(numbers(read))
            if sum(map(len, found.values())) >= count:
                break
    return found


async def test_reads_many_streams_from_their_cursors(client: FullClient) -> None:
    cursors = dict.fromkeys(STREAMS, BEGINNING) | {STREAMS[1]: Cursor("2-0")}
    for stream in STREAMS[:3]:
        await add(client, stream, 1, 2, 3)
    async with aclosing(follow(client, cursors)) as results:
        found = await read_until(results, 7)
        assert [found[stream] for stream in STREAMS[:3]] == [[1, 2, 3], [3], [1, 2, 3]]
        await add(client, STREAMS[3], 1)
        await add(client, STREAMS[0], 4)
        later = await read_until(results, 2)
        assert (later[STREAMS[3]], later[STREAMS[0]]) == ([1], [4])


async def test_no_cursor_means_the_end_of_the_stream(client: FullClient) -> None:
    await add(client, STREAMS[0], 1, 2)
    async with aclosing(follow(client, {STREAMS[0]: None})) as results:
        [first] = await anext(results)
        assert (first.start, first.entries) == ("2-0", [])
        await add(client, STREAMS[0], 3)
        assert (await read_until(results, 1))[STREAMS[0]] == [3]


async def test_a_full_read_did_not_reach_the_end(client: FullClient) -> None:
    async with client.pipeline(transaction=False) as pipe:
        for number in range(1, READ_COUNT + 2):
            pipe.xadd(STREAMS[0], {"number": number}, id=f"{number}-0")
        await pipe.execute()
    async with aclosing(follow(client, {STREAMS[0]: BEGINNING})) as results:
        [first], [second] = await anext(results), await anext(results)
    assert (len(first.entries), first.reached_end, first.end) == (
        READ_COUNT,
        False,
        f"{READ_COUNT}-0",
    )
    assert (second.start, len(second.entries), second.reached_end) == (first.end, 1, True)


async def test_one_call_reads_what_one_node_may_read(
    client: FullClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[set[str]] = []
    xread = client.xread

    async def recording(
        streams: Mapping[str, str], count: int, block: int
    ) -> list[tuple[bytes, list[Entry]]]:
        calls.append(set(streams))
        return await xread(streams, count, block)

    monkeypatch.setattr(client, "xread", recording)
    together = {shard.outcomes for shard in all_shards(4)} | set(STREAMS)
    async with aclosing(follow(client, dict.fromkeys(together, BEGINNING))) as results:
        await anext(results)
    if is_cluster(client):
        assert {frozenset(call) for call in calls} == {
            frozenset({shard.feed, shard.outcomes}) for shard in all_shards(4)
        }
    else:
        assert calls == [together]


async def test_an_error_that_is_no_outage_is_raised(
    client: FullClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_arguments: Any) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr(client, "xread", broken)
    with pytest.raises(ValueError, match="a bug"):
        await anext(follow(client, dict.fromkeys(STREAMS, BEGINNING)))


async def test_continues_after_an_outage_and_reports_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = ServerProcess(tmp_path)
    client = connect_fully(server.start())
    outages: list[Exception] = []
    progress: list[None] = []
    watch = Watch(lambda: progress.append(None), outages.append)
    received: list[int] = []
    failures = 0
    xread = client.xread

    async def counting(
        streams: Mapping[str, str], count: int, block: int
    ) -> list[tuple[bytes, list[Entry]]]:
        nonlocal failures
        try:
            return await xread(streams, count, block)
        except Exception:
            failures += 1
            raise

    monkeypatch.setattr(client, "xread", counting)

    async def read() -> None:
        async with aclosing(follow(client, {STREAMS[0]: BEGINNING}, watch)) as results:
            async for [stream_read] in results:
                received.extend(numbers(stream_read))

    async def has_received(count: int) -> bool:
        return len(received) == count

    async def has_failed_repeatedly() -> bool:
        return failures >= 3

    await add(client, STREAMS[0], 1)
    with capture_logs() as logs:
        reading = asyncio.create_task(read())
        try:
            await eventually(lambda: has_received(1), "the first entry is read")
            before = len(progress)
            server.stop()
            await eventually(has_failed_repeatedly, "several reads fail")
            server.start()
            await add(client, STREAMS[0], 2)
            await eventually(lambda: has_received(2), "the second entry is read")
        finally:
            await cancel_tasks(reading)
            await client.aclose()
            server.stop()
    assert received == [1, 2]
    assert len(outages) == 1
    assert len(progress) > before
    assert [entry["log_level"] for entry in logs if "reading" in entry["event"]] == [
        "warning",
        "info",
    ]
