"""What the gateway offers to guests and to the page in their browser."""

from schemas.exchange import TokenGiven
from schemas.guests import GuestSeated, GuestSeating, GuestTable, Site
from services.gateway.guests import GuestDesk
from services.gateway.operations import Operation

TABLES = "/v1/guests/tables"


def guest_operations(desk: GuestDesk) -> tuple[Operation, ...]:
    return (
        Operation(
            "get_site",
            "GET",
            "/v1/site",
            "What a page needs to know: the version, whether guests are welcome, the live address.",
            desk.site,
            "anyone",
            {200: Site},
        ),
        Operation(
            "open_guest_table",
            "POST",
            TABLES,
            "Open a table and sit down at it, without a platform.",
            desk.open,
            "anyone",
            {201: GuestSeated},
            body=GuestTable,
            problems=("not_allowed", "rejected"),
            guest_table=True,
        ),
        Operation(
            "take_guest_seat",
            "POST",
            f"{TABLES}/{{game}}/seats",
            "Sit down at an open table of guests.",
            desk.sit,
            "anyone",
            {200: GuestSeated},
            body=GuestSeating,
            problems=("not_allowed", "rejected"),
        ),
        Operation(
            "watch_as_guest",
            "POST",
            f"{TABLES}/{{game}}/spectators",
            "A spectator's token, for a listed table or any table of guests.",
            desk.watch,
            "anyone",
            {201: TokenGiven},
            problems=("not_allowed",),
        ),
    )
