"""Platform keys and token keys: from the settings, or generated once in the data folder."""

import hmac
from pathlib import Path

import structlog

from schemas.guests import GUESTS
from services.runtime.operations.settings import Settings
from services.runtime.server.private_files import private_folder, stored_secret

TOKEN_KEY_FILE = "token.key"
PLATFORM_KEY_FILE = "platform.key"
GUESTS_KEY_FILE = "guests.key"
OWN = "own"

log = structlog.get_logger()


def token_keys(settings: Settings) -> dict[str, str]:
    """Return keys by name. The first one signs."""
    return dict(_parse_keys(settings.token_keys)) or {OWN: _generated_key(settings, TOKEN_KEY_FILE)}


class PlatformKeys:
    """Identifies platforms by their keys. A platform may have several, to rotate them."""

    def __init__(self, settings: Settings) -> None:
        self._keys = _parse_keys(settings.platform_keys)
        if not self._keys:
            self._keys.append((OWN, _generated_key(settings, PLATFORM_KEY_FILE)))
            if settings.guests:
                self._keys.append((GUESTS, _generated_key(settings, GUESTS_KEY_FILE)))

    def platform(self, credential: str) -> str | None:
        """Return the platform that has this key, or None."""
        # Compare all keys in constant time, so that timing reveals nothing about them.
        platforms = [
            name
            for name, key in self._keys
            if hmac.compare_digest(key.encode(), credential.encode())
        ]
        return platforms[0] if platforms else None


def _parse_keys(keys: tuple[str, ...]) -> list[tuple[str, str]]:
    """Split each `name:key`."""
    return [(name, key) for name, _, key in (entry.partition(":") for entry in keys)]


def _generated_key(settings: Settings, name: str) -> str:
    """Return the key in a file, generated at the first start and readable by its owner only."""
    path = private_folder(Path(settings.data)) / name
    key, is_new = stored_secret(path)
    if is_new:
        log.warning("no key is configured: generated one", file=str(path))
    return key
