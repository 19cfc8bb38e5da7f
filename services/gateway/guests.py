"""Guests: people who open tables, sit down and watch without a platform that vouches for them.

Their tables belong to the platform `guests`. What a guest may do at a table is what the token of
the seat says; a name proves nothing, so games of guests are not rated.
"""

import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import version

from msgspec.structs import replace

from schemas.exchange import TableToOpen, TokenGiven
from schemas.guests import GUESTS, GuestSeated, GuestSeating, GuestTable, Site
from schemas.rejection import Rejection
from schemas.secrecy import SPECTATOR
from schemas.table import SYSTEM, AbortTable, AnyTable, Chair, TakeSeat
from schemas.terms import SEATS_MAX, Terms
from services.gateway.guest_names import require_free, require_plain
from services.gateway.operations import Answer, Call
from services.gateway.tables import TableDesk, read_game
from services.runtime.positions import PositionReader
from services.runtime.problems import ProblemError
from services.runtime.settings import Settings
from services.runtime.sittings import sitting
from services.runtime.spectators import agreed_terms, spectators_forbidden
from services.runtime.tokens import Holder, Tokens

ENTROPY_BYTES = 32


class GuestDesk:
    def __init__(
        self, settings: Settings, tables: TableDesk, positions: PositionReader, tokens: Tokens
    ) -> None:
        self._settings = settings
        self._tables = tables
        self._positions = positions
        self._tokens = tokens

    async def site(self, _call: Call) -> Answer:
        settings = self._settings
        return Answer(
            Site(version("bluemoon"), settings.guests, settings.live_url, settings.notifier_port)
        )

    async def open(self, call: Call) -> Answer:
        self._require_welcome()
        wanted: GuestTable = call.body
        terms = replace(wanted.terms, autostart=True)
        seating = GuestSeating(wanted.player, wanted.seat, wanted.entropy)
        # Looked at before: a table that its guest can't sit at is not opened at all.
        game, options = read_game(wanted.game, wanted.options)
        chairs = tuple(Chair(seat) for seat in range(game.seats(options)))
        _choose(seating, wanted.game, terms, chairs)
        opened = await self._tables.open_for(
            GUESTS, TableToOpen(wanted.game, wanted.options, terms=terms)
        )
        try:
            return Answer(await self._sit(opened.table, seating), 201)
        except Exception:
            with suppress(ProblemError):
                await self._tables.send(
                    opened.table, SYSTEM, AbortTable("its guest never sat down")
                )
            raise

    async def sit(self, call: Call) -> Answer:
        self._require_welcome()
        return Answer(await self._sit(call.path["game"], call.body))

    async def watch(self, call: Call) -> Answer:
        self._require_welcome()
        game_id = call.path["game"]
        table = await self._table(game_id)
        terms = agreed_terms(table.terms)
        if not terms.listed and terms.platform != GUESTS:
            raise _no_table(game_id)
        if spectators_forbidden(terms):
            raise ProblemError("not_allowed", "This table lets no spectators in.")
        token = self._tokens.mint(Holder(game_id, SPECTATOR), int(time.time()))
        return Answer(TokenGiven(token), 201)

    def _require_welcome(self) -> None:
        if not self._settings.guests:
            raise ProblemError(
                "not_allowed", "There are no guests here: tables and seats are given by platforms."
            )

    async def _sit(self, game_id: str, wanted: GuestSeating) -> GuestSeated:
        """Somebody may be faster: then the next seat is tried, unless it had to be that one."""
        entropy = wanted.entropy or secrets.token_hex(ENTROPY_BYTES)
        for _ in range(SEATS_MAX):
            table = await self._table(game_id)
            terms = agreed_terms(table.terms)
            if terms.platform != GUESTS:
                raise ProblemError(
                    "not_allowed", "The table was opened by a platform, not a guest."
                )
            if table.stage == "open":
                seat = _choose(wanted, table.game, terms, table.chairs)
            else:
                # The rules say best why nobody sits down any more.
                seat = wanted.seat or 0
            try:
                await self._tables.send(game_id, seat, TakeSeat(wanted.player, entropy))
            except ProblemError as problem:
                if wanted.seat is None and _code(problem) == "seat_taken":
                    continue
                raise
            holder = Holder(game_id, seat, sitting(wanted.player, entropy))
            return GuestSeated(game_id, seat, self._tokens.mint(holder, int(time.time())))
        raise _full()

    async def _table(self, game_id: str) -> AnyTable:
        position = await self._positions.now(game_id)
        if position is None:
            raise _no_table(game_id)
        assert position.table is not None
        return position.table


def _choose(wanted: GuestSeating, game: str, terms: Terms, chairs: Sequence[Chair]) -> int:
    """The seat for a guest. Raises ProblemError."""
    require_plain(wanted.player)
    require_free(wanted.player, game, chairs)
    kept = {bot.seat for bot in terms.bots}
    if wanted.seat in kept:
        message = f"Seat {wanted.seat} is kept for a bot."
        raise ProblemError("rejected", message, Rejection("seat_kept", message))
    if wanted.seat is not None:
        return wanted.seat
    for chair in chairs:
        if chair.player is None and chair.seat not in kept:
            return chair.seat
    raise _full()


def _full() -> ProblemError:
    message = "Every seat at this table is taken or kept for a bot."
    return ProblemError("rejected", message, Rejection("table_full", message))


def _no_table(game_id: str) -> ProblemError:
    return ProblemError("not_found", f"There is no table {game_id!r}.")


def _code(problem: ProblemError) -> str:
    rejection = problem.problem.rejection
    return "" if rejection is None else rejection.code
