"""How long a table lasts while nobody acts at it."""

from msgspec import Struct

from games.clocks import terms_of
from games.history import Position
from schemas.guests import GUESTS
from schemas.table import AnyTable
from services.runtime.operations.settings import Settings

HOUR_MS = 3_600_000


class TableLifetimes(Struct, frozen=True):
    """0 means forever."""

    open_ms: int = 0
    """A table whose game has not started."""
    idle_ms: int = 0
    """A running table without a clock."""

    def expiry(self, position: Position) -> int:
        """Return when the table is ended unless somebody acts first; 0 for never."""
        table = position.table
        assert table is not None, "every commit leaves a table"
        if table.stage == "open" and is_deserted(table):
            return position.at
        if table.stage == "open":
            return _after(position.at, self.open_ms)
        if table.stage != "playing":
            return 0
        if is_left_to_bots(table):
            return position.at
        # With a clock, the seat to act runs out of time.
        return _after(position.at, self.idle_ms) if terms_of(table).clock is None else 0


FOREVER = TableLifetimes()


def _after(at: int, lifetime_ms: int) -> int:
    return at + lifetime_ms if lifetime_ms else 0


def lifetimes_of(settings: Settings) -> TableLifetimes:
    return TableLifetimes(
        int(settings.open_table_hours * HOUR_MS), int(settings.idle_table_hours * HOUR_MS)
    )


def is_deserted(table: AnyTable) -> bool:
    """Return whether all guests have left an open table. No platform closes it for them."""
    terms = terms_of(table)
    bots = {bot.seat for bot in terms.bots}
    people = [table_seat for table_seat in table.seats if table_seat.seat not in bots]
    return (
        terms.platform == GUESTS
        and any(table_seat.sitting for table_seat in people)
        and not any(table_seat.player for table_seat in people)
    )


def is_left_to_bots(table: AnyTable) -> bool:
    """Return whether people played, but all of them have resigned.

    Games among bots alone, such as demos, go on."""
    bots = {bot.seat for bot in terms_of(table).bots}
    people = [table_seat for table_seat in table.seats if table_seat.seat not in bots]
    return bool(bots) and bool(people) and all(table_seat.resigned for table_seat in people)
