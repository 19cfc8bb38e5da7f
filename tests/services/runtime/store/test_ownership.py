"""Engines share the shards evenly, and each shard has one owner at a time."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest

from services.runtime.operations.health import Health
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.store.keys import ENGINES, StreamKeys, all_shards
from services.runtime.store.ownership import Ownership
from services.runtime.store.rules_in_play import RulesInPlay
from services.runtime.store.stream_layout import StreamLayouts
from tests.services.full_client import FullClient, connect_fully
from tests.services.servers import ServerProcess
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

SHARDS = 8
LOCK_SECONDS = 1.0


class ShardOwner:
    """An engine that only owns shards."""

    def __init__(self, client: FullClient, known: Iterable[str] = ("city/1",)) -> None:
        self.client = client
        self.health = Health()
        self.health.ready("start")
        layouts = StreamLayouts(client, all_shards(SHARDS), "engine")
        self.ownership = Ownership(
            client, "engine", layouts, RulesInPlay(client, known), LOCK_SECONDS, self.health
        )
        self.ownership.on_acquire, self.ownership.on_release = self._on_acquire, self._on_release
        self.tokens: dict[StreamKeys, str] = {}
        self.all_tokens: list[str] = []
        self.released_tokens: list[str] = []
        self._running = asyncio.create_task(self.ownership.run())

    async def _on_acquire(self, shard: StreamKeys, token: str) -> None:
        assert shard not in self.tokens, "acquired twice"
        self.tokens[shard] = token
        self.all_tokens.append(token)

    async def _on_release(self, shard: StreamKeys) -> None:
        self.released_tokens.append(self.tokens.pop(shard))

    async def stop(self) -> None:
        self.ownership.stopping.set()
        await self._running
        await self.ownership.release_all()

    async def die(self) -> None:
        """Stop without releasing the shards."""
        await cancel_tasks(self._running)


class Owners:
    def __init__(self, client: FullClient) -> None:
        self._client = client
        self._all: list[ShardOwner] = []

    def start(self, *known: str) -> ShardOwner:
        """Start an engine that knows these rules."""
        owner = ShardOwner(self._client, known or ("city/1",))
        self._all.append(owner)
        return owner

    async def share(self, *expected: int) -> None:
        """Wait until the owners have these numbers of shards, and every shard has one owner."""

        async def is_shared() -> bool:
            held = [shard for owner in self._all for shard in owner.tokens]
            counts = sorted(len(owner.tokens) for owner in self._all)
            return counts == sorted(expected) and len(set(held)) == len(held) == SHARDS

        await eventually(is_shared, f"shares of {expected}")

    async def end(self) -> None:
        for owner in self._all:
            await owner.die()


@pytest.fixture
async def owners(client: FullClient) -> AsyncIterator[Owners]:
    owners = Owners(client)
    yield owners
    await owners.end()


async def test_a_single_engine_owns_all_shards(owners: Owners, client: FullClient) -> None:
    owner = owners.start()
    await owners.share(SHARDS)
    for shard, token in owner.tokens.items():
        assert await client.get(shard.owner("engine")) == token.encode()
    assert len(set(owner.all_tokens)) == SHARDS
    assert owner.health.problems() == {}


async def test_shards_move_when_engines_start_and_stop(owners: Owners, client: FullClient) -> None:
    first = owners.start()
    await owners.share(SHARDS)
    second = owners.start()
    await owners.share(4, 4)
    third = owners.start()
    await owners.share(3, 3, 2)
    assert await client.zcard(ENGINES) == 3
    await second.stop()
    await owners.share(4, 0, 4)
    await first.stop()
    await owners.share(0, 0, SHARDS)
    await third.stop()
    assert await client.zcard(ENGINES) == 0
    assert [await client.exists(shard.owner("engine")) for shard in all_shards(SHARDS)] == [
        0
    ] * SHARDS
    tokens = first.all_tokens + second.all_tokens + third.all_tokens
    assert len(set(tokens)) == len(tokens), "no token is used twice"


async def test_a_graceful_stop_releases_shards_at_once(owners: Owners, client: FullClient) -> None:
    first = owners.start()
    await owners.share(SHARDS)
    await first.stop()
    for shard in all_shards(SHARDS):
        assert await client.exists(shard.owner("engine")) == 0
    owners.start()
    await owners.share(0, SHARDS)


async def test_acquires_the_shards_of_a_dead_engine_when_its_locks_expire(owners: Owners) -> None:
    first = owners.start()
    await owners.share(SHARDS)
    second = owners.start()
    await owners.share(4, 4)
    await first.die()
    first.tokens.clear()
    await owners.share(0, SHARDS)
    assert second.health.problems() == {}


async def test_releases_a_shard_whose_lock_is_lost(owners: Owners, client: FullClient) -> None:
    owner = owners.start()
    await owners.share(SHARDS)
    shard = StreamKeys(all_shards(SHARDS)[3])
    before = owner.tokens[shard]
    await client.set(shard.owner("engine"), "another-engine", px=300)

    async def is_reacquired() -> bool:
        return owner.tokens.get(shard, before) != before

    await eventually(is_reacquired, "the shard is acquired again when the other lock expires")
    assert before in owner.released_tokens, "the shard was released in between"
    assert await client.get(shard.owner("engine")) == owner.tokens[shard].encode()


async def test_an_engine_yields_shards_whose_rules_it_does_not_know(
    owners: Owners, client: FullClient
) -> None:
    older = owners.start("city/1")
    await owners.share(SHARDS)
    shards = all_shards(SHARDS)
    for shard in shards[:3]:
        await RulesInPlay(client, ()).note(shard, "city/2")
    newer = owners.start("city/1", "city/2")

    await owners.share(3, 5)  # 3 with the newer rules, and half of the others
    yielded = [shard for shard in shards[:3] if StreamKeys(shard) in newer.tokens]
    assert yielded == list(shards[:3])

    await newer.stop()
    await owners.share(SHARDS, 0)
    assert set(older.tokens) == {StreamKeys(shard) for shard in shards}


async def test_owners_survive_a_server_restart(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    client = connect_fully(server.start())
    owners = Owners(client)
    owner = owners.start()
    try:
        await owners.share(SHARDS)
        server.kill()

        async def is_not_ready() -> bool:
            return "server unreachable" in owner.health.problems().get("shards", "")

        await eventually(is_not_ready, "the owner is not ready without the server")
        server.start()

        async def is_ready() -> bool:
            return owner.health.problems() == {}

        await eventually(is_ready, "the owner is ready again")
        await owners.share(SHARDS)
        for shard, token in owner.tokens.items():
            assert await client.get(shard.owner("engine")) == token.encode()
    finally:
        await owners.end()
        await client.aclose()
        server.stop()
