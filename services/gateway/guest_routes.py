"""Routes for guests and for the page in their browser."""

from schemas.guests import GuestSeatRequest, GuestSeatResponse, GuestTableRequest, SiteResponse
from schemas.http import TokenResponse
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
            {200: SiteResponse},
        ),
        Endpoint(
            "open_guest_table",
            "POST",
            TABLES,
            "Open a table as a guest and take a seat at it.",
            guests.open,
            "anyone",
            {201: GuestSeatResponse},
            body=GuestTableRequest,
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
            {200: GuestSeatResponse},
            body=GuestSeatRequest,
            problems=("not_allowed", "rejected"),
        ),
        Endpoint(
            "watch_as_guest",
            "POST",
            f"{TABLES}/{{table}}/spectators",
            "Create a spectator token for a listed table or any table of guests.",
            guests.watch,
            "anyone",
            {201: TokenResponse},
            problems=("not_allowed",),
        ),
    )
