"""What is measured of each game: `bench/workloads/<game>.json`, if the game is installed.

Games without a file are not measured.
"""

from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import msgspec
from msgspec import Struct

from games.plugin import AnyGamePlugin
from games.registry import plugins

FOLDER = Path(__file__).parent / "workloads"


class _Lineup(Struct, forbid_unknown_fields=True):
    name: str
    bot: str
    options: list[dict[str, Any]]


class _Hard(Struct, forbid_unknown_fields=True):
    name: str
    seat: int
    state: msgspec.Raw
    action: msgspec.Raw


class _File(Struct, forbid_unknown_fields=True):
    name: str
    """In the titles of the figures."""
    lineups: list[_Lineup]
    caches: list[str] = []
    """Functions that clear what the bots computed while they played."""
    recorded: list[dict[str, Any]] = []
    """The options of successive games that are recorded and sent to an engine."""
    hard: list[_Hard] = []
    """Positions in which a decision takes long, with an action that is legal there."""
    peers: list[dict[str, Any]] = []
    """The options of games for two that are played in place of the toy game of `bench.peers`."""


class Lineup(Struct, frozen=True):
    """The bots that play the measured games, and the options of these games."""

    plugin: AnyGamePlugin
    options: tuple[Any, ...]
    """The options of successive games, repeated in a cycle."""
    bot: str
    name: str


class RecordedGame(Struct, frozen=True):
    """A game that is recorded in advance and played again."""

    plugin: AnyGamePlugin
    options: tuple[Any, ...]
    name: str


class HardPosition(Struct, frozen=True):
    """A position in which a decision takes long."""

    plugin: AnyGamePlugin
    name: str
    seat: int
    state: Any
    action: Any


def lineups() -> tuple[Lineup, ...]:
    return tuple(
        Lineup(plugin, _options(plugin, lineup.options), lineup.bot, lineup.name)
        for plugin, file in _files()
        for lineup in file.lineups
    )


@cache
def recorded_game() -> RecordedGame:
    """The first game with options to record."""
    plugin, file = next((plugin, file) for plugin, file in _files() if file.recorded)
    return RecordedGame(plugin, _options(plugin, file.recorded), file.name)


@cache
def peer_games() -> dict[str, RecordedGame]:
    """The games that are played in place of the toy game, by their id."""
    return {
        plugin.game: RecordedGame(plugin, _options(plugin, file.peers), file.name)
        for plugin, file in _files()
        if file.peers
    }


def hard_positions() -> tuple[HardPosition, ...]:
    return tuple(
        HardPosition(
            plugin,
            f"{file.name}, {hard.name}",
            hard.seat,
            msgspec.json.decode(hard.state, type=plugin.rulebook.state_type),
            msgspec.json.decode(hard.action, type=plugin.rulebook.action_type),
        )
        for plugin, file in _files()
        for hard in file.hard
    )


def clear_caches() -> None:
    """Clear what the bots computed for these hands and tables. A server would not know it."""
    for _, file in _files():
        for name in file.caches:
            resolve_name(name)()


@cache
def _files() -> tuple[tuple[AnyGamePlugin, _File], ...]:
    return tuple(
        (plugin, msgspec.json.decode(path.read_bytes(), type=_File))
        for game, plugin in plugins().items()
        if (path := FOLDER / f"{game}.json").exists()
    )


def _options(plugin: AnyGamePlugin, options: list[dict[str, Any]]) -> tuple[Any, ...]:
    return tuple(msgspec.convert(fields, plugin.rulebook.options_type) for fields in options)
