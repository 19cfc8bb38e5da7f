"""Moderation of names: deny-lists, reports and new names."""

from typing import Annotated

from msgspec import Meta

from schemas.record import Record
from schemas.redaction import Viewer
from schemas.table import PlayerId, PlayerName, TableId
from schemas.terms import Milliseconds, Seat

DENIED_NAMES_MAX = 1_000

DeniedName = Annotated[
    PlayerName,
    Meta(
        description="A name, or a word of a name, that nobody may use. Between asterisks, it is "
        "also denied inside words. Case, accents and characters that look alike do not matter."
    ),
]
DeniedNames = Annotated[tuple[DeniedName, ...], Meta(max_length=DENIED_NAMES_MAX)]
ReportId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{1,64}$(?!\n)",
        description="Table and player: all reports of a player at a table are one.",
    ),
]


class PutDeniedNamesRequest(Record):
    names: DeniedNames
    """Replaces all of them."""


class DeniedNamesResponse(Record):
    names: DeniedNames


class NameReport(Record):
    """A stored report. It holds no name, so that an erased player's is not kept."""

    id: ReportId
    platform: str
    table: TableId
    seat: Seat
    player: PlayerId
    reporters: tuple[Viewer, ...]
    """Seats at the table, and `spectator` for all spectators. Each counts once."""
    at: Milliseconds
    """When the name was first reported."""


class NameReportRow(NameReport):
    name: PlayerName
    """The player's current name."""


class NameReportsResponse(Record):
    """Oldest first."""

    reports: tuple[NameReportRow, ...]


class NameReportedResponse(Record):
    report: ReportId


class NameReportClosedResponse(Record):
    report: ReportId


class RenamePlayerRequest(Record):
    name: PlayerName


class PlayerRenamedResponse(Record):
    player: PlayerId
    name: PlayerName
