"""Random ids of tables, players and keys."""

import secrets


def random_id(size_bytes: int) -> str:
    """Return a random id that is safe in URLs and on a command line.

    It does not start with a hyphen: commands would take it for an option."""
    while (candidate := secrets.token_urlsafe(size_bytes)).startswith("-"):
        pass
    return candidate
