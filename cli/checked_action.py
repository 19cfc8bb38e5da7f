"""An action as it was typed, held to its game's contract before anything is queued."""

from typing import Any

import msgspec
from msgspec import Struct

from cli.failure import Failure
from games.codec import read_commit
from games.contract import Game
from games.registry import GAMES, game_with_rules
from services.runtime.event_log import EventLog

_OPEN_TABLE = "open_table"


class _Head(Struct):
    type: str
    game: str | None = None


async def checked_action(log: EventLog, game_id: str, text: bytes) -> Any:
    """The action. Raises Failure with the path of what is wrong with it."""
    head = _decoded(text, _Head)
    game = await _game_of(log, game_id)
    if game is None:
        game = _game_to_open(game_id, head)
    return _decoded(text, game.action_type)


async def _game_of(log: EventLog, game_id: str) -> Game | None:
    """What is played at the table, if it is open."""
    first = await log.client.xrange(log.shard(game_id).game(game_id), count=1)
    return game_with_rules(read_commit(first[0][1][b"commit"]).rules) if first else None


def _game_to_open(game_id: str, head: _Head) -> Game:
    if head.type != _OPEN_TABLE:
        raise Failure(
            f"there is no game {game_id}: it begins with "
            '{"type":"open_table","game":"city","options":{"players":3}}'
        )
    game = GAMES.get(head.game or "")
    if game is None:
        raise Failure(f"$.game: expected one of {', '.join(GAMES)}, got {head.game!r}")
    return game


def _decoded(text: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Failure(f"the action can't be read: {error}") from error
