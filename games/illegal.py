"""A refusal by the rules."""

from typing import Any

from schemas.rejection import Rejection


class Illegal(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """The action is not allowed now: a stable code, a sentence, and the numbers involved."""

    def __init__(self, code: str, message: str, **detail: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.detail = detail

    def rejection(self) -> Rejection:
        return Rejection(self.code, self.message, self.detail)
