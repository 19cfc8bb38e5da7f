"""Refused subscriptions. Codes are stable and the same for sockets and event streams."""


class SubscriptionRefusedError(Exception):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
