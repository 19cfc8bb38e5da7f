"""The gateway's operations as typed calls.

Lost requests are retried where that is safe: queries always, commands because their id makes them
idempotent, everything else only if nothing was sent. `Retry-After` is respected.
"""

import asyncio
import time
import uuid
from types import TracebackType
from typing import Any, Self

import msgspec
from msgspec import UNSET, Raw, UnsetType

from client.bulk import BulkCalls
from client.decoding import (
    Commits,
    View,
    decode,
    read_commits,
    read_view,
)
from client.errors import ProblemError, RejectedError, UnreachableError
from client.guests import GuestCalls
from client.lists import ListCalls
from client.metadata import MetadataCalls
from client.moderation import ModerationCalls
from client.personal_data import PersonalDataCalls
from client.platforms import PlatformCalls
from client.webhooks import WebhookCalls
from games.registry import plugins
from schemas.http import (
    CatalogueResponse,
    CheckOptionsRequest,
    CheckOptionsResponse,
    CommandQueuedResponse,
    CommandRequest,
    HealthResponse,
    OpenTableRequest,
    OpenTableResponse,
    TakeSeatRequest,
    TakeSeatResponse,
    TokenRequest,
    TokenResponse,
    VoidTableRequest,
)
from schemas.operations import OperationsResponse
from schemas.outcome import Outcome
from schemas.redaction import Viewer
from schemas.rejection import OptionsProblem
from schemas.table import JsonObject
from schemas.terms import Terms

WAIT_SECONDS = 10.0
"""How long the gateway waits for an outcome before it responds 202."""


