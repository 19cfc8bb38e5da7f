"""Problem details (RFC 9457) with stable error codes."""

from math import ceil

import msgspec
from msgspec import Struct
from starlette.responses import Response

from schemas.http import Problem, ProblemCode
from schemas.rejection import GatewayCode, Rejection
from services.runtime.operations.telemetry import UNKNOWN_RULES

MEDIA_TYPE = "application/problem+json"
SERVICE_UNAVAILABLE = 503
RETRY_AFTER_SECONDS = 5


class ProblemKind(Struct, frozen=True):
    status: int
    title: str


PROBLEMS: dict[ProblemCode, ProblemKind] = {
    "malformed": ProblemKind(400, "Malformed request"),
    "no_token": ProblemKind(401, "Token or key required"),
    "bad_token": ProblemKind(401, "Invalid token or key"),
    "not_allowed": ProblemKind(403, "Not allowed with this token or key"),
    "former_sitting": ProblemKind(403, "The sitting of this token has ended"),
    "renewal_expired": ProblemKind(403, "Too late to renew this token"),
    "not_found": ProblemKind(404, "Not found"),
    "no_such_seq": ProblemKind(404, "No such seq"),
    "not_yet": ProblemKind(404, "Nothing to see yet"),
    "method_not_allowed": ProblemKind(405, "Method not allowed"),
    "rejected": ProblemKind(409, "Command rejected"),
    "unknown_rules": ProblemKind(409, "The table's rules are unknown here"),
    "idempotency_conflict": ProblemKind(409, "Idempotency key in use"),
    "too_large": ProblemKind(413, "Request too large"),
    "quota_exceeded": ProblemKind(429, "Quota exceeded"),
    "too_many": ProblemKind(429, "Too many requests"),
    "internal": ProblemKind(500, "Internal error"),
    "unavailable": ProblemKind(503, "Service unavailable"),
    "too_many_connections": ProblemKind(503, "Too many connections"),
}


class ProblemError(Exception):
    """Raised by a handler; becomes the response."""

    def __init__(
        self, code: ProblemCode, detail: str, rejection: Rejection | None = None, **extra: object
    ) -> None:
        super().__init__(detail)
        kind = PROBLEMS[code]
        self.problem = Problem(
            f"urn:bluemoon:problem:{code}",
            kind.title,
            kind.status,
            code,
            detail,
            rejection,
            extra,
        )


def rejected(code: GatewayCode, message: str, **detail: object) -> ProblemError:
    """Return the error for a command that the gateway itself refuses."""
    return ProblemError("rejected", message, Rejection(code, message, detail))


def unknown_rules(rules: str) -> ProblemError:
    """Return the error for a table that a newer release opened, and count it."""
    UNKNOWN_RULES.inc()
    return ProblemError(
        "unknown_rules",
        f"The table is played under the rules {rules}, which this server does not know.",
        rules=rules,
    )


def too_many(wait_seconds: float, reason: str) -> ProblemError:
    """Return the error for an exceeded rate limit. A retry succeeds after `wait_seconds`."""
    return ProblemError(
        "too_many",
        f"{reason}: try again in {wait_seconds:.3f} s.",
        retry_after_seconds=round(wait_seconds, 3),
    )


def quota_exceeded(what: str, quota: float, wait_seconds: float | None = None) -> ProblemError:
    """Return the error. With `wait_seconds`, a retry after that time succeeds."""
    message = f"The platform's quota of {what} is {quota:g}."
    if wait_seconds is None:
        return ProblemError("quota_exceeded", message, quota=quota)
    retry_after = round(wait_seconds, 3)
    return ProblemError("quota_exceeded", message, quota=quota, retry_after_seconds=retry_after)


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
