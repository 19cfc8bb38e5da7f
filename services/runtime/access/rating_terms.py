"""Which tables are rated, and which of their seats.

A takeback lets a player see what a turn would draw and then choose again, so a table with takebacks
is never rated. Guests prove no identity, so neither are theirs.
"""

from msgspec import UnsetType
from msgspec.structs import replace

from schemas.guests import GUESTS
from schemas.terms import Terms


def can_be_rated(terms: Terms) -> bool:
    return not terms.takebacks and terms.platform != GUESTS


def is_rated(terms: Terms) -> bool:
    """Return whether the table counts for standings. Tables recorded before the term existed do."""
    return can_be_rated(terms) and (isinstance(terms.rated, UnsetType) or terms.rated)


def with_rated(terms: Terms) -> Terms:
    """Return the terms with `rated` set."""
    return replace(terms, rated=is_rated(terms))


def bot_seats(terms: Terms) -> frozenset[int]:
    return frozenset(bot.seat for bot in terms.bots)
