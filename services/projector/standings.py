"""The standings read model: rates finished tables in the order in which they ended.

Ratings depend on that order, but shards are read in parallel, so a result may arrive late. Each
stored result includes the ratings before it. A late result rolls back the later ones, is inserted,
and the later ones are rated again. Therefore the order of arrival does not matter.
"""

from collections.abc import Sequence
from itertools import groupby

import msgspec

from schemas.guests import GUESTS
from services.projector.folding import FoldedCommits
from services.projector.rating import initial_rating, rated_after
from services.runtime.access.spectators import agreed_terms
from services.runtime.readmodels.generations import ModelName
from services.runtime.readmodels.rated_results import (
    EndOrder,
    Finish,
    FinishedTable,
    RatedResult,
    RatedResults,
    order_key,
    results_key,
)
from services.runtime.readmodels.standings import (
    PlayerRating,
    ranking_key,
    rating_field,
    ratings_key,
)
from services.runtime.readmodels.writer import Write, Writer

SEATS_MIN = 2


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

    async def writes(self, writer: Writer, changes: Sequence[FinishedTable]) -> list[Write]:
        writes: list[Write] = []
        ordered = sorted(changes, key=lambda finished: (finished.game, finished.end_order))
        for game, group in groupby(ordered, key=lambda finished: finished.game):
            writes += await _rate(writer, game, list(group))
        return writes

    def sort_key(self, change: FinishedTable) -> EndOrder:
        return change.end_order


async def _rate(writer: Writer, game: str, new: list[FinishedTable]) -> list[Write]:
    """Rate new results, and the later ones again. `new` is sorted by end."""
    results, generation = writer.reader(RatedResults), writer.generation
    later = await results.ended_after(game, new[0].end_order)
    to_rate = sorted(
        [*new, *(result.finished for result in later)], key=lambda finished: finished.end_order
    )
    players = sorted({finish.player for finished in to_rate for finish in finished.finishes})
    ratings: dict[str, PlayerRating] = {}
    for result in reversed(later):
        ratings |= result.before
    missing = [player for player in players if player not in ratings]
    ratings |= dict.fromkeys(missing, initial_rating()) | await results.ratings(game, missing)
    writes = []
    for finished in to_rate:
        before = {finish.player: ratings[finish.player] for finish in finished.finishes}
        ratings |= rated_after(before, finished.finishes)
        text = msgspec.json.encode(RatedResult(finished, before))
        writes.append(Write("HSET", results_key(generation), (finished.table, text)))
    for finished in new:
        score = (finished.ended_at, finished.table)
        writes.append(Write("ZADD", order_key(generation, game), score))
    for player in players:
        field, rated = rating_field(game, player), ratings[player]
        writes.append(Write("HSET", ratings_key(generation), (field, msgspec.json.encode(rated))))
        writes.append(Write("ZADD", ranking_key(generation, game), (repr(rated.rating), player)))
    return writes
