"""Handlers for playing and watching: commands, views, histories."""

from typing import Any

from msgspec import UnsetType
from msgspec.structs import replace

from games import table as tables
from games.codec import read_commit
from schemas.commit import AnyCommit, RedactedCommit, redact_commit
from schemas.http import (
    ClientId,
    CommandQueuedResponse,
    CommandRequest,
    CommitsResponse,
    ViewResponse,
)
from schemas.outcome import Outcome
from schemas.table import TableId
from services.gateway.endpoints import ApiRequest
from services.gateway.legal_actions import LegalActions
from services.gateway.parameters import (
    CommandPath,
    CommitsQuery,
    Parameters,
    TablePath,
    ViewQuery,
)
from services.gateway.table_access import TableAccess
from services.runtime.access.player_directory import PlayerDirectory
from services.runtime.access.tokens import TokenClaims
from services.runtime.store.dispatch import Dispatcher, NotQueuedError, outcome_of
from services.runtime.store.event_log import EventLog
from services.runtime.web.problems import ProblemError
from services.runtime.web.seat_commands import (
    QUEUE_SECONDS,
    SeatCommands,
    not_queued,
    require_accepted,
    seat_command_id,
)


class PlayHandlers:
    """Handlers for viewers and seats."""

    def __init__(  # noqa: PLR0913, PLR0917 - the ports it uses
        self,
        log: EventLog,
        dispatcher: Dispatcher,
        access: TableAccess,
        seat_commands: SeatCommands,
        players: PlayerDirectory,
        legal_actions: LegalActions,
    ) -> None:
        self._legal_actions = legal_actions
        self._log = log
        self._dispatcher = dispatcher
        self._table_access = access
        self._seat_commands = seat_commands
        self._players = players

    async def send(
        self, call: ApiRequest[TablePath, Parameters, CommandRequest]
    ) -> Outcome | CommandQueuedResponse:
        table_id, request = call.path.table, call.body
        command = await self._seat_commands.check(_claims(call), request)
        try:
            if request.wait == 0:
                await self._dispatcher.queue(command, QUEUE_SECONDS)
                return _queued(table_id, request.id)
            outcome = await self._dispatcher.send(command, request.wait)
        except NotQueuedError as error:
            raise not_queued() from error
        except TimeoutError:
            return _queued(table_id, request.id)
        return require_accepted(replace(outcome, command=request.id))

    async def outcome(self, call: ApiRequest[CommandPath, Parameters, None]) -> Outcome:
        command_id = call.path.command
        seat_id = seat_command_id(_claims(call), command_id)
        outcome = await outcome_of(self._log, call.path.table, seat_id)
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
        # Nobody can act at an earlier seq, and the list is the costly part of a view.
        is_latest = position.seq == latest.seq
        actions = await self._legal_actions.of(position, viewer) if is_latest else ()
        return ViewResponse(
            seq=position.seq,
            viewer=viewer,
            view=view,
            figures=tables.figures(position.rulebook, view),
            to_act=tables.to_act(position.rulebook, position.table),
            actions=actions,
            skips=tables.skips(position.rulebook, position.table, actions),
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


def _claims(call: ApiRequest[Any, Any, Any]) -> TokenClaims:
    assert call.caller.claims is not None, "the endpoint requires the token of a seat"
    return call.caller.claims
