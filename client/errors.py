"""Errors of the client library. All are BlueMoonErrors."""

from schemas.http import Problem
from schemas.rejection import Rejection


class BlueMoonError(Exception):
    """Base class of all errors of this library."""


class UnreachableError(BlueMoonError):
    """There was no response within the timeout."""

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(f"no response from {address}: {reason}")
        self.address = address
        self.reason = reason


class UnreadableError(BlueMoonError):
    """A response does not match the contract; the message gives the path and expected type."""


class ProblemError(BlueMoonError):
    """The gateway refused a request. `code` is stable, `detail` is for people."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.code}: {problem.detail}")
        self.problem = problem

    @property
    def code(self) -> str:
        return self.problem.code

    @property
    def detail(self) -> str:
        return self.problem.detail

    @property
    def status(self) -> int:
        return self.problem.status

    @property
    def rejection(self) -> Rejection | None:
        return self.problem.rejection


class RejectedError(ProblemError):
    """The rules rejected a command. The table is unchanged."""

    @property
    def rejection(self) -> Rejection:
        assert self.problem.rejection is not None, "created only for problems with a rejection"
        return self.problem.rejection


class SubscriptionEndedError(BlueMoonError):
    """The notifier refused or ended a subscription. `code` is stable."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


def error_of(problem: Problem) -> ProblemError:
    return ProblemError(problem) if problem.rejection is None else RejectedError(problem)
