"""What people say and hear who come without a platform: guests, and the page in their browser."""

from typing import Any

from schemas.strict import Record
from schemas.table import Entropy, GameId, PlayerName
from schemas.terms import Seat, Terms

GUESTS = "guests"
"""The platform that guests' tables belong to. Its key is for those who host bots there."""


class Site(Record):
    """What a page needs to know before it can do anything."""

    version: str
    guests: bool
    """May anyone open tables and sit down?"""
    live_url: str
    """Where the notifier is; when empty at the page's own host and `live_port`."""
    live_port: int


class GuestSeating(Record):
    player: PlayerName
    seat: Seat | None = None
    """The seat wanted; when left out the first that is free and not kept for a bot."""
    entropy: Entropy = ""
    """The guest's own part in the dice; the gateway draws one when it is left out."""


class GuestTable(Record):
    game: str
    options: dict[str, Any]
    player: PlayerName
    terms: Terms = Terms()
    """`autostart` is always true and `platform` always `guests`: nobody is there to start it."""
    seat: Seat | None = None
    entropy: Entropy = ""


class GuestSeated(Record):
    table: GameId
    seat: Seat
    token: str
    """Lets its holder play and see this seat, as long as they sit there."""
