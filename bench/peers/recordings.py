"""Whole games recorded in advance, so that the load generator needs no rules.

With fixed dice, equal openings get equal seeds. The seed is learned over the public contract: once
a game is over, its history is open. The seats' entropy then gives each recording its own dice.
"""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bench.peers.system import RunningSystem
from bench.workloads import RecordedGame
from client import BlueMoon
from games import table as tables
from games.dice import Dice
from games.history import Position, advance
from schemas.commit import RecordedCommand
from schemas.table import SYSTEM, OpenTable, Resign, StartGame, TableOpened, TakeSeat

RECORDINGS_MIN = 24
"""Enough that tables at work differ: engines cache what positions have in common."""
SEATS = (0, 1)


class Move(Struct, frozen=True):
    seat: int
    action: Any


class Recording(Struct, frozen=True):
    options: Any
    entropy: str
    """Of both seats."""
    moves: tuple[Move, ...]
    """All commands after the start of the game."""


def write_recordings(path: Path, system: RunningSystem, game: RecordedGame) -> None:
    seeds = asyncio.run(_learn_seeds(system, game))
    entropies = [f"{number:02x}" for number in range(-(-RECORDINGS_MIN // len(game.options)))]
    recordings = [
        _record(game, options, seed, entropy)
        for entropy in entropies
        for options, seed in zip(game.options, seeds, strict=True)
    ]
    path.write_bytes(msgspec.json.encode(recordings))


async def _learn_seeds(system: RunningSystem, game: RecordedGame) -> list[str]:
    addresses = system.addresses
    async with BlueMoon(addresses.gateway, addresses.live, system.key) as moon:
        return [await _learn_seed(moon, game.plugin.game, options) for options in game.options]


async def _learn_seed(moon: BlueMoon, game: str, options: Any) -> str:
    """Play a game that is over at once, and read the seed in its history."""
    table = (await moon.gateway.open_table(game, options)).table
    tokens = [
        (await moon.gateway.take_seat(table, seat, f"recorder-{seat}")).token for seat in SEATS
    ]
    await moon.gateway.start_game(table)
    await moon.gateway.with_credential(tokens[0]).send_command(table, Resign())
    opened = (await moon.gateway.get_commits(table)).commits[0].events[0]
    assert isinstance(opened, TableOpened)
    assert isinstance(opened.seed, str)
    return opened.seed


def _record(game: RecordedGame, options: Any, seed: str, entropy: str) -> Recording:
    """Let the game's default bot play both seats."""
    plugin = game.plugin
    bot = plugin.bots[plugin.default_bot]
    pick = Dice.of_text(f"{seed}/{entropy}").picker("bots")
    position = Position(plugin.rulebook, "recording")

    def send(sender: Any, action: Any) -> Position:
        command = RecordedCommand(f"recording.{position.seq + 1}", sender, action, 0)
        return advance(position, command, 0, seed)[1]

    position = send(SYSTEM, OpenTable(plugin.game, options))
    for seat in SEATS:
        position = send(seat, TakeSeat(f"player-{seat}", entropy))
    position = send(SYSTEM, StartGame())
    moves = []
    while position.table is not None and (
        waiting := tables.to_act(plugin.rulebook, position.table)
    ):
        seat = waiting[0]
        legal = tables.legal(plugin.rulebook, position.table, seat)
        action = bot(tables.view(position.table, seat), seat, legal, pick)
        moves.append(Move(seat, action))
        position = send(seat, action)
    return Recording(options, entropy, tuple(moves))
