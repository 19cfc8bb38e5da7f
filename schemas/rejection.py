"""Why a command was refused: a stable code for programs, a sentence and numbers for people."""

from typing import Any

from msgspec import field

from schemas.strict import Record


class Rejection(Record):
    code: str
    message: str
    detail: dict[str, Any] = field(default_factory=dict)
