"""The bots that a command may name, and who plays on which seat."""

from cli.failure import Failure
from cli.phrases import counted
from games.bots import Bot
from games.city.bots import BOTS

DEFAULT_BOT = "builder"

PLAYER_NAMES = ("Amber", "Basalt", "Coral", "Jade")


def bots_named(listing: str, seats: int) -> tuple[str, ...]:
    """`builder,random` -> a bot's name for each seat; a single name stands for all seats."""
    names = tuple(name.strip() for name in listing.split(","))
    for name in names:
        if name not in BOTS:
            raise Failure(f"--bots: there is no bot {name!r}; known: {', '.join(BOTS)}")
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise Failure(f"--bots: {counted(len(names), 'bot')} named for {counted(seats, 'seat')}")
    return names


def players(bot_names: tuple[str, ...]) -> tuple[tuple[str, Bot], ...]:
    """A player's name and a bot for each seat."""
    return tuple((PLAYER_NAMES[seat], BOTS[name]) for seat, name in enumerate(bot_names))
