"""Read deck lists: `{"leader": ..., "inquisitor": ..., "cards": [...]}`."""

import sys
from pathlib import Path

import msgspec

from games.duel.decks import DECKS
from games.terminal_kit.arguments import STDIN
from games.terminal_kit.errors import CommandLineError
from schemas.duel.deck import DeckList
from schemas.strict import StrictDecoder

DECK_BYTES_MAX = 1 << 16


def deck_named(name: str) -> DeckList:
    """Return a deck of the game by its people, or the deck in a file of that name."""
    for people, deck in DECKS.items():
        if people == name:
            return deck
    if name != STDIN and not Path(name).exists():
        raise CommandLineError(f"there is no deck or file {name!r}; decks: {', '.join(DECKS)}")
    return deck_in(name)


def deck_in(source: str) -> DeckList:
    """Return the deck in a file, legal or not. Raises CommandLineError if it is not a deck."""
    try:
        content = _content(source)
    except OSError as error:
        raise CommandLineError(f"{source}: {error.strerror}") from error
    if len(content) > DECK_BYTES_MAX:
        raise CommandLineError(f"{source}: the deck list is longer than {DECK_BYTES_MAX} bytes")
    try:
        return StrictDecoder(DeckList).decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CommandLineError(f"{source}: {error}") from error


def _content(source: str) -> bytes:
    if source == STDIN:
        return sys.stdin.buffer.read(DECK_BYTES_MAX + 1)
    with Path(source).open("rb") as file:
        return file.read(DECK_BYTES_MAX + 1)
