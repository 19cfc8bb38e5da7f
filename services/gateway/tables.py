"""Handlers for tables: open, seat, revoke, start, abort, void. Each sends a command."""

import secrets
import time
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from games.codec import read_commit
from games.history import Position
from games.registry import plugins
from schemas.audit_log import Intervention
from schemas.commit import AnyCommit, Command, canonical
from schemas.http import (
    OpenTableRequest,
    OpenTableResponse,
    TakeSeatRequest,
    TakeSeatResponse,
    TokenRequest,
    TokenResponse,
    VoidTableRequest,
)
from schemas.outcome import Outcome
from schemas.record import Record
from schemas.redaction import SPECTATOR
from schemas.table import (
    SYSTEM,
    AbortTable,
    LeaveSeat,
    OpenTable,
    RenewSitting,
    Sender,
    StartGame,
    TableId,
    TakeSeat,
    VoidTable,
)
from schemas.terms import Seat, Terms
from services.gateway.access import Caller
from services.gateway.denied_names import require_allowed
from services.gateway.endpoints import ApiRequest, TableRequest
from services.gateway.metadata import MetadataHandlers
from services.gateway.openings import Openings
from services.gateway.parameters import Parameters, SeatPath, TablePath
from services.gateway.quotas import Quotas
from services.gateway.table_access import TableAccess, player_at
from services.runtime.access.denied_names import DeniedNames
from services.runtime.access.player_directory import PlayerDirectory
from services.runtime.access.random_ids import random_id
from services.runtime.access.rating_terms import can_be_rated, with_rated
from services.runtime.access.sittings import sitting_begun
from services.runtime.access.spectators import agreed_terms
from services.runtime.access.tokens import TokenClaims, Tokens
from services.runtime.store.audit_log import AuditLog
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from services.runtime.store.external_ids import ExternalIds
from services.runtime.web.problems import ProblemError, rejected
from services.runtime.web.seat_commands import require_accepted

WAIT_SECONDS = 10.0
TABLE_ID_BYTES = 12

SeatingAction = (
    OpenTable[Record] | TakeSeat | LeaveSeat | RenewSitting | StartGame | AbortTable | VoidTable
)
"""What the gateway itself sends to a table."""


