"""Games recorded in advance and sent as commands, so that no bot is measured.

An engine draws a random seed for every table, and moves recorded with one seed are illegal with
another. The measured engine therefore derives the seed from the table id (`table_seed`). So a
recording can be sent any number of times, under any table id that begins with its name.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from bench.empty_rules import EMPTY, EmptyOptions, Pass
from bench.workloads import recorded_game
from games.dice import Dice
from games.playout import Playout, play_out
from schemas.commit import Command, canonical
from schemas.table import SYSTEM, OpenTable, Sender, StartGame, TakeSeat
from services.runtime.store.keys import ShardKeys, shard_of

SHARDS = 16

Move = tuple[Sender, Any]
"""A sender and its action."""


class Recording(Struct, frozen=True):
    """A recorded game. Its name is the seed of all its randomness."""

    name: str
    moves: tuple[Move, ...]
    commit_bytes: int = 0
    """The total size of its commits."""


class LoadCommand(Struct, frozen=True):
    """A command ready for its shard's stream."""

    shard: ShardKeys
    table_id: str
    id: str
    payload: bytes


def table_seed(table_id: str) -> str:
    """Derive the seed from the id up to the first hyphen, as `play_out` does from its seed."""
    return Dice.of_text(table_id.partition("-")[0]).derive("table")


@cache
def record_games(number: int, level: str, commands: int) -> tuple[Recording, ...]:
    """Record games with each of the options in turn, cut to this many commands each.

    `level` is `default` for the game's default bot.
    """
    game = recorded_game()
    rulebook = game.plugin.rulebook
    bot = game.plugin.default_bot if level == "default" else level
    recordings: list[Recording] = []
    attempt = 0
    while len(recordings) < number:
        options = game.options[len(recordings) % len(game.options)]
        players = rulebook.seats(options)
        names = tuple((f"player-{seat}", game.plugin.bots[bot]) for seat in range(players))
        name = f"{bot}{players}x{attempt}"
        attempt += 1
        moves: list[Move] = []
        commit_bytes = 0
        for commit, _ in play_out(Playout(rulebook, options, names, name, "bench")):
            moves.append((commit.command.seat, commit.command.action))
            commit_bytes += len(canonical(commit))
            if len(moves) == commands:
                recordings.append(Recording(name, tuple(moves), commit_bytes))
                break
    return tuple(recordings)


def record_empty(commands: int) -> tuple[Recording, ...]:
    opening: list[Move] = [
        (SYSTEM, OpenTable(EMPTY.game, EmptyOptions())),
        (0, TakeSeat("player-0")),
        (1, TakeSeat("player-1")),
        (SYSTEM, StartGame()),
    ]
    passes: list[Move] = [(index % 2, Pass()) for index in range(commands - len(opening))]
    return (Recording("empty", tuple(opening + passes)),)


def commands_of(
    recordings: tuple[Recording, ...], tables_per_shard: int, run: str
) -> list[LoadCommand]:
    """Return the first command of every table, then the second of every table, and so on.

    Each shard gets the same number of tables. `run` makes their ids unique.
    """
    tables = list(_spread(recordings, tables_per_shard, run))
    return [
        _load_command(table_id, shard, index, recording.moves[index])
        for index in range(len(recordings[0].moves))
        for table_id, shard, recording in tables
    ]


def _spread(
    recordings: tuple[Recording, ...], tables_per_shard: int, run: str
) -> Iterator[tuple[str, ShardKeys, Recording]]:
    table_counts: dict[ShardKeys, int] = {}
    copy_number = 0
    while sum(table_counts.values()) < tables_per_shard * SHARDS:
        recording = recordings[copy_number % len(recordings)]
        table_id = f"{recording.name}-{run}-{copy_number}"
        shard = shard_of(table_id, SHARDS)
        copy_number += 1
        if table_counts.get(shard, 0) < tables_per_shard:
            table_counts[shard] = table_counts.get(shard, 0) + 1
            yield table_id, shard, recording


def _load_command(table_id: str, shard: ShardKeys, index: int, move: Move) -> LoadCommand:
    seat, action = move
    command_id = f"{table_id}.{index}"
    return LoadCommand(
        shard, table_id, command_id, canonical(Command(command_id, table_id, seat, action))
    )
