"""Tables: opened, joined, left, started, aborted; all by commands like any other."""

import secrets
import time
from typing import Any

import msgspec
from msgspec.structs import replace

from games.bot_levels import BOTS_OF
from games.registry import GAMES
from schemas.commit import Command
from schemas.exchange import (
    Seated,
    TableOpenedAnswer,
    TableToOpen,
    TokenGiven,
)
from schemas.outcome import Outcome
from schemas.table import SYSTEM, AbortTable, Actor, LeaveSeat, OpenTable, StartGame, TakeSeat
from services.gateway.operations import Answer, Call
from services.gateway.showing import Showing
from services.runtime.dispatch import Dispatcher
from services.runtime.problems import ProblemError
from services.runtime.tokens import Holder, Tokens

WAIT_SECONDS = 10.0
ID_BYTES = 9


class TableDesk:
    """What platforms do with tables."""

    def __init__(self, dispatcher: Dispatcher, tokens: Tokens, showing: Showing) -> None:
        self._dispatcher = dispatcher
        self._tokens = tokens
        self._showing = showing

    async def open(self, call: Call) -> Answer:
        wanted = call.body
        game = GAMES.get(wanted.game)
        if game is None:
            raise ProblemError(
                "malformed", f"There is no game {wanted.game!r}; there are: {', '.join(GAMES)}."
            )
        try:
            options = msgspec.convert(wanted.options, game.options_type)
        except msgspec.ValidationError as error:
            raise ProblemError("malformed", f"The options can't be read: {error}.") from error
        _check_levels(wanted)
        table = wanted.id or secrets.token_urlsafe(ID_BYTES).replace("-", "_")
        assert call.caller.platform is not None, "only platforms open tables"
        terms = replace(wanted.terms, platform=call.caller.platform)
        outcome = await self._send(table, SYSTEM, OpenTable(wanted.game, options, terms))
        return Answer(TableOpenedAnswer(table, outcome), 201)

    async def take_seat(self, call: Call) -> Answer:
        table, seat = call.path["game"], call.path["seat"]
        outcome = await self._sent(call, seat, TakeSeat(call.body.player, call.body.entropy))
        token = self._tokens.mint(Holder(table, seat), int(time.time()))
        return Answer(Seated(outcome, token))

    async def leave_seat(self, call: Call) -> Answer:
        return Answer(await self._sent(call, call.path["seat"], LeaveSeat()))

    async def start(self, call: Call) -> Answer:
        return Answer(await self._sent(call, SYSTEM, StartGame()))

    async def abort(self, call: Call) -> Answer:
        return Answer(await self._sent(call, SYSTEM, AbortTable()))

    async def mint(self, call: Call) -> Answer:
        await self._showing.require_own(call)
        holder = Holder(call.path["game"], call.body.viewer)
        return Answer(TokenGiven(self._tokens.mint(holder, int(time.time()))), 201)

    async def _sent(self, call: Call, actor: Actor, action: Any) -> Outcome:
        await self._showing.require_own(call)
        return await self._send(call.path["game"], actor, action)

    async def _send(self, table: str, actor: Actor, action: Any) -> Outcome:
        now = time.time_ns() // 1_000_000
        command = Command(secrets.token_hex(16), table, actor, action, now)
        try:
            outcome = await self._dispatcher.send(command, WAIT_SECONDS)
        except TimeoutError as error:
            raise ProblemError("unavailable", "No engine has answered in time.") from error
        return accepted(outcome)


def accepted(outcome: Outcome) -> Outcome:
    """The outcome, if it is no rejection."""
    if outcome.rejection is not None:
        raise ProblemError("rejected", outcome.rejection.message, outcome.rejection)
    return outcome


def _check_levels(wanted: TableToOpen) -> None:
    levels = BOTS_OF[wanted.game]
    for bot in wanted.terms.bots:
        if bot.level not in levels:
            raise ProblemError(
                "malformed",
                f"There is no bot {bot.level!r} for {wanted.game}; there are: {', '.join(levels)}.",
            )
