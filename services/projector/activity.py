"""The activity: what happened on each day (UTC), counted commit by commit."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from schemas.table import SYSTEM, GameEnded, GameStarted, TableAborted, TableOpened
from services.projector.folding import Folded, Step, Told
from services.projector.writing import Write
from services.runtime.activity_days import day_field, days_key, players_key
from services.runtime.connection import Client
from services.runtime.generations import Generation, ModelName

_COUNTED: dict[type, str] = {
    TableOpened: "opened",
    GameStarted: "started",
    GameEnded: "finished",
    TableAborted: "aborted",
}


class Deed(Struct, frozen=True, gc=False):
    """What one commit adds to its day."""

    day: str
    game: str
    counters: tuple[str, ...]
    player: str | None
    """Who made a move in a running game."""


class Days:
    name: ModelName = "activity"

    def news(self, told: Told) -> Sequence[Deed]:
        return tuple(_deeds(told))

    async def writes(
        self, _client: Client, generation: Generation, news: Sequence[Deed]
    ) -> list[Write]:
        counts: Counter[str] = Counter()
        players: dict[str, set[str]] = {}
        for deed in news:
            counts.update(day_field(deed.day, deed.game, counter) for counter in deed.counters)
            if deed.player is not None:
                key = players_key(generation, deed.day, deed.game)
                players.setdefault(key, set()).add(deed.player)
        days = days_key(generation)
        writes = [Write("HINCRBY", days, (field, by)) for field, by in counts.items()]
        for key, names in players.items():
            writes += [Write("PFADD", key, (name,)) for name in sorted(names)]
        return writes

    def place(self, _news: Deed) -> None:
        return None


def _deeds(told: Told) -> Iterator[Deed]:
    before = told.before
    for step in told.steps:
        table = step.after.position.table
        assert table is not None, "a folded commit has a table"
        day = time.strftime("%Y-%m-%d", time.gmtime(step.commit.at / 1000))
        happened = (_COUNTED.get(type(event)) for event in step.commit.events)
        counters = ("commits", *(name for name in happened if name is not None))
        yield Deed(day, table.game, counters, _mover(before, step))
        before = step.after


def _mover(before: Folded | None, step: Step) -> str | None:
    seat = step.commit.command.seat
    table = before.position.table if before else None
    if seat == SYSTEM or table is None or table.stage != "playing":
        return None
    return table.chairs[seat].player
