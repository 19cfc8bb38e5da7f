"""Calls for guests, and the site's public settings."""

import msgspec
from msgspec import UNSET, UnsetType

from client.api_calls import ApiCalls
from client.decoding import decode
from schemas.guests import GuestSeatRequest, GuestSeatResponse, GuestTableRequest, SiteResponse
from schemas.http import TokenResponse
from schemas.table import JsonObject
from schemas.terms import Terms

TABLES = "/v1/guests/tables"


class GuestCalls(ApiCalls):
    async def get_site(self) -> SiteResponse:
        return decode(await self._get("/v1/site"), SiteResponse)

    async def open_guest_table(  # noqa: PLR0913 - fields of a table and its first seat
        self,
        game: str,
        options: object,
        player: str,
        *,
        terms: Terms | None = None,
        seat: int | None = None,
        entropy: str = "",
        deck: JsonObject | UnsetType = UNSET,
    ) -> GuestSeatResponse:
        """Open a table and take a seat. `options` is the game's record or a mapping."""
        fields = msgspec.to_builtins(options)
        request = GuestTableRequest(game, fields, player, terms or Terms(), seat, entropy, deck)
        return decode(await self._send("POST", TABLES, request), GuestSeatResponse)

    async def take_guest_seat(
        self,
        table_id: str,
        player: str,
        *,
        seat: int | None = None,
        entropy: str = "",
        deck: JsonObject | UnsetType = UNSET,
    ) -> GuestSeatResponse:
        request = GuestSeatRequest(player, seat, entropy, deck)
        return decode(
            await self._send("POST", f"{TABLES}/{table_id}/seats", request), GuestSeatResponse
        )

    async def watch_as_guest(self, table_id: str) -> str:
        """Return a spectator's token."""
        path = f"{TABLES}/{table_id}/spectators"
        return decode(await self._send("POST", path, is_idempotent=True), TokenResponse).token
