"""The standings: every finished game rated, in the order in which the games ended.

Ratings depend on the order, and shards are read side by side, so a result may come late. With each
result stands what its players were worth before it: the results that follow are undone, the late
one is put in its place, and they are rated again. So it does not matter when a result is heard of.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec import Struct

from schemas.guests import GUESTS
from services.projector.folding import Told
from services.projector.rating import Finish, newcomer, rated_after
from services.projector.writing import Write
from services.runtime.connection import Client
from services.runtime.generations import Generation, ModelName
from services.runtime.spectators import agreed_terms
from services.runtime.standings import (
    Rated,
    decode_rated,
    ranking_key,
    rating_field,
    ratings_key,
)

SEATS_MIN = 2

Place = tuple[int, str]
"""When a game ended, and its id."""


class Finished(Struct, frozen=True):
    game: str
    table: str
    ended_at: int
    finishes: tuple[Finish, ...]

    @property
    def place(self) -> Place:
        return self.ended_at, self.table


class RatedResult(Struct, frozen=True):
    """A result as it is kept, with what its players were worth before."""

    finished: Finished
    before: dict[str, Rated]


_decoder = msgspec.json.Decoder(RatedResult)


def _results_key(generation: Generation) -> str:
    """Table -> RatedResult."""
    return generation.key("results")


def _order_key(generation: Generation, game: str) -> str:
    """Tables by when their game ended, then by id: as sorted sets do it by themselves."""
    return generation.key(f"order:{game}")


class Standings:
    name: ModelName = "standings"

    def news(self, told: Told) -> Sequence[Finished]:
        last = told.last
        table = last.position.table if last and told.steps else None
        if last is None or table is None or table.stage != "over":
            return ()
        if len(table.chairs) < SEATS_MIN or agreed_terms(table.terms).platform == GUESTS:
            # A guest's name proves nothing: nobody's rating is at stake at their tables.
            return ()
        finishes = []
        for result in table.results:
            player = table.chairs[result.seat].player
            assert player is not None, "a game is played with every seat taken"
            finishes.append(Finish(player, result.place, result.won))
        return (Finished(table.game, told.game, last.updated_at, tuple(finishes)),)

    async def writes(
        self, client: Client, generation: Generation, news: Sequence[Finished]
    ) -> list[Write]:
        writes: list[Write] = []
        ordered = sorted(news, key=lambda finished: (finished.game, finished.place))
        for game, some in groupby(ordered, key=lambda finished: finished.game):
            writes += await _rated(client, generation, game, list(some))
        return writes

    def place(self, news: Finished) -> Place:
        return news.place


async def _rated(
    client: Client, generation: Generation, game: str, new: list[Finished]
) -> list[Write]:
    later = await _results_after(client, generation, game, new[0].place)
    ratings: dict[str, Rated] = {}
    for result in reversed(later):
        ratings |= result.before
    todo = sorted([*new, *(result.finished for result in later)], key=lambda one: one.place)
    await _look_up(client, generation, game, todo, ratings)
    writes = []
    for finished in todo:
        before = {finish.player: ratings[finish.player] for finish in finished.finishes}
        ratings |= rated_after(before, finished.finishes)
        text = msgspec.json.encode(RatedResult(finished, before))
        writes.append(Write("HSET", _results_key(generation), (finished.table, text)))
    for finished in new:
        score = (finished.ended_at, finished.table)
        writes.append(Write("ZADD", _order_key(generation, game), score))
    for player in sorted({finish.player for one in todo for finish in one.finishes}):
        field, rated = rating_field(game, player), ratings[player]
        writes.append(Write("HSET", ratings_key(generation), (field, msgspec.json.encode(rated))))
        writes.append(Write("ZADD", ranking_key(generation, game), (repr(rated.rating), player)))
    return writes


async def _results_after(
    client: Client, generation: Generation, game: str, place: Place
) -> list[RatedResult]:
    """In order."""
    entries: list[tuple[bytes, Any]] = await client.zrange(
        _order_key(generation, game), place[0], "+inf", byscore=True, withscores=True
    )
    tables = [table for table, ended_at in entries if (int(ended_at), table.decode()) > place]
    if not tables:
        return []
    return [_decoder.decode(text) for text in await client.hmget(_results_key(generation), tables)]


async def _look_up(
    client: Client,
    generation: Generation,
    game: str,
    todo: Sequence[Finished],
    ratings: dict[str, Rated],
) -> None:
    """The ratings of players whom no later result has told of."""
    players = {finish.player for finished in todo for finish in finished.finishes}
    unknown = sorted(players - ratings.keys())
    if unknown:
        fields = [rating_field(game, player) for player in unknown]
        found = await client.hmget(ratings_key(generation), fields)
        for player, text in zip(unknown, found, strict=True):
            ratings[player] = decode_rated(text) if text else newcomer()
