"""Rows of the read models: what lists, player pages and standings show.

All of it can be deleted and rebuilt from the histories.
"""

from typing import Annotated, Any

from msgspec import Meta

from schemas.record import Record
from schemas.table import ExternalId, PlayerId, PlayerName, Result, Stage, TableId
from schemas.terms import Milliseconds, Seat, Terms


class TableRow(Record):
    """A table as the lobby shows it."""

    table: TableId
    game: str
    rules: str
    stage: Stage
    player_ids: tuple[PlayerId | None, ...]
    """By seat; null for a free seat."""
    players: tuple[PlayerName | None, ...]
    """Names by seat, from the player directory; not stored in the read model."""
    to_act: tuple[Seat, ...]
    seq: int
    """The seq of the commit this row was made from."""
    opened_at: Milliseconds
    updated_at: Milliseconds
    deadline: Milliseconds | None
    """When a seat runs out of time."""
    options: dict[str, Any]
    terms: Terms
    results: tuple[Result, ...] = ()
    reason: str = ""
    external_id: ExternalId | None = None
    """The platform's own name for the table."""


class Tally(Record):
    """A player's record in one game."""

    game: str
    played: int
    won: int
    places: dict[str, int]
    """Final place -> how often: `{"1": 12, "2": 7}`."""


class PlayerRow(Record):
    player: PlayerId
    name: str
    """From the player directory; not stored in the read model."""
    open: int
    playing: int
    over: int
    tallies: tuple[Tally, ...]


class Standing(Record):
    """A player's rank among all who have finished a game."""

    rank: Annotated[int, Meta(ge=1)]
    player: PlayerId
    name: str
    """From the player directory; not stored in the read model."""
    rating: float
    """A conservative estimate of skill: mu - 3 sigma."""
    mu: float
    sigma: float
    played: int
    won: int


class ActivityDay(Record):
    """What happened in a game on one day (UTC)."""

    day: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    game: str
    opened: int = 0
    started: int = 0
    finished: int = 0
    aborted: int = 0
    voided: int = 0
    commits: int = 0
    players: int = 0
    """Distinct players who made a move; an estimate within 1 % for large numbers."""
