"""Problem details (RFC 9457) with stable error codes."""

from math import ceil
from typing import Any

import msgspec
from starlette.responses import Response

from schemas.http import Problem
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
    "no_such_seq": 404,
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
    "malformed": "Malformed request",
    "no_token": "Token or key required",
    "bad_token": "Invalid token or key",
    "not_allowed": "Not allowed with this token or key",
    "not_found": "Not found",
    "no_such_seq": "No such seq",
    "not_yet": "Nothing to see yet",
    "method_not_allowed": "Method not allowed",
    "rejected": "Command rejected",
    "too_large": "Request too large",
    "too_many": "Too many requests",
    "internal": "Internal error",
    "unavailable": "Service unavailable",
    "too_many_connections": "Too many connections",
}


class ProblemError(Exception):
    """Raised by a handler; becomes the response."""

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


def too_many(wait_seconds: float, reason: str) -> ProblemError:
    """Return the error for an exceeded rate limit. A retry succeeds after `wait_seconds`."""
    return ProblemError(
        "too_many",
        f"{reason}: try again in {wait_seconds:.3f} s.",
        retry_after_seconds=round(wait_seconds, 3),
    )


def problem_response(problem: Problem) -> Response:
    wait_seconds = problem.extra.get("retry_after_seconds")
    if wait_seconds is None and problem.status == SERVICE_UNAVAILABLE:
        wait_seconds = RETRY_AFTER_SECONDS
    # The header allows only whole seconds.
    headers = {} if wait_seconds is None else {"Retry-After": str(ceil(wait_seconds))}
    return Response(
        msgspec.json.encode(problem),
        status_code=problem.status,
        headers=headers,
        media_type=MEDIA_TYPE,
    )
