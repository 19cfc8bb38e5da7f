"""Refusals by the rules."""

from typing import Generic, TypeVar

from schemas.rejection import EngineCode, Rejection, TableCode

Code_co = TypeVar("Code_co", bound=str, covariant=True)


class IllegalActionError(Exception, Generic[Code_co]):
    """The action is not allowed now: a stable code, a sentence, and the numbers involved.

    Catch this class, and raise a subclass that names the codes of its rules. Then the type checker
    finds a misspelt code:

        HighCardCode = Literal["not_in_hand"]

        class HighCardError(IllegalActionError[HighCardCode]):
            ...
    """

    def __init__(self, code: Code_co, message: str, **detail: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.detail = detail

    def rejection(self) -> Rejection:
        return Rejection(self.code, self.message, self.detail)


class TableActionError(IllegalActionError[TableCode]):
    """Refused by the rules that all games share."""


class CommandError(IllegalActionError[EngineCode]):
    """Refused before the rules are asked."""
