"""The activity read model: daily counts (UTC)."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from schemas.table import (
    SYSTEM,
    GameEnded,
    GameStarted,
    TableAborted,
    TableOpened,
    TableVoided,
)
from services.projector.folding import FoldedCommits, FoldedTable, FoldStep
from services.runtime.readmodels.activity_days import day_field, days_key, players_key
from services.runtime.readmodels.generations import ModelName
from services.runtime.readmodels.writer import Write, Writer

_COUNTERS: dict[type, str] = {
    TableOpened: "opened",
    GameStarted: "started",
    GameEnded: "finished",
    TableAborted: "aborted",
    TableVoided: "voided",
}


class ActivityChange(Struct, frozen=True, gc=False):
    """What one commit adds to its day."""

    day: str
    game: str
    counters: tuple[str, ...]
    player: str | None
    """Who acted, if the game was running."""


class Activity:
    name: ModelName = "activity"

    def changes(self, commits: FoldedCommits) -> Sequence[ActivityChange]:
        return tuple(_changes(commits))

    async def writes(self, writer: Writer, changes: Sequence[ActivityChange]) -> list[Write]:
        counts: Counter[str] = Counter()
        players: dict[str, set[str]] = {}
        for change in changes:
            counts.update(
                day_field(change.day, change.game, counter) for counter in change.counters
            )
            if change.player is not None:
                key = players_key(writer.generation, change.day, change.game)
                players.setdefault(key, set()).add(change.player)
        days = days_key(writer.generation)
        writes = [Write("HINCRBY", days, (field, by)) for field, by in counts.items()]
        for key, names in players.items():
            writes += [Write("PFADD", key, (name,)) for name in sorted(names)]
        return writes

    def sort_key(self, _change: ActivityChange) -> None:
        return None


def _changes(commits: FoldedCommits) -> Iterator[ActivityChange]:
    before = commits.before
    for step in commits.steps:
        table = step.after.position.table
        assert table is not None, "every commit leaves a table"
        day = time.strftime("%Y-%m-%d", time.gmtime(step.commit.at / 1000))
        counted = (_COUNTERS.get(type(event)) for event in step.commit.events)
        counters = ("commits", *(name for name in counted if name is not None))
        yield ActivityChange(day, table.game, counters, _acting_player(before, step))
        before = step.after


def _acting_player(before: FoldedTable | None, step: FoldStep) -> str | None:
    seat = step.commit.command.seat
    table = before.position.table if before else None
    if seat == SYSTEM or table is None or table.stage != "playing":
        return None
    return table.seats[seat].player
