"""Bots on the command line, and the player names of simulated seats."""

from collections.abc import Sequence

from games.bots import Bot
from games.plugin import AnyGamePlugin
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.phrases import pluralize

PLAYER_NAMES = ("Amber", "Basalt", "Coral", "Jade")


def check_bots(plugin: AnyGamePlugin, names: Sequence[str], option: str) -> None:
    """Raises CommandLineError, naming the known bots, if the game has no such bot."""
    for name in names:
        if name not in plugin.bots:
            raise CommandLineError(
                f"{option}: there is no bot {name!r} for {plugin.game}; "
                f"known: {', '.join(plugin.bots)}"
            )


def parse_bots(plugin: AnyGamePlugin, listing: str | None, seats: int) -> tuple[str, ...]:
    """Parse `builder,random` into a bot name per seat. A single name applies to all seats."""
    names = tuple(name.strip() for name in (listing or plugin.default_bot).split(","))
    check_bots(plugin, names, "--bots")
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise CommandLineError(f"--bots: expected {pluralize(seats, 'bot')}, got {len(names)}")
    return names


def players(plugin: AnyGamePlugin, bot_names: Sequence[str]) -> tuple[tuple[str, Bot], ...]:
    """Return a player name and a bot for each seat."""
    return tuple((PLAYER_NAMES[seat], plugin.bots[name]) for seat, name in enumerate(bot_names))
