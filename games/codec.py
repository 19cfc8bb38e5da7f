"""From bytes to commits and commands, strictly: each game has its own unions."""

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from games.contract import Game
from games.registry import GAMES, game_with_rules
from schemas.commit import AnyCommit, Commit, SeenCommit
from schemas.secrecy import veiled
from schemas.table import Table


class Unreadable(ValueError):  # noqa: N818 - describes the bytes
    """Bytes that are no record of ours; the message says where and what was expected."""


class _Rules(Struct):
    rules: str


_rules_decoder = msgspec.json.Decoder(_Rules)


@cache
def commit_decoder(rules: str) -> msgspec.json.Decoder[AnyCommit]:
    game = game_with_rules(rules)
    if game is None:
        known = ", ".join(game.rules for game in GAMES.values())
        raise Unreadable(f"unknown rules {rules!r}, expected one of: {known}")
    return msgspec.json.Decoder(commit_type(game))


def commit_type(game: Game) -> Any:
    return Commit[game.action_type, game.event_type]  # type: ignore[name-defined]


def table_type(game: Game) -> Any:
    return Table[game.options_type, game.state_type]  # type: ignore[name-defined]


def seen_commit_type(game: Game) -> Any:
    """What a viewer receives of a commit."""
    return veiled(SeenCommit[game.action_type, game.event_type])  # type: ignore[name-defined]


def seen_table_type(game: Game) -> Any:
    """What a viewer receives as the view of a table."""
    return veiled(table_type(game))


def read_commit(line: bytes) -> AnyCommit:
    """One commit; its rules say which game's unions apply. Raises Unreadable."""
    try:
        return commit_decoder(_rules_decoder.decode(line).rules).decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(str(error)) from error
