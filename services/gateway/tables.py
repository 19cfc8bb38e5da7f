"""Tables: opened, joined, left, started, aborted; all by commands like any other."""

import secrets
import time
from typing import Any

import msgspec
from msgspec.structs import replace

from games.bot_levels import BOTS_OF
from games.contract import Game
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
        assert call.caller.platform is not None, "only platforms open tables"
        return Answer(await self.open_for(call.caller.platform, call.body), 201)

    async def open_for(self, platform: str, wanted: TableToOpen) -> TableOpenedAnswer:
        _, options = read_game(wanted.game, wanted.options)
        _check_levels(wanted)
        table = wanted.id or secrets.token_urlsafe(ID_BYTES).replace("-", "_")
        terms = replace(wanted.terms, platform=platform)
        outcome = await self.send(table, SYSTEM, OpenTable(wanted.game, options, terms))
        return TableOpenedAnswer(table, outcome)

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

    async def renew(self, call: Call) -> Answer:
        holder = call.caller.holder
        if holder is None:
            raise ProblemError("not_allowed", "A platform has no token to renew: it mints them.")
        await self._showing.require_own(call)
        return Answer(TokenGiven(self._tokens.mint(holder, int(time.time()))), 201)

    async def _sent(self, call: Call, actor: Actor, action: Any) -> Outcome:
        await self._showing.require_own(call)
        return await self.send(call.path["game"], actor, action)

    async def send(
        self, table: str, actor: Actor, action: Any, expected_seq: int | None = None
    ) -> Outcome:
        """Raises ProblemError when the rules refuse it or nobody decides it."""
        now = time.time_ns() // 1_000_000
        command = Command(secrets.token_hex(16), table, actor, action, now, expected_seq)
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


def read_game(name: str, options: dict[str, Any]) -> tuple[Game, Any]:
    """The game, and its options as its own record. Raises ProblemError."""
    game = GAMES.get(name)
    if game is None:
        raise ProblemError(
            "malformed", f"There is no game {name!r}; there are: {', '.join(GAMES)}."
        )
    try:
        return game, msgspec.convert(options, game.options_type)
    except msgspec.ValidationError as error:
        raise ProblemError("malformed", f"The options can't be read: {error}.") from error


def _check_levels(wanted: TableToOpen) -> None:
    levels = BOTS_OF[wanted.game]
    for bot in wanted.terms.bots:
        if bot.level not in levels:
            raise ProblemError(
                "malformed",
                f"There is no bot {bot.level!r} for {wanted.game}; there are: {', '.join(levels)}.",
            )
