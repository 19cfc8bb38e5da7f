"""Parse an action and check it against its game's schema before it is queued."""

from typing import Any

import msgspec
from msgspec import Struct

from cli.setup.installed import default_game, installed_games
from games.codec import read_commit
from games.contract import AnyRulebook
from games.registry import rulebook_with_rules
from games.terminal_kit.errors import CommandLineError
from schemas.strict import StrictDecoder
from services.runtime.store.event_log import EventLog

_OPEN_TABLE = "open_table"


class _ActionHead(Struct):
    type: str
    game: str | None = None


_head_decoder = msgspec.json.Decoder(_ActionHead)
"""Ignores the other fields of the action, unlike a StrictDecoder."""


async def parse_action(log: EventLog, table_id: str, text: bytes) -> Any:
    """Raises CommandLineError with the JSON path of what is wrong."""
    head = _decode(_head_decoder, text)
    rulebook = await _rulebook_of(log, table_id)
    if rulebook is None:
        rulebook = _rulebook_to_open(table_id, head)
    return _decode(StrictDecoder(rulebook.action_type), text)


async def _rulebook_of(log: EventLog, table_id: str) -> AnyRulebook | None:
    """Return None if the table does not exist."""
    first = await log.commit(table_id, 1)
    return None if first is None else rulebook_with_rules(read_commit(first).rules)


def _rulebook_to_open(table_id: str, head: _ActionHead) -> AnyRulebook:
    if head.type != _OPEN_TABLE:
        raise CommandLineError(
            f"there is no table {table_id}: open it with "
            f'{{"type":"open_table","game":"{default_game().game}","options":{{...}}}}'
        )
    games = installed_games()
    if head.game is None or head.game not in games:
        raise CommandLineError(f"$.game: expected one of {', '.join(games)}, got {head.game!r}")
    return games[head.game].rulebook


def _decode(decoder: Any, text: bytes) -> Any:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CommandLineError(f"invalid action: {error}") from error
