"""Routes for guests and for the page in their browser."""

from services.gateway.endpoints import Endpoint
from services.gateway.guests import GuestHandlers

TABLES = "/v1/guests/tables"


def guest_endpoints(guests: GuestHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            "get_site",
            "GET",
            "/v1/site",
            "Get the configuration of the browser client: version, guest access, live address.",
            guests.site,
            "anyone",
        ),
        Endpoint(
            "open_guest_table",
            "POST",
            TABLES,
            "Open a table as a guest and take a seat at it.",
            guests.open,
            "anyone",
            status=201,
            problems=("not_allowed", "rejected"),
            opens_guest_table=True,
        ),
        Endpoint(
            "take_guest_seat",
            "POST",
            f"{TABLES}/{{table}}/seats",
            "Take a seat at an open table of guests.",
            guests.sit,
            "anyone",
            problems=("not_allowed", "rejected"),
        ),
        Endpoint(
            "watch_as_guest",
            "POST",
            f"{TABLES}/{{table}}/spectators",
            "Create a spectator token for a listed table or any table of guests.",
            guests.watch,
            "anyone",
            status=201,
            problems=("not_allowed",),
        ),
    )
