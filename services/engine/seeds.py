"""Where the secret seed of a new table comes from."""

import hmac
import secrets
from collections.abc import Callable

import structlog

from games.dice import SEED_BYTES

SeedSource = Callable[[bytes], str]
"""Returns the seed of a table, in hex, for the action that opens it."""

log = structlog.get_logger()


def random_seed(_opening: bytes) -> str:
    return secrets.token_hex(SEED_BYTES)


def seed_source(dice_seed: str) -> SeedSource:
    """Return a random source, or one that maps equal openings to equal seeds if a seed is set."""
    if not dice_seed:
        return random_seed
    log.warning(
        "the dice are not random: BLUEMOON_DICE_SEED is set, so anyone who knows it can work out "
        "every hand and every draw; use it for tests and development only"
    )
    return lambda opening: hmac.digest(dice_seed.encode(), opening, "sha256").hex()
