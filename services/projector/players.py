"""The players: at how many tables each sits, and how the finished games went."""

from collections import Counter
from collections.abc import Sequence

from schemas.guests import GUESTS
from services.projector.folding import Folded, Told
from services.projector.writing import Write
from services.runtime.connection import Client
from services.runtime.generations import Generation, ModelName
from services.runtime.player_records import (
    COUNTED_STAGES,
    counts_key,
    place_field,
    played_field,
    stage_field,
    won_field,
)
from services.runtime.spectators import agreed_terms


class Players:
    name: ModelName = "players"

    def news(self, told: Told) -> Sequence[Counter[str]]:
        """By how much which count changes."""
        change = _counted(told.last)
        change.subtract(_counted(told.before))
        return (change,) if any(change.values()) else ()

    async def writes(
        self, _client: Client, generation: Generation, news: Sequence[Counter[str]]
    ) -> list[Write]:
        total: Counter[str] = Counter()
        for change in news:
            total.update(change)
        key = counts_key(generation)
        return [Write("HINCRBY", key, (field, by)) for field, by in total.items() if by]

    def place(self, _news: Counter[str]) -> None:
        return None


def _counted(folded: Folded | None) -> Counter[str]:
    """What one game adds to the counts of its players."""
    counts: Counter[str] = Counter()
    table = folded.position.table if folded else None
    if table is None or table.stage not in COUNTED_STAGES:
        return counts
    if agreed_terms(table.terms).platform == GUESTS:
        # A guest's name proves nothing: it is not put down to whoever else is called so.
        return counts
    for chair in table.chairs:
        if chair.player is not None:
            counts[stage_field(chair.player, table.stage)] += 1
    for result in table.results:
        player = table.chairs[result.seat].player
        assert player is not None, "a game is played with every seat taken"
        counts[played_field(player, table.game)] += 1
        counts[won_field(player, table.game)] += result.won
        counts[place_field(player, table.game, result.place)] += 1
    return counts
