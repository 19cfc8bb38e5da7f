"""Requests and responses for guests and the page in their browser."""

from typing import Any

from msgspec import UNSET, UnsetType

from schemas.record import Record
from schemas.table import Entropy, JsonObject, PlayerName, TableId
from schemas.terms import Seat, Terms

GUESTS = "guests"
"""The platform of guests' tables. Its key is for hosting bots there."""


class SiteResponse(Record):
    """What the page needs to know at start."""

    version: str
    guests: bool
    """Whether anyone may open tables and sit down."""
    live_url: str
    """The notifier's URL. If empty, it is at the page's own host and `live_port`."""
    live_port: int


class GuestSeatRequest(Record):
    player: PlayerName
    seat: Seat | None = None
    """If omitted, the first free seat that is not reserved for a bot."""
    entropy: Entropy = ""
    """The guest's contribution to the seed. If omitted, the gateway generates it."""
    deck: JsonObject | UnsetType = UNSET
    """The guest's own deck, in the form of the game, where the table's options accept decks. It
    stays secret until the game is over."""


class GuestTableRequest(Record):
    game: str
    options: dict[str, Any]
    player: PlayerName
    terms: Terms = Terms()
    """`autostart` is always true, because nobody could start the game, and `platform` is always
    `guests`."""
    seat: Seat | None = None
    entropy: Entropy = ""
    deck: JsonObject | UnsetType = UNSET


class GuestSeatResponse(Record):
    table: TableId
    seat: Seat
    token: str
    """Lets its holder play and see this seat until they leave it."""
