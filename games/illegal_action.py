"""A refusal by the rules."""

from typing import Any

from schemas.rejection import Rejection


class IllegalActionError(Exception):
    """The action is not allowed now: a stable code, a sentence, and the numbers involved."""

    def __init__(self, code: str, message: str, **detail: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.detail = detail

    def rejection(self) -> Rejection:
        return Rejection(self.code, self.message, self.detail)
