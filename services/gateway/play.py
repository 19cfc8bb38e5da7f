"""Handlers for playing and watching: commands, views, histories, legal actions."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from games import table as tables
from games.codec import read_commit
from games.registry import rulebooks
from schemas.commit import Command, redact_commit
from schemas.http import (
    CommandQueuedResponse,
    CommitsResponse,
    LegalActionsResponse,
    ViewResponse,
)
from schemas.redaction import SPECTATOR
from schemas.strict import StrictDecoder
from schemas.table import LeaveSeat, TakeSeat
from services.gateway.abandoned_tables import AbandonedTables
from services.gateway.endpoints import ApiRequest, ApiResponse
from services.gateway.table_access import TableAccess
from services.gateway.tables import require_accepted
from services.runtime.access.player_directory import PlayerDirectory
from services.runtime.store.dispatch import Dispatcher, outcome_of
from services.runtime.store.event_log import EventLog
from services.runtime.web.problems import ProblemError

COMMITS_MAX = 500
CommitLimit = Annotated[int, Meta(ge=1, le=COMMITS_MAX)]
SeqOrZero = Annotated[int, Meta(ge=0)]


class PlayHandlers:
    """Handlers for viewers and seats."""

    def __init__(
        self,
        log: EventLog,
        dispatcher: Dispatcher,
        access: TableAccess,
        abandoned_tables: AbandonedTables,
        players: PlayerDirectory,
    ) -> None:
        self._log = log
        self._dispatcher = dispatcher
        self._table_access = access
        self._abandoned_tables = abandoned_tables
        self._players = players
        self._actions: dict[str, StrictDecoder[Any]] = {
            rules: StrictDecoder(rulebook.action_type) for rules, rulebook in rulebooks().items()
        }

    async def send(self, call: ApiRequest) -> ApiResponse:
        table_id, request = call.path["table"], call.body
        position = await self._table_access.latest(call)
        try:
            action = self._actions[position.rulebook.rules].decode(request.action)
        except msgspec.DecodeError as error:
            raise ProblemError("malformed", f"The action is malformed: {error}.") from error
        if isinstance(action, TakeSeat):
            raise ProblemError(
                "not_allowed", "Platforms assign seats. Use the seat endpoint, not a command."
            )
        seat = call.caller.viewer
        assert seat != SPECTATOR, "the endpoint requires the token of a seat"
        command_id = _seat_command_id(seat, request.id)
        command = Command(command_id, table_id, seat, action, request.expected_seq)
        if request.wait == 0:
            await self._dispatcher.queue(command)
            return self._queued(table_id, request.id)
        try:
            outcome = await self._dispatcher.send(command, request.wait)
        except TimeoutError:
            return self._queued(table_id, request.id)
        response = ApiResponse(require_accepted(replace(outcome, command=request.id)))
        if isinstance(action, LeaveSeat):
            await self._abandoned_tables.close_if_abandoned(table_id)
        return response

    def _queued(self, table_id: str, command_id: str) -> ApiResponse:
        outcome_url = f"/v1/tables/{table_id}/commands/{command_id}"
        return ApiResponse(CommandQueuedResponse(command_id, outcome_url), 202)

    async def outcome(self, call: ApiRequest) -> ApiResponse:
        table_id, command_id = call.path["table"], call.path["command"]
        seat = call.caller.viewer
        assert seat != SPECTATOR, "the endpoint requires the token of a seat"
        outcome = await outcome_of(self._log, table_id, _seat_command_id(seat, command_id))
        if outcome is None:
            raise ProblemError("not_found", f"Command {command_id} has no outcome yet.")
        return ApiResponse(require_accepted(replace(outcome, command=command_id)))

    async def view(self, call: ApiRequest) -> ApiResponse:
        latest = await self._table_access.latest(call)
        viewer = self._table_access.viewer(call, latest)
        position = await self._table_access.at(latest, call.query.get("at", latest.seq))
        assert position.table is not None
        view = tables.view(position.table, viewer)
        figures = tables.figures(position.rulebook, view)
        names = await self._players.names_at(position.table)
        return ApiResponse(ViewResponse(position.seq, viewer, view, figures, names))

    async def commits(self, call: ApiRequest) -> ApiResponse:
        after, limit = call.query.get("after", 0), call.query.get("limit", COMMITS_MAX)
        position = await self._table_access.latest(call)
        assert position.table is not None
        viewer = self._table_access.viewer(call, position)
        # With `as`, return what that viewer saw, even when the complete log is public.
        is_complete = position.table.stage == "over" and "as" not in call.query
        names = await self._players.names_at(position.table)
        commits: list[Any] = []
        async for line in self._log.read(position.table_id, after):
            commit = read_commit(line)
            if len(commits) == limit or commit.seq > position.seq:
                break
            commits.append(commit if is_complete else redact_commit(commit, viewer, over=False))
        return ApiResponse(CommitsResponse(position.seq, tuple(commits), names))

    async def legal(self, call: ApiRequest) -> ApiResponse:
        position = await self._table_access.latest(call)
        seat = call.caller.viewer
        assert seat != SPECTATOR, "the endpoint requires the token of a seat"
        assert position.table is not None
        actions = tables.legal(position.rulebook, position.table, seat)
        return ApiResponse(LegalActionsResponse(position.seq, seat, actions))


def _seat_command_id(seat: int, command_id: str) -> str:
    """Command ids are per seat: an outcome may reveal what its seat holds."""
    return f"{seat}:{command_id}"
