"""Calls of guests, who come without a platform; and what a page needs to know."""

import msgspec

from client.calls import Calls
from client.decoding import decoded
from schemas.exchange import TokenGiven
from schemas.guests import GuestSeated, GuestSeating, GuestTable, Site
from schemas.terms import Terms

TABLES = "/v1/guests/tables"


class GuestCalls(Calls):
    async def get_site(self) -> Site:
        return decoded(await self._ask("/v1/site"), Site)

    async def open_guest_table(  # noqa: PLR0913 - what a table and its first guest need
        self,
        game: str,
        options: object,
        player: str,
        *,
        terms: Terms | None = None,
        seat: int | None = None,
        entropy: str = "",
    ) -> GuestSeated:
        """`options` as the game's record or as a mapping."""
        settled = msgspec.to_builtins(options)
        wanted = GuestTable(game, settled, player, terms or Terms(), seat, entropy)
        return decoded(await self._do("POST", TABLES, wanted), GuestSeated)

    async def take_guest_seat(
        self, table: str, player: str, *, seat: int | None = None, entropy: str = ""
    ) -> GuestSeated:
        wanted = GuestSeating(player, seat, entropy)
        return decoded(await self._do("POST", f"{TABLES}/{table}/seats", wanted), GuestSeated)

    async def watch_as_guest(self, table: str) -> str:
        """A spectator's token. Safe to repeat."""
        path = f"{TABLES}/{table}/spectators"
        return decoded(await self._do("POST", path, safe=True), TokenGiven).token
