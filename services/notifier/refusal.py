"""Refused subscriptions. Codes are stable and the same for sockets and event streams."""

from schemas.live import EndCode


class SubscriptionRefusedError(Exception):
    def __init__(self, code: EndCode, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
