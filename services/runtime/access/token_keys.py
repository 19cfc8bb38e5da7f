"""Platform keys and token keys: from the settings, or generated once in the data folder."""

import contextlib
import hmac
import os
import tempfile
from pathlib import Path

import structlog

from schemas.guests import GUESTS
from services.runtime.access.tokens import new_key
from services.runtime.operations.settings import Settings

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
    folder = Path(settings.data)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    if not path.exists():
        # Two services may start at once. The first to link its file wins, and the file always
        # has a key in it.
        with tempfile.NamedTemporaryFile("w", dir=folder, prefix=name) as file:
            file.write(new_key())
            file.flush()
            with contextlib.suppress(FileExistsError):
                os.link(file.name, path)
                log.warning("no key is configured: generated one", file=str(path))
    return path.read_text()
