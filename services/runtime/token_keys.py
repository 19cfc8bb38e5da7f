"""Keys of platforms and tokens: from the settings, or made once and kept in the data folder."""

import contextlib
import hmac
import os
import tempfile
from pathlib import Path

import structlog

from schemas.guests import GUESTS
from services.runtime.settings import Settings
from services.runtime.tokens import new_key

TOKEN_KEY_FILE = "token.key"
PLATFORM_KEY_FILE = "platform.key"
GUESTS_KEY_FILE = "guests.key"
OWN = "own"

log = structlog.get_logger()


def token_keys(settings: Settings) -> dict[str, str]:
    """Name -> key; the first one signs."""
    return dict(_named(settings.token_keys)) or {OWN: _own_key(settings, TOKEN_KEY_FILE)}


class PlatformKeys:
    """Who is who among platforms. One may have two keys while it changes from one to the other."""

    def __init__(self, settings: Settings) -> None:
        self._keys = _named(settings.platform_keys)
        if not self._keys:
            self._keys.append((OWN, _own_key(settings, PLATFORM_KEY_FILE)))
            if settings.guests:
                self._keys.append((GUESTS, _own_key(settings, GUESTS_KEY_FILE)))

    def platform(self, credential: str) -> str | None:
        """The platform whose key this is."""
        # All of them are compared: how long it takes tells nothing of who has which.
        found = [
            name
            for name, key in self._keys
            if hmac.compare_digest(key.encode(), credential.encode())
        ]
        return found[0] if found else None


def _named(keys: tuple[str, ...]) -> list[tuple[str, str]]:
    """`name:key` each."""
    return [(name, key) for name, _, key in (one.partition(":") for one in keys)]


def _own_key(settings: Settings, name: str) -> str:
    """Made at the first start, readable by its owner only, and the same ever after."""
    folder = Path(settings.data)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    if not path.exists():
        # Two services may start at once: the one that links its file first decides, and nobody
        # finds a file without a key in it.
        with tempfile.NamedTemporaryFile("w", dir=folder, prefix=name) as file:
            file.write(new_key())
            file.flush()
            with contextlib.suppress(FileExistsError):
                os.link(file.name, path)
                log.warning("no key is set: made one of our own", file=str(path))
    return path.read_text()
