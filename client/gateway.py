"""The gateway's operations as typed calls.

A call that was lost on the way is made again where that is safe: questions always, commands because
their id is ours and the same id has one effect, everything else only while nothing was sent. A
gateway that asks for patience (`Retry-After`) gets it.
"""

import asyncio
import time
import uuid
from types import TracebackType
from typing import Any, Self

import msgspec
from msgspec import Raw

from client.decoding import (
    Commits,
    Legal,
    View,
    decoded,
    read_actions,
    read_commits,
    read_view,
)
from client.errors import ProblemError, RejectedError, UnreachableError
from client.guests import GuestCalls
from client.lists import ListCalls
from client.webhooks import WebhookCalls
from games.contract import Game
from schemas.exchange import (
    Catalogue,
    CommandQueued,
    CommandToSend,
    Health,
    LegalAnswer,
    OptionsChecked,
    OptionsToCheck,
    Seated,
    Seating,
    TableOpenedAnswer,
    TableToOpen,
    TokenGiven,
    TokenWanted,
)
from schemas.outcome import Outcome
from schemas.rejection import OptionsProblem
from schemas.secrecy import Viewer
from schemas.terms import Terms
from schemas.upkeep import OperationsAnswer

WAIT_SECONDS = 10.0
"""How long the gateway itself waits for an outcome before it says 202."""


class Gateway(ListCalls, WebhookCalls, GuestCalls):
    """Every operation of `schemas/openapi.json`, by the same name. Use it as `async with`."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        await self._caller.close()

    def speaking_as(self, credential: str | None) -> "Gateway":
        """The same gateway over the same connections, with another key or token."""
        return Gateway(self._caller, credential)

    # For anyone

    async def get_health(self) -> Health:
        return decoded(await self._ask("/v1/health"), Health)

    async def list_games(self) -> Catalogue:
        return decoded(await self._ask("/v1/games"), Catalogue)

    async def get_pieces(self, game: Game) -> Any:
        """All that is printed on the game's components, as the record that it says."""
        return decoded(await self._ask(f"/v1/games/{game.id}/pieces"), type(game.pieces))

    async def check_options(self, game: str, options: object) -> tuple[OptionsProblem, ...]:
        """All that is wrong with them: the game's record, or a mapping that may be anything."""
        wanted = OptionsToCheck(msgspec.to_builtins(options))
        answer = await self._do("POST", f"/v1/games/{game}/check", wanted, safe=True)
        return decoded(answer, OptionsChecked).problems

    # For platforms

    async def open_table(
        self, game: str, options: object, *, table: str | None = None, terms: Terms | None = None
    ) -> TableOpenedAnswer:
        """`options` as the game's record or as a mapping; `table` is an id of your own."""
        wanted = TableToOpen(game, msgspec.to_builtins(options), table, terms or Terms())
        return decoded(await self._do("POST", "/v1/tables", wanted), TableOpenedAnswer)

    async def take_seat(self, table: str, seat: int, player: str, entropy: str = "") -> Seated:
        path = f"/v1/tables/{table}/seats/{seat}"
        return decoded(await self._do("POST", path, Seating(player, entropy)), Seated)

    async def leave_seat(self, table: str, seat: int) -> Outcome:
        return decoded(await self._do("DELETE", f"/v1/tables/{table}/seats/{seat}"), Outcome)

    async def start_game(self, table: str) -> Outcome:
        return decoded(await self._do("POST", f"/v1/tables/{table}/start"), Outcome)

    async def abort_table(self, table: str) -> Outcome:
        return decoded(await self._do("POST", f"/v1/tables/{table}/abort"), Outcome)

    async def mint_token(self, table: str, viewer: Viewer) -> str:
        """Safe to repeat: another token does no harm to the first."""
        path = f"/v1/tables/{table}/tokens"
        given = decoded(await self._do("POST", path, TokenWanted(viewer), safe=True), TokenGiven)
        return given.token

    async def get_operations(self) -> OperationsAnswer:
        """How the deployment is doing, as the one who runs it wants to see it."""
        return decoded(await self._ask("/v1/operations"), OperationsAnswer)

    # For seats

    async def send_command(
        self,
        table: str,
        action: object,
        *,
        expected_seq: int | None = None,
        command_id: str | None = None,
        wait_seconds: float = WAIT_SECONDS,
    ) -> Outcome:
        """The outcome, however long the gateway takes and through lost connections.

        Raises RejectedError when the rules refuse it. `command_id` is made when it is left out;
        give the one of before to ask again for the same thing.
        """
        command_id = command_id or uuid.uuid4().hex
        command = CommandToSend(
            command_id, Raw(msgspec.json.encode(action)), expected_seq, wait_seconds
        )
        answer = await self._do("POST", f"/v1/tables/{table}/commands", command, safe=True)
        found = _outcome_or_queued(answer)
        if isinstance(found, CommandQueued):
            return await self._awaited(table, command_id)
        return found

    async def get_outcome(self, table: str, command_id: str) -> Outcome:
        """Raises RejectedError as the command itself did, and ProblemError `not_found` before."""
        return decoded(await self._ask(f"/v1/tables/{table}/commands/{command_id}"), Outcome)

    async def get_legal(self, table: str, game: Game) -> Legal:
        answer = decoded(await self._ask(f"/v1/tables/{table}/legal"), LegalAnswer)
        return Legal(answer.seq, answer.seat, read_actions(game, answer.actions))

    # For viewers

    async def renew_token(self, table: str) -> str:
        """For the viewer whose token this gateway is called with. Safe to repeat."""
        path = f"/v1/tables/{table}/token"
        return decoded(await self._do("POST", path, safe=True), TokenGiven).token

    async def get_view(self, table: str, at: int | None = None, eyes: Viewer | None = None) -> View:
        """With whose `eyes`: one's own, and once the game is over anyone's."""
        query = {"at": at, "as": eyes}
        return read_view(await self._ask(f"/v1/tables/{table}/view", **query))

    async def get_commits(self, table: str, after: int = 0, limit: int | None = None) -> Commits:
        return read_commits(
            await self._ask(f"/v1/tables/{table}/commits", after=after, limit=limit)
        )

    async def _awaited(self, table: str, command_id: str) -> Outcome:
        """The outcome of a command that the gateway has queued."""
        deadline = time.monotonic() + self._caller.patience_seconds
        backoff = self._caller.backoff()
        while True:
            try:
                return await self.get_outcome(table, command_id)
            except RejectedError:
                raise
            except ProblemError as problem:
                if problem.code != "not_found":
                    raise
            wait = backoff.next()
            if time.monotonic() + wait > deadline:
                raise UnreachableError(
                    self.url, f"command {command_id} is queued, but no engine has decided it"
                )
            await asyncio.sleep(wait)


def _outcome_or_queued(content: bytes) -> Outcome | CommandQueued:
    """Told apart by the field that only one of them has."""
    if "outcome" in decoded(content, dict[str, Any]):
        return decoded(content, CommandQueued)
    return decoded(content, Outcome)
