"""The terms a table is played on, for any game: time, spectators, takebacks, bots."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.record import Record

SEATS_MAX = 4
DAY_SECONDS = 86_400

Seat = Annotated[int, Meta(ge=0, lt=SEATS_MAX, description="A seat's number, from 0.")]
Milliseconds = Annotated[int, Meta(ge=0, description="Milliseconds since 1970, UTC.")]
ClockSeconds = Annotated[int, Meta(ge=1, le=30 * DAY_SECONDS)]
BotLevel = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,31}$(?!\n)")]


class PerMove(Record, tag_field="type", tag="per_move"):
    """Time for each decision; unused time is lost."""

    seconds: ClockSeconds


class Bank(Record, tag_field="type", tag="bank"):
    """Time for the whole game, and an increment whenever the seat passes the turn on."""

    seconds: ClockSeconds
    increment_seconds: Annotated[int, Meta(ge=0, le=DAY_SECONDS)] = 0


class BotSeat(Record):
    """A seat for a bot."""

    seat: Seat
    level: BotLevel


class Terms(Record):
    """What the platform and its players agree on before the first move. The rules don't change."""

    clock: PerMove | Bank | None = None
    time_out: Literal["resign", "skip"] = "resign"
    """What happens when time runs out. After `skips_max` skips in a row a seat resigns."""
    skips_max: Annotated[int, Meta(ge=1, le=100)] = 3
    takebacks: bool = False
    """May a seat take its last turn back if all others agree?"""
    spectators: Literal["welcome", "forbidden"] = "welcome"
    spectator_delay_seconds: Annotated[int, Meta(ge=0, le=DAY_SECONDS)] = 0
    """The delay after which spectators see commits."""
    bots: Annotated[tuple[BotSeat, ...], Meta(max_length=SEATS_MAX)] = ()
    autostart: bool = False
    """Does the game start by itself when the last seat is taken?"""
    listed: bool = True
    """Is the table listed in the public lobby?"""
    platform: Annotated[str, Meta(max_length=64)] = ""
    """The platform that opened the table. Only it may seat players, and it gets the webhooks."""
    rated: bool | UnsetType = UNSET
    """Does the result count for the platform's standings? Set by the gateway for every new table:
    tables of guests and tables with takebacks are never rated."""
