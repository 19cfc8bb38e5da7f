"""Handlers for guests: people who open tables, sit down and watch without a platform.

Their tables belong to the platform `guests`. A guest's seat token decides what the guest may do. A
guest's name proves nothing, so games of guests are not rated.
"""

import secrets
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib.metadata import version

from msgspec.structs import replace

from schemas.guests import (
    GUESTS,
    GuestSeatRequest,
    GuestSeatResponse,
    GuestTableRequest,
    SiteResponse,
)
from schemas.http import OpenTableRequest, TokenResponse
from schemas.redaction import SPECTATOR
from schemas.table import SYSTEM, AbortTable, AnyTable, TableSeat, TakeSeat
from schemas.terms import SEATS_MAX, Terms
from services.gateway.denied_names import require_allowed
from services.gateway.endpoints import ApiRequest, PlainRequest, TableRequest
from services.gateway.guest_limits import GuestLimits
from services.gateway.guest_names import require_free, require_plain
from services.gateway.openings import Openings
from services.gateway.parameters import Parameters, TablePath
from services.gateway.tables import TableHandlers
from services.runtime.access.denied_names import DeniedNames
from services.runtime.access.platforms import Platforms
from services.runtime.access.player_directory import PlayerDirectory
from services.runtime.access.spectators import agreed_terms, spectators_forbidden
from services.runtime.access.tokens import TokenClaims, Tokens
from services.runtime.operations.settings import Settings
from services.runtime.store.positions import PositionReader
from services.runtime.web.problems import ProblemError, rejected

ENTROPY_BYTES = 32


class GuestHandlers:
    def __init__(  # noqa: PLR0913, PLR0917 - the ports it uses
        self,
        settings: Settings,
        tables: TableHandlers,
        positions: PositionReader,
        tokens: Tokens,
        players: PlayerDirectory,
        denied_names: DeniedNames,
        platforms: Platforms,
        limits: GuestLimits,
        openings: Openings,
    ) -> None:
        self._limits = limits
        self._openings = openings
        self._settings = settings
        self._players = players
        self._denied_names = denied_names
        self._platforms = platforms
        self._tables = tables
        self._positions = positions
        self._tokens = tokens

    async def site(self, _call: PlainRequest) -> SiteResponse:
        settings = self._settings
        return SiteResponse(
            version("bluemoon"), settings.guests, settings.live_url, settings.notifier_port
        )

    async def open(
        self, call: ApiRequest[Parameters, Parameters, GuestTableRequest]
    ) -> GuestSeatResponse:
        self._require_guests_allowed()
        request = call.body
        terms = replace(request.terms, autostart=True)
        seat_request = GuestSeatRequest(request.player, request.seat, request.entropy, request.deck)
        # Check first: do not open a table that the guest cannot sit at.
        rulebook, options = self._openings.read(request.game, request.options)
        seats = tuple(TableSeat(seat) for seat in range(rulebook.seats(options)))
        _choose_seat(seat_request, request.game, terms, seats, ())
        await require_allowed(self._denied_names, GUESTS, request.player)
        await self._limits.require_room(call.network)
        opened = await self._tables.open_for(
            GUESTS, OpenTableRequest(request.game, request.options, terms=terms)
        )
        await self._limits.count(opened.table, call.network)
        try:
            return await self._sit(opened.table, seat_request)
        except Exception:
            with suppress(ProblemError):
                await self._tables.send(
                    opened.table, SYSTEM, AbortTable("the guest did not sit down")
                )
            raise

    async def sit(
        self, call: ApiRequest[TablePath, Parameters, GuestSeatRequest]
    ) -> GuestSeatResponse:
        self._require_guests_allowed()
        await require_allowed(self._denied_names, GUESTS, call.body.player)
        return await self._sit(call.path.table, call.body)

    async def watch(self, call: TableRequest) -> TokenResponse:
        self._require_guests_allowed()
        table_id = call.path.table
        table = await self._table(table_id)
        terms = agreed_terms(table.terms)
        is_public = terms.listed and terms.platform in self._platforms.visible_to(None)
        if not is_public and terms.platform != GUESTS:
            raise _no_table(table_id)
        if spectators_forbidden(terms):
            raise ProblemError("not_allowed", "This table does not allow spectators.")
        claims = TokenClaims(terms.platform, table_id, SPECTATOR)
        return TokenResponse(self._tokens.mint(claims, int(time.time())))

    def _require_guests_allowed(self) -> None:
        if not self._settings.guests:
            raise ProblemError(
                "not_allowed",
                "This server does not allow guests. Only platforms open tables and seat players.",
            )

    async def _sit(self, table_id: str, request: GuestSeatRequest) -> GuestSeatResponse:
        """Take a seat. If it was just taken, try the next one, unless the request names a seat."""
        entropy = request.entropy or self._new_entropy()
        player_id = await self._players.add_guest(GUESTS, request.player)
        for _ in range(SEATS_MAX):
            table = await self._table(table_id)
            terms = agreed_terms(table.terms)
            if terms.platform != GUESTS:
                raise ProblemError(
                    "not_allowed", "This table belongs to a platform, not to guests."
                )
            if table.stage == "open":
                names = (await self._players.names_at(table)).values()
                seat = _choose_seat(request, table.game, terms, table.seats, names)
            else:
                # Let the rules reject the command: they give the exact reason.
                seat = request.seat or 0
            try:
                take_seat = TakeSeat(player_id, entropy, deck=request.deck)
                outcome = await self._tables.send(table_id, seat, take_seat)
            except ProblemError as problem:
                if request.seat is None and _code(problem) == "seat_taken":
                    continue
                raise
            token = await self._tables.seat_token(GUESTS, outcome, seat)
            return GuestSeatResponse(table_id, seat, token)
        raise _full()

    def _new_entropy(self) -> str:
        # With fixed dice, only the table's seed and entropy of the guest's own decide.
        return "" if self._settings.dice_seed else secrets.token_hex(ENTROPY_BYTES)

    async def _table(self, table_id: str) -> AnyTable:
        position = await self._positions.latest(table_id)
        if position is None:
            raise _no_table(table_id)
        assert position.table is not None
        return position.table


def _choose_seat(
    request: GuestSeatRequest,
    game: str,
    terms: Terms,
    seats: Sequence[TableSeat],
    names: Iterable[str],
) -> int:
    """Return the seat for a guest. Raises ProblemError."""
    require_plain(request.player)
    require_free(request.player, game, names)
    reserved = {bot.seat for bot in terms.bots}
    if request.seat in reserved:
        message = f"Seat {request.seat} is reserved for a bot."
        raise rejected("seat_reserved", message)
    if request.seat is not None:
        return request.seat
    for table_seat in seats:
        if table_seat.player is None and table_seat.seat not in reserved:
            return table_seat.seat
    raise _full()


def _full() -> ProblemError:
    message = "Every seat at this table is taken or reserved for a bot."
    return rejected("table_full", message)


def _no_table(table_id: str) -> ProblemError:
    return ProblemError("not_found", f"Table {table_id!r} does not exist.")


def _code(problem: ProblemError) -> str:
    rejection = problem.problem.rejection
    return "" if rejection is None else rejection.code
