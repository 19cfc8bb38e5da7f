"""The players read model: table counts and results of each player."""

from collections import Counter
from collections.abc import Sequence

from schemas.guests import GUESTS
from services.projector.folding import FoldedCommits, FoldedTable
from services.runtime.access.spectators import agreed_terms
from services.runtime.readmodels.generations import ModelName
from services.runtime.readmodels.player_records import (
    COUNTED_STAGES,
    counts_key,
    place_field,
    played_field,
    stage_field,
    won_field,
)
from services.runtime.readmodels.writer import Write, Writer


class Players:
    name: ModelName = "players"

    def changes(self, commits: FoldedCommits) -> Sequence[Counter[str]]:
        """Return the difference of each count."""
        change = _counts(commits.last)
        change.subtract(_counts(commits.before))
        return (change,) if any(change.values()) else ()

    async def writes(self, writer: Writer, changes: Sequence[Counter[str]]) -> list[Write]:
        total: Counter[str] = Counter()
        for change in changes:
            total.update(change)
        key = counts_key(writer.generation)
        return [Write("HINCRBY", key, (field, by)) for field, by in total.items() if by]

    def sort_key(self, _change: Counter[str]) -> None:
        return None


def _counts(folded: FoldedTable | None) -> Counter[str]:
    """Return what a table adds to the counts of its players."""
    counts: Counter[str] = Counter()
    table = folded.position.table if folded else None
    if table is None or table.stage not in COUNTED_STAGES:
        return counts
    if agreed_terms(table.terms).platform == GUESTS:
        # Guests choose any name, so nothing may count for a player of that name.
        return counts
    for table_seat in table.seats:
        if table_seat.player is not None:
            counts[stage_field(table_seat.player, table.stage)] += 1
    for result in table.results:
        player = table.seats[result.seat].player
        assert player is not None, "a finished table has a player on every seat"
        counts[played_field(player, table.game)] += 1
        counts[won_field(player, table.game)] += result.won
        counts[place_field(player, table.game, result.place)] += 1
    return counts
