"""Playing and watching: commands, views, histories, legal actions."""

import time
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from games import table as tables
from games.codec import read_commit
from games.registry import GAMES
from schemas.commit import Command, seen
from schemas.exchange import (
    CommandQueued,
    CommitsAnswer,
    LegalAnswer,
    ViewAnswer,
)
from schemas.secrecy import SPECTATOR
from schemas.table import LeaveSeat, TakeSeat
from services.gateway.deserted import DesertedTables
from services.gateway.operations import Answer, Call
from services.gateway.showing import Showing
from services.gateway.tables import accepted
from services.runtime.dispatch import Dispatcher, outcome_of
from services.runtime.event_log import EventLog
from services.runtime.problems import ProblemError

COMMITS_MAX = 500
CommitsWanted = Annotated[int, Meta(ge=1, le=COMMITS_MAX)]
Version = Annotated[int, Meta(ge=0)]


class PlayDesk:
    """What viewers and seats do with a game."""

    def __init__(
        self, log: EventLog, dispatcher: Dispatcher, showing: Showing, deserted: DesertedTables
    ) -> None:
        self._log = log
        self._dispatcher = dispatcher
        self._showing = showing
        self._deserted = deserted
        self._actions: dict[str, msgspec.json.Decoder[Any]] = {
            game.rules: msgspec.json.Decoder(game.action_type) for game in GAMES.values()
        }

    async def send(self, call: Call) -> Answer:
        game_id, wanted = call.path["game"], call.body
        position = await self._showing.newest(call)
        try:
            action = self._actions[position.game.rules].decode(wanted.action)
        except msgspec.DecodeError as error:
            raise ProblemError("malformed", f"The action can't be read: {error}.") from error
        if isinstance(action, TakeSeat):
            # Or whoever got up could sit down again as somebody else.
            raise ProblemError("not_allowed", "A seat is given by the platform, not by a command.")
        seat = call.caller.viewer
        assert seat != SPECTATOR, "operations for seats let no spectator in"
        now = time.time_ns() // 1_000_000
        command_id = _of_seat(seat, wanted.id)
        command = Command(command_id, game_id, seat, action, now, wanted.expected_seq)
        if wanted.wait == 0:
            await self._dispatcher.queue(command)
            return self._queued(game_id, wanted.id)
        try:
            outcome = await self._dispatcher.send(command, wanted.wait)
        except TimeoutError:
            return self._queued(game_id, wanted.id)
        answer = Answer(accepted(replace(outcome, command=wanted.id)))
        if isinstance(action, LeaveSeat):
            await self._deserted.look_at(game_id)
        return answer

    def _queued(self, game_id: str, command_id: str) -> Answer:
        where = f"/v1/tables/{game_id}/commands/{command_id}"
        return Answer(CommandQueued(command_id, where), 202)

    async def outcome(self, call: Call) -> Answer:
        game_id, command_id = call.path["game"], call.path["command"]
        seat = call.caller.viewer
        assert seat != SPECTATOR, "operations for seats let no spectator in"
        found = await outcome_of(self._log, game_id, _of_seat(seat, command_id))
        if found is None:
            raise ProblemError("not_found", f"There is no outcome of {command_id} (yet).")
        return Answer(accepted(replace(found, command=command_id)))

    async def view(self, call: Call) -> Answer:
        newest = await self._showing.newest(call)
        viewer = self._showing.viewer(call, newest)
        position = await self._showing.at(newest, call.query.get("at", newest.seq))
        assert position.table is not None
        seen_table = tables.view(position.table, viewer)
        figures = tables.figures(position.game, seen_table)
        return Answer(ViewAnswer(position.seq, viewer, seen_table, figures))

    async def commits(self, call: Call) -> Answer:
        after, limit = call.query.get("after", 0), call.query.get("limit", COMMITS_MAX)
        position = await self._showing.newest(call)
        assert position.table is not None
        viewer = self._showing.viewer(call, position)
        # Whoever asks for another's eyes wants to see what that one saw, not all there is.
        whole = position.table.stage == "over" and "as" not in call.query
        found: list[Any] = []
        async for line in self._log.read(position.id, after):
            commit = read_commit(line)
            if len(found) == limit or commit.seq > position.seq:
                break
            found.append(commit if whole else seen(commit, viewer, over=False))
        return Answer(CommitsAnswer(position.seq, tuple(found)))

    async def legal(self, call: Call) -> Answer:
        position = await self._showing.newest(call)
        seat = call.caller.viewer
        assert seat != SPECTATOR, "operations for seats let no spectator in"
        assert position.table is not None
        actions = tables.legal(position.game, position.table, seat)
        return Answer(LegalAnswer(position.seq, seat, actions))


def _of_seat(seat: int, command_id: str) -> str:
    """A seat's ids are its own: the outcome of another seat's command may say what it holds."""
    return f"{seat}:{command_id}"
