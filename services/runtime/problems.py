"""Errors as problem details (RFC 9457), each with a stable code."""

from math import ceil
from typing import Any

import msgspec
from starlette.responses import Response

from schemas.exchange import Problem
from schemas.rejection import Rejection

MEDIA_TYPE = "application/problem+json"
SERVICE_UNAVAILABLE = 503
RETRY_AFTER_SECONDS = 5

STATUS_OF_CODE = {
    "malformed": 400,
    "no_token": 401,
    "bad_token": 401,
    "not_allowed": 403,
    "not_found": 404,
    "no_such_version": 404,
    "not_yet": 404,
    "method_not_allowed": 405,
    "rejected": 409,
    "too_large": 413,
    "too_many": 429,
    "internal": 500,
    "unavailable": 503,
    "too_many_connections": 503,
}
TITLES = {
    "malformed": "The request can't be read",
    "no_token": "A token or key is needed",
    "bad_token": "The token or key is not accepted",
    "not_allowed": "This token or key does not allow that",
    "not_found": "There is no such thing",
    "no_such_version": "There is no such version",
    "not_yet": "There is nothing to see yet",
    "method_not_allowed": "There is no such operation here",
    "rejected": "The rules refuse the command",
    "too_large": "The request is too large",
    "too_many": "Too many calls",
    "internal": "The service failed",
    "unavailable": "The games can't be reached",
    "too_many_connections": "The service is full",
}


class ProblemError(Exception):
    """Raised by a handler; becomes the answer."""

    def __init__(
        self, code: str, detail: str, rejection: Rejection | None = None, **extra: Any
    ) -> None:
        super().__init__(detail)
        self.problem = Problem(
            f"urn:bluemoon:problem:{code}",
            TITLES[code],
            STATUS_OF_CODE[code],
            code,
            detail,
            rejection,
            extra,
        )


def too_many(wait_seconds: float, what: str) -> ProblemError:
    """`wait_seconds` from now there will be room again."""
    return ProblemError(
        "too_many",
        f"{what}: try again in {wait_seconds:.3f} s.",
        retry_after_seconds=round(wait_seconds, 3),
    )


def answer_problem(problem: Problem) -> Response:
    wait_seconds = problem.extra.get("retry_after_seconds")
    if wait_seconds is None and problem.status == SERVICE_UNAVAILABLE:
        wait_seconds = RETRY_AFTER_SECONDS
    # The header has whole seconds only.
    headers = {} if wait_seconds is None else {"Retry-After": str(ceil(wait_seconds))}
    return Response(
        msgspec.json.encode(problem),
        status_code=problem.status,
        headers=headers,
        media_type=MEDIA_TYPE,
    )
