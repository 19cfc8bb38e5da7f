"""What can go wrong between a client and Blue Moon, each kind by its own name."""

from schemas.exchange import Problem
from schemas.rejection import Rejection


class BlueMoonError(Exception):
    """Any of the errors below."""


class UnreachableError(BlueMoonError):
    """Nobody answered for as long as the client had patience."""

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(f"no answer from {address}: {reason}")
        self.address = address
        self.reason = reason


class UnreadableError(BlueMoonError):
    """An answer came, but not one of ours; the message says where and what was expected."""


class ProblemError(BlueMoonError):
    """The gateway says no. `code` is stable, `detail` is for people."""

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
    """The rules refuse a command. Nothing has happened."""

    @property
    def rejection(self) -> Rejection:
        assert self.problem.rejection is not None, "made only of problems that have one"
        return self.problem.rejection


class SubscriptionEndedError(BlueMoonError):
    """The notifier refuses a subscription, or ends it; `code` is stable."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


def error_of(problem: Problem) -> ProblemError:
    return ProblemError(problem) if problem.rejection is None else RejectedError(problem)
