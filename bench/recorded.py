"""Games played beforehand, to be sent as commands: no bot's thinking is measured.

An engine draws a seed of its own for every table, and commands of one deal are illegal in another.
So a measured engine is given a seed that follows from the game's id (`table_seed`), and a recorded
game can be sent any number of times, under any id that begins with its deal.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from bench.empty_rules import EMPTY, EmptyOptions, Pass
from games.city.bots import BOTS
from games.city.game import CITY
from games.dice import Dice
from games.playout import Playout, play_out
from schemas.city import CityOptions
from schemas.commit import Command, canonical
from schemas.table import SYSTEM, Actor, OpenTable, StartGame, TakeSeat
from services.runtime.keys import ShardKeys, shard_of

SHARDS = 16

Deed = tuple[Actor, Any]
"""Who does what."""


class Deal(Struct, frozen=True):
    """A recorded game. Its name is the seed of everything in it."""

    name: str
    deeds: tuple[Deed, ...]
    commit_bytes: int = 0
    """All of its commits together."""


class Sent(Struct, frozen=True):
    """A command as it goes on its shard's stream."""

    shard: ShardKeys
    game: str
    id: str
    command: bytes


def table_seed(game_id: str) -> str:
    """As `play_out` makes it of its seed: the part of the id before the first hyphen."""
    return Dice.of_text(game_id.partition("-")[0]).derive("table")


@cache
def city_deals(number: int, bot: str, commands: int) -> tuple[Deal, ...]:
    """Games of two and of four players in turn, cut to so many commands each."""
    found: list[Deal] = []
    attempt = 0
    while len(found) < number:
        players = 2 if len(found) % 2 == 0 else 4
        names = tuple((f"player {seat}", BOTS[bot]) for seat in range(players))
        name = f"{bot}{players}x{attempt}"
        attempt += 1
        deeds: list[Deed] = []
        commit_bytes = 0
        for commit, _ in play_out(Playout(CITY, CityOptions(players), names, name, "bench")):
            deeds.append((commit.command.seat, commit.command.action))
            commit_bytes += len(canonical(commit))
            if len(deeds) == commands:
                found.append(Deal(name, tuple(deeds), commit_bytes))
                break
    return tuple(found)


def empty_deals(commands: int) -> tuple[Deal, ...]:
    opening: list[Deed] = [
        (SYSTEM, OpenTable(EMPTY.id, EmptyOptions())),
        (0, TakeSeat("player 0")),
        (1, TakeSeat("player 1")),
        (SYSTEM, StartGame()),
    ]
    passes: list[Deed] = [(place % 2, Pass()) for place in range(commands - len(opening))]
    return (Deal("empty", tuple(opening + passes)),)


def commands_of(deals: tuple[Deal, ...], games_per_shard: int, run: str) -> list[Sent]:
    """Every game's first command, every game's second, and so on: as many games at once, with the
    same number of games in each shard. `run` makes their ids new."""
    games = list(_spread(deals, games_per_shard, run))
    return [
        _sent(game, shard, place, deal.deeds[place])
        for place in range(len(deals[0].deeds))
        for game, shard, deal in games
    ]


def _spread(
    deals: tuple[Deal, ...], games_per_shard: int, run: str
) -> Iterator[tuple[str, ShardKeys, Deal]]:
    held: dict[ShardKeys, int] = {}
    copy = 0
    while sum(held.values()) < games_per_shard * SHARDS:
        deal = deals[copy % len(deals)]
        game = f"{deal.name}-{run}-{copy}"
        shard = shard_of(game, SHARDS)
        copy += 1
        if held.get(shard, 0) < games_per_shard:
            held[shard] = held.get(shard, 0) + 1
            yield game, shard, deal


def _sent(game: str, shard: ShardKeys, place: int, deed: Deed) -> Sent:
    seat, action = deed
    command_id = f"{game}.{place}"
    return Sent(shard, game, command_id, canonical(Command(command_id, game, seat, action, 0)))