class Gateway(
    ListCalls,
    WebhookCalls,
    GuestCalls,
    PlatformCalls,
    PersonalDataCalls,
    BulkCalls,
    MetadataCalls,
    ModerationCalls,
):
    """All operations of `schemas/openapi.json`, by the same names. An async context manager."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        await self._transport.close()

    def with_credential(self, credential: str | None) -> "Gateway":
        """Return a gateway with another key or token that shares this one's connections."""
        return Gateway(self._transport, credential)

    # Public

    async def get_health(self) -> HealthResponse:
        return decode(await self._get("/v1/health"), HealthResponse)

    async def list_games(self) -> CatalogueResponse:
        return decode(await self._get("/v1/games"), CatalogueResponse)

    async def get_pieces(self, game: str) -> Any:
        """Return the data printed on the game's components, in the game's own type.

        Raises KeyError if the game is not installed here.
        """
        pieces_type = type(plugins()[game].pieces)
        return decode(await self._get(f"/v1/games/{game}/pieces"), pieces_type)

    async def check_options(self, game: str, options: object) -> tuple[OptionsProblem, ...]:
        """Return all problems of options, given as the game's record or as any mapping."""
        request = CheckOptionsRequest(msgspec.to_builtins(options))
        path = f"/v1/games/{game}/check"
        content = await self._send("POST", path, request, is_idempotent=True)
        return decode(content, CheckOptionsResponse).problems

    # For platforms

    async def open_table(
        self,
        game: str,
        options: object,
        *,
        external_id: str | None = None,
        terms: Terms | None = None,
    ) -> OpenTableResponse:
        """Open a table. `options` is the game's record or a mapping."""
        fields = msgspec.to_builtins(options)
        request = OpenTableRequest(game, fields, external_id, terms or Terms())
        return decode(await self._send("POST", "/v1/tables", request), OpenTableResponse)

    async def take_seat(  # noqa: PLR0913 - all that a player may bring
        self,
        table_id: str,
        seat: int,
        player: str,
        entropy: str = "",
        *,
        name: str | None = None,
        deck: JsonObject | UnsetType = UNSET,
    ) -> TakeSeatResponse:
        """Seat a player. `player` is the platform's own id; it is shown unless there is a name."""
        path = f"/v1/tables/{table_id}/seats/{seat}"
        request = TakeSeatRequest(player, name, entropy, deck)
        return decode(await self._send("POST", path, request), TakeSeatResponse)

    async def leave_seat(self, table_id: str, seat: int) -> Outcome:
        return decode(await self._send("DELETE", f"/v1/tables/{table_id}/seats/{seat}"), Outcome)

    async def revoke_seat(self, table_id: str, seat: int) -> Outcome:
        """Revoke all tokens of a seat. The player stays seated: mint a new token for them."""
        path = f"/v1/tables/{table_id}/seats/{seat}/revoke"
        return decode(await self._send("POST", path), Outcome)

    async def start_game(self, table_id: str) -> Outcome:
        return decode(await self._send("POST", f"/v1/tables/{table_id}/start"), Outcome)

    async def abort_table(self, table_id: str) -> Outcome:
        return decode(await self._send("POST", f"/v1/tables/{table_id}/abort"), Outcome)

    async def void_table(self, table_id: str, reason: str) -> Outcome:
        """End an open or running table without a result."""
        path = f"/v1/tables/{table_id}/void"
        return decode(await self._send("POST", path, VoidTableRequest(reason)), Outcome)

    async def mint_token(self, table_id: str, viewer: Viewer) -> str:
        """Return a token. Earlier tokens of the same sitting stay valid: see `revoke_seat`."""
        path = f"/v1/tables/{table_id}/tokens"
        response = decode(
            await self._send("POST", path, TokenRequest(viewer), is_idempotent=True), TokenResponse
        )
        return response.token

    async def get_operations(self) -> OperationsResponse:
        """Return the state of the deployment. Requires an operator key."""
        return decode(await self._get("/v1/operations"), OperationsResponse)

    # For seats

    async def send_command(
        self,
        table_id: str,
        action: object,
        *,
        expected_seq: int | None = None,
        command_id: str | None = None,
        wait_seconds: float = WAIT_SECONDS,
    ) -> Outcome:
        """Send a command and return its outcome, through lost connections.

        Raises RejectedError if the rules reject it. A random `command_id` is used by default; pass
        an earlier one to retry the same command.
        """
        command_id = command_id or uuid.uuid4().hex
        command = CommandRequest(
            command_id, Raw(msgspec.json.encode(action)), expected_seq, wait_seconds
        )
        path = f"/v1/tables/{table_id}/commands"
        content = await self._send("POST", path, command, is_idempotent=True)
        response = _decode_outcome(content)
        if isinstance(response, CommandQueuedResponse):
            return await self._wait_for_outcome(table_id, command_id)
        return response

    async def get_outcome(self, table_id: str, command_id: str) -> Outcome:
        """Return a command's outcome. Raises RejectedError if it was rejected, and ProblemError
        `not_found` if there is no outcome yet."""
        return decode(await self._get(f"/v1/tables/{table_id}/commands/{command_id}"), Outcome)

    # For viewers

    async def renew_token(self, table_id: str) -> str:
        """Return a fresh token for the viewer of this gateway's token."""
        path = f"/v1/tables/{table_id}/token"
        return decode(await self._send("POST", path, is_idempotent=True), TokenResponse).token

    async def get_view(
        self, table_id: str, at: int | None = None, viewer: Viewer | None = None
    ) -> View:
        """Return a view. `viewer` selects another viewer; allowed once the game is over."""
        query = {"at": at, "as": viewer}
        return read_view(await self._get(f"/v1/tables/{table_id}/view", **query))

    async def get_commits(self, table_id: str, after: int = 0, limit: int | None = None) -> Commits:
        return read_commits(
            await self._get(f"/v1/tables/{table_id}/commits", after=after, limit=limit)
        )

    async def _wait_for_outcome(self, table_id: str, command_id: str) -> Outcome:
        """Poll for the outcome of a queued command."""
        deadline = time.monotonic() + self._transport.timeout_seconds
        backoff = self._transport.backoff()
        while True:
            try:
                return await self.get_outcome(table_id, command_id)
            except RejectedError:
                raise
            except ProblemError as problem:
                if problem.code != "not_found":
                    raise
            delay = backoff.next()
            if time.monotonic() + delay > deadline:
                raise UnreachableError(
                    self.url, f"command {command_id} is queued, but no engine has decided it"
                )
            await asyncio.sleep(delay)


def _decode_outcome(content: bytes) -> Outcome | CommandQueuedResponse:
    """Decode either response; only the queued one has the field `outcome`."""
    if "outcome" in decode(content, dict[str, Any]):
        return decode(content, CommandQueuedResponse)
    return decode(content, Outcome)
