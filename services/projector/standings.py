"""The standings read model: rates finished tables in the order in which they ended.

Ratings depend on that order, but shards are read in parallel, so a result may arrive late. Each
stored result includes the ratings before it. A late result rolls back the later ones, is inserted,
and the later ones are rated again. Therefore the order of arrival does not matter.
"""

from collections.abc import Sequence
from itertools import groupby

import msgspec
from msgspec import Struct

from schemas.guests import GUESTS
from services.projector.folding import FoldedCommits
from services.projector.rating import Finish, initial_rating, rated_after
from services.projector.writing import Write
from services.runtime.access.spectators import agreed_terms
from services.runtime.readmodels.generations import Generation, ModelName
from services.runtime.readmodels.standings import (
    PlayerRating,
    decode_rating,
    ranking_key,
    rating_field,
    ratings_key,
)
from services.runtime.server.client import RedisClient

SEATS_MIN = 2

EndOrder = tuple[int, str]
"""The time when a table ended, and its id."""


class FinishedTable(Struct, frozen=True):
    game: str
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


def _results_key(generation: Generation) -> str:
    """Hash: table id -> RatedResult."""
    return generation.key("results")


def _order_key(generation: Generation, game: str) -> str:
    """Sorted set: table ids by end time. Redis sorts equal times by id."""
    return generation.key(f"order:{game}")


class Standings:
    name: ModelName = "standings"

    def changes(self, commits: FoldedCommits) -> Sequence[FinishedTable]:
        last = commits.last
        table = last.position.table if last and commits.steps else None
        if last is None or table is None or table.stage != "over":
            return ()
        if len(table.seats) < SEATS_MIN or agreed_terms(table.terms).platform == GUESTS:
            # Guests choose any name, so their tables are not rated.
            return ()
        finishes = []
        for result in table.results:
            player = table.seats[result.seat].player
            assert player is not None, "a finished table has a player on every seat"
            finishes.append(Finish(player, result.place, result.won))
        return (FinishedTable(table.game, commits.table_id, last.updated_at, tuple(finishes)),)

    async def writes(
        self, client: RedisClient, generation: Generation, changes: Sequence[FinishedTable]
    ) -> list[Write]:
        writes: list[Write] = []
        ordered = sorted(changes, key=lambda finished: (finished.game, finished.end_order))
        for game, group in groupby(ordered, key=lambda finished: finished.game):
            writes += await _rate(client, generation, game, list(group))
        return writes

    def sort_key(self, change: FinishedTable) -> EndOrder:
        return change.end_order


async def _rate(
    client: RedisClient, generation: Generation, game: str, new: list[FinishedTable]
) -> list[Write]:
    """Rate new results, and the later ones again. `new` is sorted by end."""
    later = await _results_after(client, generation, game, new[0].end_order)
    ratings: dict[str, PlayerRating] = {}
    for result in reversed(later):
        ratings |= result.before
    to_rate = sorted(
        [*new, *(result.finished for result in later)], key=lambda finished: finished.end_order
    )
    await _load_ratings(client, generation, game, to_rate, ratings)
    writes = []
    for finished in to_rate:
        before = {finish.player: ratings[finish.player] for finish in finished.finishes}
        ratings |= rated_after(before, finished.finishes)
        text = msgspec.json.encode(RatedResult(finished, before))
        writes.append(Write("HSET", _results_key(generation), (finished.table, text)))
    for finished in new:
        score = (finished.ended_at, finished.table)
        writes.append(Write("ZADD", _order_key(generation, game), score))
    for player in sorted({finish.player for table in to_rate for finish in table.finishes}):
        field, rated = rating_field(game, player), ratings[player]
        writes.append(Write("HSET", ratings_key(generation), (field, msgspec.json.encode(rated))))
        writes.append(Write("ZADD", ranking_key(generation, game), (repr(rated.rating), player)))
    return writes


async def _results_after(
    client: RedisClient, generation: Generation, game: str, after: EndOrder
) -> list[RatedResult]:
    """Return the results that ended later, in order."""
    entries = await client.zrange(
        _order_key(generation, game), after[0], "+inf", byscore=True, withscores=True
    )
    tables = [table for table, ended_at in entries if (int(ended_at), table.decode()) > after]
    if not tables:
        return []
    results = await client.hmget(_results_key(generation), tables)
    return [_decoder.decode(text) for text in results if text is not None]


async def _load_ratings(
    client: RedisClient,
    generation: Generation,
    game: str,
    to_rate: Sequence[FinishedTable],
    ratings: dict[str, PlayerRating],
) -> None:
    """Add the ratings of players without a later result."""
    players = {finish.player for finished in to_rate for finish in finished.finishes}
    missing = sorted(players - ratings.keys())
    if missing:
        fields = [rating_field(game, player) for player in missing]
        stored = await client.hmget(ratings_key(generation), fields)
        for player, text in zip(missing, stored, strict=True):
            ratings[player] = decode_rating(text) if text else initial_rating()
