"""The installed games and their terminal UIs."""

from collections.abc import Mapping
from functools import cache

from games.plugin import AnyGamePlugin
from games.registry import PluginError, plugins
from games.terminal import TerminalUI
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.generic import GenericTerminal


def installed_games() -> Mapping[str, AnyGamePlugin]:
    """Raises CommandLineError if a plug-in cannot be loaded."""
    try:
        return plugins()
    except PluginError as error:
        raise CommandLineError(str(error)) from error


def find_game(name: str) -> AnyGamePlugin:
    """Raises CommandLineError, naming the known games, if there is no such game."""
    games = installed_games()
    if name not in games:
        raise CommandLineError(f"there is no game {name!r}; known: {', '.join(games)}")
    return games[name]


def default_game() -> AnyGamePlugin:
    """Return the first game of this project; games of other projects come after it."""
    return next(iter(installed_games().values()))


@cache
def terminal_of(game: str) -> TerminalUI:
    """Raises CommandLineError if there is no such game or its terminal UI cannot be loaded."""
    plugin = find_game(game)
    if plugin.terminal is None:
        return GenericTerminal(plugin)
    try:
        return plugin.terminal()
    except Exception as error:  # a plug-in's module may raise anything
        reason = f"{type(error).__name__}: {error}"
        raise CommandLineError(f"the terminal UI of {game} cannot be loaded: {reason}") from error


def installed_terminals() -> dict[str, TerminalUI]:
    """Return the terminal UI of each game. Raises CommandLineError."""
    return {game: terminal_of(game) for game in installed_games()}


def terminals_or_none() -> dict[str, TerminalUI]:
    """Return the terminal UIs while commands are declared, when no error can be reported.

    If one cannot be loaded there are none, and every command reports the error when it is called.
    """
    try:
        return installed_terminals()
    except CommandLineError:
        return {}
