"""Why something is refused: a stable code for programs, a sentence and numbers for people."""

from typing import Any

from msgspec import field

from schemas.strict import Record


class Rejection(Record):
    code: str
    message: str
    detail: dict[str, Any] = field(default_factory=dict)


class OptionsProblem(Record):
    """Something that is wrong with the options of a table."""

    code: str
    message: str
    where: str
    """Which part of the options: `decks[0]`; empty when it is the whole."""
    detail: dict[str, Any] = field(default_factory=dict)
