"""Names the players of a table."""

from collections.abc import Sequence

from games.terminal_kit.errors import printable
from schemas.table import AnyTable, TableSeat


def seat_name(seats: Sequence[TableSeat], seat: int) -> str:
    """Return the player's name, or the seat's number if it is free."""
    player = seats[seat].player if seat < len(seats) else None
    return f"seat {seat}" if player is None else printable(player)


class Narrator:
    """Knows the players and the language."""

    def __init__(self, view: AnyTable, language: str = "en") -> None:
        self.view = view
        self.language = language

    def name(self, seat: int) -> str:
        return seat_name(self.view.seats, seat)
