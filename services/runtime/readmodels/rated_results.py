"""Stored results of rated tables, for the standings read model.

Each result includes the ratings before it, so that later results can be rated again when an earlier
one arrives late.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from services.runtime.readmodels.generations import Generation
from services.runtime.readmodels.standings import (
    PlayerRating,
    StandingList,
    decode_rating,
    ratings_key,
)
from services.runtime.server.client import RedisClient

EndOrder = tuple[int, str]
"""The time when a table ended, and its id."""


class Finish(Struct, frozen=True, gc=False):
    """The result of one player of a table."""

    player: str
    place: int
    won: bool


class FinishedTable(Struct, frozen=True):
    standing_list: StandingList
    table: str
    ended_at: int
    finishes: tuple[Finish, ...]

    @property
    def end_order(self) -> EndOrder:
        return self.ended_at, self.table


class RatedResult(Struct, frozen=True):
    """A stored result with the ratings of its players before it."""

    finished: FinishedTable
    before: dict[str, PlayerRating]


_decoder = msgspec.json.Decoder(RatedResult)


def results_key(generation: Generation) -> str:
    """Key of the hash: table id -> RatedResult."""
    return generation.key("results")


def order_key(generation: Generation, standing_list: StandingList) -> str:
    """Key of the sorted set of table ids by end time. Redis sorts equal times by id."""
    return generation.key(f"order:{standing_list.name}")


class RatedResults:
    def __init__(self, client: RedisClient, generation: Generation) -> None:
        self._client = client
        self._generation = generation

    async def ended_after(self, standing_list: StandingList, after: EndOrder) -> list[RatedResult]:
        """Return the results that ended later, in order."""
        entries = await self._client.zrange(
            order_key(self._generation, standing_list),
            after[0],
            "+inf",
            byscore=True,
            withscores=True,
        )
        tables = [table for table, ended_at in entries if (int(ended_at), table.decode()) > after]
        if not tables:
            return []
        results = await self._client.hmget(results_key(self._generation), tables)
        return [_decoder.decode(text) for text in results if text is not None]

    async def ratings(
        self, standing_list: StandingList, players: Sequence[str]
    ) -> dict[str, PlayerRating]:
        """Return the ratings of those players who have one."""
        if not players:
            return {}
        stored = await self._client.hmget(ratings_key(self._generation, standing_list), players)
        return {
            player: decode_rating(text)
            for player, text in zip(players, stored, strict=True)
            if text is not None
        }
