"""The state of a game of Blue Moon City.

Rule numbers (C4.3) refer to `docs/rules/city.md`.
"""

from typing import Annotated

from msgspec import UNSET, UnsetType

from schemas.city.options import CityOptions
from schemas.city.terms import Cards, CityAmendment, Phase, Tile
from schemas.record import Record
from schemas.redaction import SECRET_UNTIL_END, secret_to
from schemas.terms import Seat


class SeatState(Record):
    """What lies before a seat. `owed` are scales it was due that did not exist (C6.1)."""

    seat: Seat
    hand: Annotated[Cards, secret_to("seat")]
    crystals: Annotated[int, secret_to("seat")] = 0
    aside: Annotated[Cards, SECRET_UNTIL_END] = ()
    stones: int = 10
    scales: int = 0
    owed: int = 0
    offerings: int = 0
    figure: Tile | None = "courtyard"
    declared: bool = False
    out: bool = False
    marks: int | UnsetType = UNSET
    """Offerings that the seat made without a stone (C7.3). Unset: none."""


class Site(Record):
    """A building's boxes from left to right: whose stone lies there."""

    stones: tuple[Seat | None, ...]
    finished: bool = False


class Dragons(Record):
    red: Tile | None = None
    green: Tile | None = None
    blue: Tile | None = None


class Turn(Record):
    number: int
    seat: Seat
    phase: Phase = "movement"
    steps: int = 2
    contributed: bool = False
    offerings: int = 0
    discarded: int = 0
    leapt: bool = False


class CityState(Record):
    """A game of Blue Moon City. `layout` and `sites` are the 5 x 5 grid, row by row."""

    options: CityOptions
    layout: tuple[Tile | None, ...]
    sites: tuple[Site | None, ...]
    seats: tuple[SeatState, ...]
    turn: Turn
    deck: Annotated[Cards, SECRET_UNTIL_END]
    discard: Cards
    supply: int
    """Scales not held by anyone."""
    dragons: Dragons = Dragons()
    obelisk: tuple[Seat, ...] = ()
    """Whose stones or marks are on the obelisk, bottom up."""
    quiet_turns: int = 0
    """Turns in a row without a contribution or an offering (C9.2)."""
    shuffles: int = 1
    over: bool = False
    amendments: tuple[str, ...] | UnsetType = UNSET
    """The names of the amendments that the game is played under. Unset under `city/1`. A newer
    release may have others than `CityAmendment`, and its tables must stay readable."""

    def follows(self, amendment: CityAmendment) -> bool:
        """Is the game played under this amendment?"""
        return not isinstance(self.amendments, UnsetType) and amendment in self.amendments
