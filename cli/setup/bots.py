"""Bots on the command line, and the player names of simulated seats."""

from games.bot_levels import BOTS_OF
from games.bots import Bot
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.phrases import pluralize

DEFAULT_BOT = "builder"
DEFAULT_BOTS = {"city": DEFAULT_BOT, "duel": "duelist"}

PLAYER_NAMES = ("Amber", "Basalt", "Coral", "Jade")


def parse_bots(game: str, listing: str | None, seats: int) -> tuple[str, ...]:
    """Parse `builder,random` into a bot name per seat. A single name applies to all seats."""
    known = BOTS_OF[game]
    names = tuple(name.strip() for name in (listing or DEFAULT_BOTS[game]).split(","))
    for name in names:
        if name not in known:
            raise CommandLineError(f"--bots: there is no bot {name!r}; known: {', '.join(known)}")
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise CommandLineError(f"--bots: expected {pluralize(seats, 'bot')}, got {len(names)}")
    return names


def players(game: str, bot_names: tuple[str, ...]) -> tuple[tuple[str, Bot], ...]:
    """Return a player name and a bot for each seat."""
    known = BOTS_OF[game]
    return tuple((PLAYER_NAMES[seat], known[name]) for seat, name in enumerate(bot_names))
