"""Rejections: a stable code for programs, a sentence and details for people.

A game plug-in declares the codes of its rules itself, as a `Literal` of its own.
"""

from typing import Any, Literal

from msgspec import field

from schemas.record import Record

TableCode = Literal[
    "already_open",
    "wrong_game",
    "not_open",
    "wrong_sender",
    "no_such_seat",
    "seat_taken",
    "seat_empty",
    "already_seated",
    "deck_not_accepted",
    "seats_empty",
    "already_started",
    "not_started",
    "game_over",
    "table_aborted",
    "table_voided",
    "resigned",
    "not_your_turn",
    "bad_terms",
    "out_of_time",
    "no_clock",
    "time_left",
    "no_takebacks",
    "takeback_pending",
    "nothing_to_take_back",
    "no_takeback",
    "own_takeback",
    "already_agreed",
]
"""Rejections at a table of any game. No game uses one of them for its own rules."""
EngineCode = Literal[
    "stale",
    "malformed",
    "unknown_game",
    "unknown_rules",
    "former_sitting",
    "archived",
    "internal",
]
"""Rejections of commands that never reach the rules."""
GatewayCode = Literal[
    "already_open",
    "seat_reserved",
    "table_full",
    "name_taken",
    "name_denied",
    "no_such_seat",
    "seat_empty",
]
"""Rejections of requests that never become commands."""
RejectionCode = TableCode | EngineCode | GatewayCode
"""All codes but those of games."""


class Rejection(Record):
    code: str
    message: str
    detail: dict[str, Any] = field(default_factory=dict)


class OptionsProblem(Record):
    """A problem with the options of a table."""

    code: str
    message: str
    where: str
    """The part of the options at fault: `decks[0]`; empty for the options as a whole."""
    detail: dict[str, Any] = field(default_factory=dict)
