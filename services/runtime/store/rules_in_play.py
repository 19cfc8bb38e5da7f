"""Which rules the tables of each shard are played under, and which engines know them.

While two releases run side by side, a shard belongs to an engine that knows all its rules. If no
live engine does, any may own it, and refuses only the tables whose rules it does not know.
"""

from collections.abc import Iterable, Mapping

from services.runtime.server.client import RedisClient
from services.runtime.store.keys import ENGINE_RULES, RULES_IN_PLAY, ShardKeys

Engines = frozenset[str]
"""Ids of engines."""


class RulesInPlay:
    def __init__(self, client: RedisClient, known: Iterable[str]) -> None:
        """`known`: the rules that this engine knows."""
        self._client = client
        self._known = " ".join(known)
        self._noted: set[tuple[int, str]] = set()

    async def note(self, shard: ShardKeys, rules: str) -> None:
        """Remember that a table of the shard is played under these rules, before it is opened."""
        if (shard.number, rules) not in self._noted:
            await self._client.sadd(RULES_IN_PLAY, _member(shard, rules))
            self._noted.add((shard.number, rules))

    async def announce(self, engine_id: str) -> None:
        """Let the other engines know which rules this one knows."""
        await self._client.hset(ENGINE_RULES, mapping={engine_id: self._known})

    async def forget(self, *engine_ids: str) -> None:
        if engine_ids:
            await self._client.hdel(ENGINE_RULES, *engine_ids)

    async def owners(
        self, shards: Iterable[ShardKeys], live: Engines
    ) -> Mapping[ShardKeys, Engines]:
        """Return for each shard the live engines that may own it."""
        known = {
            engine_id.decode(): set(rules.decode().split())
            for engine_id, rules in (await self._client.hgetall(ENGINE_RULES)).items()
        }
        await self.forget(*(set(known) - live))
        in_play = {member.decode() for member in await self._client.smembers(RULES_IN_PLAY)}
        return {shard: _owners(_rules_of(shard, in_play), known, live) for shard in shards}


def _owners(rules: set[str], known: Mapping[str, set[str]], live: Engines) -> Engines:
    return frozenset(engine for engine in live if rules <= known.get(engine, set())) or live


def _rules_of(shard: ShardKeys, in_play: Iterable[str]) -> set[str]:
    prefix = _member(shard, "")
    return {member.removeprefix(prefix) for member in in_play if member.startswith(prefix)}


def _member(shard: ShardKeys, rules: str) -> str:
    """`3 city/2`."""
    return f"{shard.number} {rules}"
