"""Keys of platforms and tokens: from the settings, or made once and kept in the data folder."""

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
    return _named(settings.token_keys) or {OWN: _own_key(settings, TOKEN_KEY_FILE)}


def platform_keys(settings: Settings) -> dict[str, str]:
    """A platform's name -> its key."""
    return _named(settings.platform_keys) or {OWN: _own_key(settings, PLATFORM_KEY_FILE)}


def _named(keys: tuple[str, ...]) -> dict[str, str]:
    """`name:key` each."""
    return dict(key.split(":", 1) for key in keys)


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
