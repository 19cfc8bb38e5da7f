"""Refused subscriptions. Codes are stable and the same for sockets and event streams."""

import structlog

from games.codec import UnknownRulesError
from schemas.live import EndCode
from services.runtime.operations.telemetry import TABLE, UNKNOWN_RULES

log = structlog.get_logger()


class SubscriptionRefusedError(Exception):
    def __init__(self, code: EndCode, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def unreadable_table(table_id: str, error: Exception) -> SubscriptionRefusedError:
    """Return the refusal for a table that this service cannot read, and count or log it."""
    if isinstance(error, UnknownRulesError):
        UNKNOWN_RULES.inc()
        return SubscriptionRefusedError(
            "unknown_rules", f"this service does not know the rules {error.rules}"
        )
    log.error("unreadable history", error=str(error), **{TABLE: table_id})
    return SubscriptionRefusedError("unavailable", "this service cannot read the table")
