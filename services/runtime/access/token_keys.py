"""Keys from the settings, or generated once in the data folder."""

from pathlib import Path

import structlog

from services.runtime.operations.settings import Settings
from services.runtime.server.private_files import private_folder, stored_secret

TOKEN_KEY_FILE = "token.key"
OWN = "own"

log = structlog.get_logger()


def token_keys(settings: Settings) -> dict[str, str]:
    """Return keys by name. The first one signs."""
    return dict(parse_keys(settings.token_keys)) or {OWN: generated_key(settings, TOKEN_KEY_FILE)}


def parse_keys(keys: tuple[str, ...]) -> list[tuple[str, str]]:
    """Split each `name:key`."""
    return [(name, key) for name, _, key in (entry.partition(":") for entry in keys)]


def generated_key(settings: Settings, name: str) -> str:
    """Return the key in a file, generated at the first start and readable by its owner only."""
    path = private_folder(Path(settings.data)) / name
    key, is_new = stored_secret(path)
    if is_new:
        log.warning("no key is configured: generated one", file=str(path))
    return key
