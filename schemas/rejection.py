"""Rejections: a stable code for programs, a sentence and details for people."""

from typing import Any

from msgspec import field

from schemas.record import Record


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
