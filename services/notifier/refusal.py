"""Why a subscription can't be had. Codes are stable, and the same wherever one asks."""


class RefusedError(Exception):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
