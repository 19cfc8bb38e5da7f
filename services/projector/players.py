"""The players read model: table counts and results of each player."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

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


class CountsChange(Struct, frozen=True):
    """What a table adds to the counts of its platform's players."""

    platform: str
    counts: Counter[str]


class Players:
    name: ModelName = "players"

    def changes(self, commits: FoldedCommits) -> Sequence[CountsChange]:
        """Return the difference of each count."""
        counts = _counts(commits.last)
        counts.subtract(_counts(commits.before))
        if commits.last is None or not any(counts.values()):
            return ()
        table = commits.last.position.table
        assert table is not None, "every commit leaves a table"
        return (CountsChange(agreed_terms(table.terms).platform, counts),)

    async def writes(self, writer: Writer, changes: Sequence[CountsChange]) -> list[Write]:
        totals: dict[str, Counter[str]] = {}
        for change in changes:
            totals.setdefault(change.platform, Counter()).update(change.counts)
        return [
            Write("HINCRBY", counts_key(writer.generation, platform), (field, by))
            for platform, total in totals.items()
            for field, by in total.items()
            if by
        ]

    def sort_key(self, _change: CountsChange) -> None:
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
