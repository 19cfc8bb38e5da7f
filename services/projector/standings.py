"""The standings read model: rates finished tables in the order in which they ended.

Ratings depend on that order, but shards are read in parallel, so a result may arrive late. Each
stored result includes the ratings before it. A late result rolls back the later ones, is inserted,
and the later ones are rated again. Therefore the order of arrival does not matter.
"""

from collections.abc import Sequence
from itertools import groupby

import msgspec

from schemas.table import AnyTable
from schemas.terms import Terms
from services.projector.folding import FoldedCommits
from services.projector.rating import initial_rating, rated_after
from services.runtime.access.rating_terms import bot_seats, is_rated
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
    StandingList,
    ranking_key,
    ratings_key,
)
from services.runtime.readmodels.writer import Write, Writer

PEOPLE_MIN = 2
"""Bots are not ranked among people, so a game against bots alone rates nobody."""


class Standings:
    name: ModelName = "standings"

    def changes(self, commits: FoldedCommits) -> Sequence[FinishedTable]:
        last = commits.last
        table = last.position.table if last and commits.steps else None
        if last is None or table is None or table.stage != "over":
            return ()
        terms = agreed_terms(table.terms)
        finishes = _finishes(table, terms)
        if not is_rated(terms) or len(finishes) < PEOPLE_MIN:
            return ()
        standing_list = StandingList(terms.platform, table.game)
        return (FinishedTable(standing_list, commits.table_id, last.updated_at, finishes),)

    async def writes(self, writer: Writer, changes: Sequence[FinishedTable]) -> list[Write]:
        writes: list[Write] = []
        ordered = sorted(
            changes, key=lambda finished: (finished.standing_list.name, finished.end_order)
        )
        for standing_list, group in groupby(ordered, key=lambda finished: finished.standing_list):
            writes += await _rate(writer, standing_list, list(group))
        return writes

    def sort_key(self, change: FinishedTable) -> EndOrder:
        return change.end_order


def _finishes(table: AnyTable, terms: Terms) -> tuple[Finish, ...]:
    """Return the results of the people at a table."""
    bots = bot_seats(terms)
    finishes = []
    for result in table.results:
        player = table.seats[result.seat].player
        assert player is not None, "a finished table has a player on every seat"
        if result.seat not in bots:
            finishes.append(Finish(player, result.place, result.won))
    return tuple(finishes)


async def _rate(
    writer: Writer, standing_list: StandingList, new: list[FinishedTable]
) -> list[Write]:
    """Rate new results, and the later ones again. `new` is sorted by end."""
    results, generation = writer.reader(RatedResults), writer.generation
    later = await results.ended_after(standing_list, new[0].end_order)
    to_rate = sorted(
        [*new, *(result.finished for result in later)], key=lambda finished: finished.end_order
    )
    players = sorted({finish.player for finished in to_rate for finish in finished.finishes})
    ratings: dict[str, PlayerRating] = {}
    for result in reversed(later):
        ratings |= result.before
    missing = [player for player in players if player not in ratings]
    stored = await results.ratings(standing_list, missing)
    ratings |= dict.fromkeys(missing, initial_rating()) | stored
    writes = []
    for finished in to_rate:
        before = {finish.player: ratings[finish.player] for finish in finished.finishes}
        ratings |= rated_after(before, finished.finishes)
        text = msgspec.json.encode(RatedResult(finished, before))
        writes.append(Write("HSET", results_key(generation), (finished.table, text)))
    for finished in new:
        score = (finished.ended_at, finished.table)
        writes.append(Write("ZADD", order_key(generation, standing_list), score))
    for player in players:
        rated = ratings[player]
        key = ratings_key(generation, standing_list)
        writes.append(Write("HSET", key, (player, msgspec.json.encode(rated))))
        key = ranking_key(generation, standing_list)
        writes.append(Write("ZADD", key, (repr(rated.rating), player)))
    return writes
