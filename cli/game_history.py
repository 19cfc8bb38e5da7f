"""A game's history, read from the truth."""

import msgspec

from cli.failure import Failure
from schemas.table import GameId
from services.runtime.event_log import EventLog


def checked_id(game: str) -> str:
    """Raises Failure when no game can have this id."""
    try:
        return msgspec.convert(game, GameId)
    except msgspec.ValidationError as error:
        raise Failure(
            f"{game!r} is no game's id: expected 1 to 64 letters, digits, _ or -"
        ) from error


async def history_lines(log: EventLog, game: str) -> list[tuple[int, bytes]]:
    """Its commits as they were written, numbered from 1. Raises Failure when there are none."""
    lines = [line async for line in log.read(checked_id(game))]
    if not lines:
        raise no_such_game(game)
    return list(enumerate(lines, start=1))


def no_such_game(game: str) -> Failure:
    return Failure(f"there is no game {game}: `bluemoon game ls` lists those there are")
