"""Reading deck lists: `{"leader": ..., "inquisitor": ..., "cards": [...]}`."""

import sys
from pathlib import Path

import msgspec

from cli.failure import Failure
from cli.log_file import STDIN
from games.duel.decks import DECKS
from schemas.duel_deck import DeckList

DECK_BYTES_MAX = 1 << 16


def deck_named(name: str) -> DeckList:
    """One of the nine decks by its people, or a deck in a file. A people's name wins."""
    for people, deck in DECKS.items():
        if people == name:
            return deck
    if name != STDIN and not Path(name).exists():
        raise Failure(f"there is no deck and no file {name!r}; decks: {', '.join(DECKS)}")
    return deck_in(name)


def deck_in(source: str) -> DeckList:
    """Raises Failure when the file does not hold a deck list. It need not be a legal deck."""
    try:
        content = _content(source)
    except OSError as error:
        raise Failure(f"{source}: {error.strerror}") from error
    if len(content) > DECK_BYTES_MAX:
        raise Failure(f"{source}: a deck list of more than {DECK_BYTES_MAX} bytes")
    try:
        return msgspec.json.decode(content, type=DeckList)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Failure(f"{source}: {error}") from error


def _content(source: str) -> bytes:
    if source == STDIN:
        return sys.stdin.buffer.read(DECK_BYTES_MAX + 1)
    with Path(source).open("rb") as file:
        return file.read(DECK_BYTES_MAX + 1)
