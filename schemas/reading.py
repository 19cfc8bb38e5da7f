"""Rows of the read models: what lists, players' pages and standings show.

Everything here can be thrown away and built again from the games' histories.
"""

from typing import Annotated, Any

from msgspec import Meta

from schemas.strict import Record
from schemas.table import GameId, PlayerName, Result, Stage
from schemas.terms import Milliseconds, Seat, Terms


class TableRow(Record):
    """A table as the lobby shows it."""

    table: GameId
    game: str
    rules: str
    stage: Stage
    players: tuple[PlayerName | None, ...]
    """By seat; null where nobody sits."""
    to_act: tuple[Seat, ...]
    seq: int
    """The version this row was made at."""
    opened_at: Milliseconds
    updated_at: Milliseconds
    deadline: Milliseconds | None
    """When the time of a seat runs out."""
    options: dict[str, Any]
    terms: Terms
    results: tuple[Result, ...] = ()
    reason: str = ""


class Tally(Record):
    """How a player has done at one game."""

    game: str
    played: int
    won: int
    places: dict[str, int]
    """How often which place was reached: `{"1": 12, "2": 7}`."""


class PlayerRow(Record):
    player: PlayerName
    open: int
    playing: int
    over: int
    tallies: tuple[Tally, ...]


class Standing(Record):
    """A player's place among all who have finished a game."""

    rank: Annotated[int, Meta(ge=1)]
    player: PlayerName
    rating: float
    """What the player is worth with good certainty: mu - 3 sigma."""
    mu: float
    sigma: float
    played: int
    won: int


class DayOfActivity(Record):
    """What happened in a game on one day (UTC)."""

    day: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    game: str
    opened: int = 0
    started: int = 0
    finished: int = 0
    aborted: int = 0
    commits: int = 0
    players: int = 0
    """How many different players made a move; exact up to small numbers, then within 1 %."""
