"""Keys of platforms and tokens: from the settings, or made once and kept in the data folder."""

import hmac
import os
from pathlib import Path

import structlog

from services.runtime.settings import Settings
from services.runtime.tokens import new_key

TOKEN_KEY_FILE = "token.key"
PLATFORM_KEY_FILE = "platform.key"
OWN = "own"

log = structlog.get_logger()


def token_keys(settings: Settings) -> dict[str, str]:
    """Name -> key; the first one signs."""
    return dict(_named(settings.token_keys)) or {OWN: _own_key(settings, TOKEN_KEY_FILE)}


class PlatformKeys:
    """Who is who among platforms. One may have two keys while it changes from one to the other."""

    def __init__(self, settings: Settings) -> None:
        own = [(OWN, _own_key(settings, PLATFORM_KEY_FILE))] if not settings.platform_keys else []
        self._keys = _named(settings.platform_keys) or own

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
    try:
        # Two gateways may start at once: the one that creates the file decides.
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(new_key())
        log.warning("no key is set: made one of our own", file=str(path))
    except FileExistsError:
        pass
    return path.read_text()
