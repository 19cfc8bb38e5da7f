"""The platforms of a deployment: their keys, and whose lobby is public."""

import hmac

from schemas.guests import GUESTS
from services.runtime.access.token_keys import OWN, generated_key, parse_keys
from services.runtime.operations.settings import Settings

PLATFORM_KEY_FILE = "platform.key"
GUESTS_KEY_FILE = "guests.key"
HOUSE = ""
"""Platform of the tables that no platform opened, such as demo tables. Anyone may see them."""


class Platforms:
    def __init__(self, settings: Settings) -> None:
        self._keys = parse_keys(settings.platform_keys)
        if not self._keys:
            self._keys.append((OWN, generated_key(settings, PLATFORM_KEY_FILE)))
            if settings.guests:
                self._keys.append((GUESTS, generated_key(settings, GUESTS_KEY_FILE)))
        self._shared_lobbies = settings.shared_lobbies

    def platform(self, credential: str) -> str | None:
        """Return the platform that has this key, or None. A platform may have several keys."""
        # Compare all keys in constant time, so that timing reveals nothing about them.
        platforms = [
            name
            for name, key in self._keys
            if hmac.compare_digest(key.encode(), credential.encode())
        ]
        return platforms[0] if platforms else None

    def shared_lobbies(self) -> tuple[str, ...]:
        """Return the platforms that let anyone see their listed tables, players and standings."""
        return self._shared_lobbies

    def visible_to(self, platform: str | None) -> tuple[str, ...]:
        """Return the platforms whose listed tables and players a caller may see.

        A platform sees its own and nobody else's; a caller without a key sees shared lobbies."""
        return (HOUSE, *self.shared_lobbies()) if platform is None else (HOUSE, platform)
