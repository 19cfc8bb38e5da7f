"""Shards are shared out among live engines, and each has one owner at a time."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.runtime.connection import Client, connect, parse_address
from services.runtime.health import Health
from services.runtime.keys import ENGINES, ShardKeys, all_shards
from services.runtime.ownership import Ownership
from services.runtime.tasks import end
from tests.services.engines import eventually
from tests.services.servers import ServerProcess

pytestmark = pytest.mark.anyio

SHARDS = 8
LOCK_SECONDS = 1.0


class Owner:
    """An engine that does nothing with its shards but hold them."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.health = Health()
        self.health.ready("start")
        self.ownership = Ownership(client, "engine", all_shards(SHARDS), LOCK_SECONDS, self.health)
        self.ownership.taken, self.ownership.left = self._taken, self._left
        self.tokens: dict[ShardKeys, str] = {}
        self.every_token: list[str] = []
        self.tokens_left: list[str] = []
        self._running = asyncio.create_task(self.ownership.run())

    async def _taken(self, shard: ShardKeys, token: str) -> None:
        assert shard not in self.tokens, "taken twice"
        self.tokens[shard] = token
        self.every_token.append(token)

    async def _left(self, shard: ShardKeys) -> None:
        self.tokens_left.append(self.tokens.pop(shard))

    async def stop(self) -> None:
        self.ownership.stopping.set()
        await self._running
        await self.ownership.release_all()

    async def die(self) -> None:
        """Without a word to anyone."""
        await end(self._running)


class Owners:
    def __init__(self, client: Client) -> None:
        self._client = client
        self._all: list[Owner] = []

    def start(self) -> Owner:
        owner = Owner(self._client)
        self._all.append(owner)
        return owner

    async def share(self, *expected: int) -> None:
        """Wait until the owners hold so many shards, all together every one of them once."""

        async def shared() -> bool:
            held = [shard for owner in self._all for shard in owner.tokens]
            found = sorted(len(owner.tokens) for owner in self._all)
            return found == sorted(expected) and len(set(held)) == len(held) == SHARDS

        await eventually(shared, f"shares of {expected}")

    async def end(self) -> None:
        for owner in self._all:
            await owner.die()


@pytest.fixture
async def owners(client: Client) -> AsyncIterator[Owners]:
    owners = Owners(client)
    yield owners
    await owners.end()


async def test_one_engine_owns_everything(owners: Owners, client: Client) -> None:
    alone = owners.start()
    await owners.share(SHARDS)
    for shard, token in alone.tokens.items():
        assert await client.get(shard.owner("engine")) == token.encode()
    assert len(set(alone.every_token)) == SHARDS
    assert alone.health.problems() == {}


async def test_shares_move_as_engines_come_and_go(owners: Owners, client: Client) -> None:
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
    tokens = first.every_token + second.every_token + third.every_token
    assert len(set(tokens)) == len(tokens), "no token is used twice"


async def test_an_orderly_stop_frees_shards_before_their_locks_run_out(
    owners: Owners, client: Client
) -> None:
    first = owners.start()
    await owners.share(SHARDS)
    await first.stop()
    for shard in all_shards(SHARDS):
        assert await client.exists(shard.owner("engine")) == 0
    owners.start()
    await owners.share(0, SHARDS)


async def test_a_dead_engine_s_shards_are_taken_when_its_locks_run_out(owners: Owners) -> None:
    first = owners.start()
    await owners.share(SHARDS)
    second = owners.start()
    await owners.share(4, 4)
    await first.die()
    first.tokens.clear()
    await owners.share(0, SHARDS)
    assert second.health.problems() == {}


async def test_a_lost_lock_is_noticed_and_the_shard_left(owners: Owners, client: Client) -> None:
    owner = owners.start()
    await owners.share(SHARDS)
    shard = all_shards(SHARDS)[3]
    before = owner.tokens[shard]
    await client.set(shard.owner("engine"), "somebody-else", px=300)

    async def taken_again() -> bool:
        return owner.tokens.get(shard, before) != before

    await eventually(taken_again, "it is taken again when the other is gone")
    assert before in owner.tokens_left, "it was left in between"
    assert await client.get(shard.owner("engine")) == owner.tokens[shard].encode()


async def test_owners_outlive_a_restart_of_the_server(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    client = connect(parse_address(server.start()))
    owners = Owners(client)
    owner = owners.start()
    try:
        await owners.share(SHARDS)
        server.kill()

        async def not_ready() -> bool:
            return "no word from the server" in owner.health.problems().get("shards", "")

        await eventually(not_ready, "readiness says that the server is gone")
        server.start()

        async def ready() -> bool:
            return owner.health.problems() == {}

        await eventually(ready, "readiness says that it is back")
        await owners.share(SHARDS)
        for shard, token in owner.tokens.items():
            assert await client.get(shard.owner("engine")) == token.encode()
    finally:
        await owners.end()
        await client.aclose()
        server.stop()
