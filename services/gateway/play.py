"""Handlers for playing and watching: commands, views, histories."""

from typing import Any

import msgspec
from msgspec import UnsetType
from msgspec.structs import replace

from games import table as tables
from games.codec import read_commit
from games.registry import rulebooks
from schemas.commit import AnyCommit, Command, RedactedCommit, redact_commit
from schemas.http import (
    ClientId,
    CommandQueuedResponse,
    CommandRequest,
    CommitsResponse,
    ViewResponse,
)
from schemas.outcome import Outcome
from schemas.redaction import SPECTATOR
from schemas.strict import StrictDecoder
from schemas.table import LeaveSeat, TableId, TakeSeat
from schemas.terms import Seat
from services.gateway.abandoned_tables import AbandonedTables
from services.gateway.access import Caller
from services.gateway.endpoints import ApiRequest
from services.gateway.legal_actions import LegalActions
from services.gateway.parameters import (
    CommandPath,
    CommitsQuery,
    Parameters,
    TablePath,
    ViewQuery,
)
from services.gateway.quotas import Quotas
from services.gateway.table_access import TableAccess
from services.gateway.tables import require_accepted
from services.runtime.access.player_directory import PlayerDirectory
from services.runtime.access.spectators import agreed_terms
from services.runtime.store.dispatch import Dispatcher, outcome_of
from services.runtime.store.event_log import EventLog
from services.runtime.web.problems import ProblemError


class PlayHandlers:
    """Handlers for viewers and seats."""

    def __init__(  # noqa: PLR0913, PLR0917 - the ports it uses
        self,
        log: EventLog,
        dispatcher: Dispatcher,
        access: TableAccess,
        abandoned_tables: AbandonedTables,
        players: PlayerDirectory,
        legal_actions: LegalActions,
        quotas: Quotas,
    ) -> None:
        self._legal_actions = legal_actions
        self._log = log
        self._dispatcher = dispatcher
        self._table_access = access
        self._abandoned_tables = abandoned_tables
        self._players = players
        self._quotas = quotas
        self._actions: dict[str, StrictDecoder[Any]] = {
            rules: StrictDecoder(rulebook.action_type) for rules, rulebook in rulebooks().items()
        }

    async def send(
        self, call: ApiRequest[TablePath, Parameters, CommandRequest]
    ) -> Outcome | CommandQueuedResponse:
        table_id, request = call.path.table, call.body
        position = await self._table_access.for_command(call.caller, table_id)
        try:
            action = self._actions[position.rulebook.rules].decode(request.action)
        except msgspec.DecodeError as error:
            raise ProblemError("malformed", f"The action is malformed: {error}.") from error
        if isinstance(action, TakeSeat):
            raise ProblemError(
                "not_allowed", "Platforms assign seats. Use the seat endpoint, not a command."
            )
        assert position.table is not None
        self._quotas.check_command(agreed_terms(position.table.terms).platform)
        claims, seat = call.caller.claims, _seat(call.caller)
        assert claims is not None
        assert claims.sitting is not None, "the token of a seat names its sitting"
        command_id = _seat_command_id(seat, request.id)
        command = Command(command_id, table_id, seat, action, request.expected_seq, claims.sitting)
        if request.wait == 0:
            await self._dispatcher.queue(command)
            return _queued(table_id, request.id)
        try:
            outcome = await self._dispatcher.send(command, request.wait)
        except TimeoutError:
            return _queued(table_id, request.id)
        outcome = require_accepted(replace(outcome, command=request.id))
        if isinstance(action, LeaveSeat):
            await self._abandoned_tables.close_if_abandoned(table_id)
        return outcome

    async def outcome(self, call: ApiRequest[CommandPath, Parameters, None]) -> Outcome:
        command_id = call.path.command
        await self._table_access.for_command(call.caller, call.path.table)
        seat_command_id = _seat_command_id(_seat(call.caller), command_id)
        outcome = await outcome_of(self._log, call.path.table, seat_command_id)
        if outcome is None:
            raise ProblemError("not_found", f"Command {command_id} has no outcome yet.")
        return require_accepted(replace(outcome, command=command_id))

    async def view(self, call: ApiRequest[TablePath, ViewQuery, None]) -> ViewResponse:
        latest = await self._table_access.latest(call.caller, call.path.table)
        viewer = self._table_access.viewer(call.caller, call.query.viewer, latest)
        seq = latest.seq if isinstance(call.query.at, UnsetType) else call.query.at
        position = await self._table_access.at(latest, seq)
        assert position.table is not None
        view = tables.view(position.table, viewer)
        return ViewResponse(
            seq=position.seq,
            viewer=viewer,
            view=view,
            figures=tables.figures(position.rulebook, view),
            to_act=tables.to_act(position.rulebook, position.table),
            # Nobody can act at an earlier seq, and the list is the costly part of a view.
            actions=await self._legal_actions.of(position, viewer)
            if position.seq == latest.seq
            else (),
            names=await self._players.names_at(position.table),
        )

    async def commits(self, call: ApiRequest[TablePath, CommitsQuery, None]) -> CommitsResponse:
        query = call.query
        position = await self._table_access.latest(call.caller, call.path.table)
        assert position.table is not None
        viewer = self._table_access.viewer(call.caller, query.viewer, position)
        # With `as`, return what that viewer saw, even when the complete log is public.
        is_complete = position.table.stage == "over" and isinstance(query.viewer, UnsetType)
        names = await self._players.names_at(position.table)
        commits: list[AnyCommit | RedactedCommit[Any, Any]] = []
        async for line in self._log.read(position.table_id, query.after):
            commit = read_commit(line)
            if len(commits) == query.limit or commit.seq > position.seq:
                break
            commits.append(commit if is_complete else redact_commit(commit, viewer, over=False))
        return CommitsResponse(position.seq, tuple(commits), names)


def _queued(table_id: TableId, command_id: ClientId) -> CommandQueuedResponse:
    return CommandQueuedResponse(command_id, f"/v1/tables/{table_id}/commands/{command_id}")


def _seat(caller: Caller) -> Seat:
    assert caller.viewer != SPECTATOR, "the endpoint requires the token of a seat"
    return caller.viewer


def _seat_command_id(seat: int, command_id: str) -> str:
    """Command ids are per seat: an outcome may reveal what its seat holds."""
    return f"{seat}:{command_id}"
