"""Operator keys: they admit to the operations page and to the administration of platforms."""

import hmac

from services.runtime.access.token_keys import OWN, generated_key, parse_keys
from services.runtime.operations.settings import Settings

OPERATOR_KEY_FILE = "operator.key"


class OperatorKeys:
    def __init__(self, settings: Settings) -> None:
        self._keys = parse_keys(settings.operator_keys)
        if not self._keys:
            self._keys.append((OWN, generated_key(settings, OPERATOR_KEY_FILE)))

    def operator(self, credential: str) -> str | None:
        """Return the name of the operator who has this key, or None."""
        # Compare all keys in constant time, so that timing reveals nothing about them.
        operators = [
            name
            for name, key in self._keys
            if hmac.compare_digest(key.encode(), credential.encode())
        ]
        return operators[0] if operators else None