class TableHandlers:
    """Handlers for platforms."""

    def __init__(  # noqa: PLR0913, PLR0917 - the ports it uses
        self,
        event_log: EventLog,
        dispatcher: Dispatcher,
        tokens: Tokens,
        access: TableAccess,
        players: PlayerDirectory,
        denied_names: DeniedNames,
        external_ids: ExternalIds,
        quotas: Quotas,
        audit_log: AuditLog,
        metadata: MetadataHandlers,
        openings: Openings,
    ) -> None:
        self._log = event_log
        self._dispatcher = dispatcher
        self._tokens = tokens
        self._table_access = access
        self._players = players
        self._denied_names = denied_names
        self._external_ids = external_ids
        self._quotas = quotas
        self._audit_log = audit_log
        self._metadata = metadata
        self._openings = openings

    async def open(
        self, request: ApiRequest[Parameters, Parameters, OpenTableRequest]
    ) -> OpenTableResponse:
        assert request.caller.platform is not None, "only platforms open tables"
        return await self.open_for(request.caller.platform, request.body)

    async def open_for(self, platform: str, request: OpenTableRequest) -> OpenTableResponse:
        response = await self._open(platform, request)
        if request.metadata:
            await self._metadata.store(platform, response.table, request.metadata)
        return response

    async def _open(self, platform: str, request: OpenTableRequest) -> OpenTableResponse:
        _, options = self._openings.read(request.game, request.options, request.rules)
        _check_bot_levels(request)
        terms = _agreed_terms(request.terms, platform)
        table_id = random_id(TABLE_ID_BYTES)
        if request.external_id is None:
            action = OpenTable(request.game, options, terms)
        else:
            action = OpenTable(request.game, options, terms, request.external_id)
            table_id = await self._external_ids.claim(platform, request.external_id, table_id)
            if (first := await self._log.commit(table_id, 1)) is not None:
                return _existing_table(read_commit(first), action)
        await self._quotas.check_open_tables(platform)
        rules = UNSET if request.rules is None else request.rules
        outcome = await self.send(table_id, SYSTEM, action, rules=rules)
        return OpenTableResponse(table_id, outcome)

    async def take_seat(
        self, request: ApiRequest[SeatPath, Parameters, TakeSeatRequest]
    ) -> TakeSeatResponse:
        table, seat, body = request.path.table, request.path.seat, request.body
        platform, name = request.caller.platform, body.name or body.player
        assert platform is not None, "only platforms seat players"
        position = await self._table_access.own(request.caller, table)
        await require_allowed(self._denied_names, platform, name)
        player_id = await self._players.identify(platform, body.player, name)
        outcome = await self.send(table, seat, TakeSeat(player_id, body.entropy, deck=body.deck))
        token = await self.seat_token(_owner(position), outcome, seat)
        return TakeSeatResponse(outcome, player_id, token)

    async def seat_token(self, platform: str, outcome: Outcome, seat: Seat) -> str:
        """Mint the token of the sitting that began with an accepted command."""
        assert outcome.seq is not None, "the command was accepted"
        line = await self._log.commit(outcome.table, outcome.seq)
        sitting = None if line is None else sitting_begun(read_commit(line), seat)
        if sitting is None:
            raise ProblemError("unavailable", "The seat is taken, but its commit cannot be read.")
        claims = TokenClaims(platform, outcome.table, seat, sitting)
        return self._tokens.mint(claims, int(time.time()))

    async def leave_seat(self, request: ApiRequest[SeatPath, Parameters, None]) -> Outcome:
        path = request.path
        return await self._send_to_own(request.caller, path.table, path.seat, LeaveSeat())

    async def revoke(self, request: ApiRequest[SeatPath, Parameters, None]) -> Outcome:
        table, seat = request.path.table, request.path.seat
        await self._table_access.own(request.caller, table)
        await self._record(request.caller, "sitting_revoked", table, f"seat {seat}")
        return await self.send(table, SYSTEM, RenewSitting(seat))

    async def start(self, request: TableRequest) -> Outcome:
        return await self._send_to_own(request.caller, request.path.table, SYSTEM, StartGame())

    async def abort(self, request: TableRequest) -> Outcome:
        return await self._send_to_own(request.caller, request.path.table, SYSTEM, AbortTable())

    async def void(self, request: ApiRequest[TablePath, Parameters, VoidTableRequest]) -> Outcome:
        table, reason = request.path.table, request.body.reason
        await self._table_access.own(request.caller, table)
        await self._record(request.caller, "table_voided", table, reason)
        return await self.send(table, SYSTEM, VoidTable(reason))

    async def mint(self, request: ApiRequest[TablePath, Parameters, TokenRequest]) -> TokenResponse:
        return await self.mint_for(request.caller, request.path.table, request.body)

    async def mint_for(
        self, caller: Caller, table: TableId, request: TokenRequest
    ) -> TokenResponse:
        position = await self._table_access.own(caller, table)
        viewer = request.viewer
        sitting = None if viewer == SPECTATOR else _sitting(position, viewer)
        claims = TokenClaims(_owner(position), table, viewer, sitting)
        return TokenResponse(self._tokens.mint(claims, int(time.time())))

    async def renew(self, request: TableRequest) -> TokenResponse:
        claims = request.caller.claims
        if claims is None:
            raise ProblemError("not_allowed", "Platforms mint tokens; they have none to renew.")
        await self._table_access.own(request.caller, request.path.table)
        now = int(time.time())
        if not self._tokens.is_renewable(claims, now):
            raise ProblemError(
                "renewal_expired",
                "The first token of this series was issued too long ago. Request a new one from "
                "the platform.",
            )
        return TokenResponse(self._tokens.mint(claims, now))

    async def _record(
        self, caller: Caller, intervention: Intervention, table: TableId, detail: str
    ) -> None:
        await self._audit_log.record(f"platform:{caller.platform}", intervention, table, detail)

    async def _send_to_own(
        self, caller: Caller, table: TableId, sender: Sender, action: SeatingAction
    ) -> Outcome:
        await self._table_access.own(caller, table)
        return await self.send(table, sender, action)

    async def send(
        self,
        table: TableId,
        sender: Sender,
        action: SeatingAction,
        expected_seq: int | None = None,
        *,
        rules: str | UnsetType = UNSET,
    ) -> Outcome:
        """Raises ProblemError if the command is rejected or no engine decides it in time."""
        command_id = secrets.token_hex(16)
        command = Command(command_id, table, sender, action, expected_seq, rules=rules)
        try:
            outcome = await self._dispatcher.send(command, WAIT_SECONDS)
        except TimeoutError as error:
            raise ProblemError(
                "unavailable", "No engine decided the command in time. Try again."
            ) from error
        return require_accepted(outcome)


def _owner(position: Position) -> str:
    """Return the platform that the table belongs to."""
    assert position.table is not None
    return agreed_terms(position.table.terms).platform


def _sitting(position: Position, seat: Seat) -> int:
    """Return the sitting on a seat. Raises ProblemError if nobody sits there."""
    assert position.table is not None
    player_at(position, seat)
    return position.table.seats[seat].sitting


def _agreed_terms(terms: Terms, platform: str) -> Terms:
    """Return the terms with what the gateway fills in. Raises ProblemError."""
    agreed = replace(terms, platform=platform)
    if terms.rated is True and not can_be_rated(agreed):
        raise ProblemError(
            "malformed", "Tables of guests and tables with takebacks cannot be rated."
        )
    return with_rated(agreed)


def _existing_table(first: AnyCommit, action: OpenTable[Any]) -> OpenTableResponse:
    """Return the table that already has this external id. Raises ProblemError if it differs."""
    opened = first.command.action
    if canonical(replace(opened, terms=with_rated(opened.terms))) != canonical(action):
        message = (
            f"Table {first.table} already has this external id and was opened with another game, "
            "other options or other terms."
        )
        raise rejected("already_open", message, table=first.table)
    return OpenTableResponse(first.table, Outcome(first.command.id, first.table, first.seq))


def _check_bot_levels(request: OpenTableRequest) -> None:
    levels = plugins()[request.game].bots
    for bot in request.terms.bots:
        if bot.level not in levels:
            raise ProblemError(
                "malformed",
                f"Unknown bot {bot.level!r}, expected one of: {', '.join(levels)}.",
            )
