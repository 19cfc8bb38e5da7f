"""The bots that a command may name, and who plays on which seat."""

from cli.failure import Failure
from cli.phrases import counted
from games.bot_levels import BOTS_OF
from games.bots import Bot

DEFAULT_BOT = "builder"
DEFAULT_BOTS = {"city": DEFAULT_BOT, "duel": "duelist"}

PLAYER_NAMES = ("Amber", "Basalt", "Coral", "Jade")


def bots_named(game: str, listing: str | None, seats: int) -> tuple[str, ...]:
    """`builder,random` -> a bot's name for each seat; a single name stands for all seats."""
    known = BOTS_OF[game]
    names = tuple(name.strip() for name in (listing or DEFAULT_BOTS[game]).split(","))
    for name in names:
        if name not in known:
            raise Failure(f"--bots: there is no bot {name!r}; known: {', '.join(known)}")
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise Failure(f"--bots: {counted(len(names), 'bot')} named for {counted(seats, 'seat')}")
    return names


def players(game: str, bot_names: tuple[str, ...]) -> tuple[tuple[str, Bot], ...]:
    """A player's name and a bot for each seat."""
    known = BOTS_OF[game]
    return tuple((PLAYER_NAMES[seat], known[name]) for seat, name in enumerate(bot_names))
