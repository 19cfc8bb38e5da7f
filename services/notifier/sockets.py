"""A viewer's socket: what happens in a game, from the version it names, redacted for it."""

import asyncio
import contextlib
from typing import Any

import structlog
from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from schemas.commit import SeenCommit, canonical
from services.notifier.hub import Hub
from services.notifier.live import TooSlowError, follow
from services.runtime.connection import LOST
from services.runtime.event_log import EventLog
from services.runtime.telemetry import OPEN_SOCKETS, RESUMES, SLOW_CLIENTS
from services.runtime.tokens import Holder, TokenError, Tokens

# Codes of our own, as the protocol leaves 4000 to 4999 to applications.
BAD_REQUEST = 4400
BAD_TOKEN = 4401
NO_SUCH_GAME = 4404
TOO_SLOW = 4408
TRY_AGAIN = 1013

log = structlog.get_logger()


class Update(Struct, frozen=True, tag="commit", tag_field="type"):
    """One commit as the viewer may know it; `seq` is the version to resume from."""

    seq: int
    commit: SeenCommit[Any, Any]


class Sockets:
    def __init__(self, event_log: EventLog, hub: Hub, tokens: Tokens) -> None:
        self._log = event_log
        self._hub = hub
        self._tokens = tokens

    async def serve(self, socket: WebSocket) -> None:
        await socket.accept()
        try:
            holder = self._tokens.read(socket.query_params.get("token", ""))
            after = _version(socket.query_params.get("after", "0"))
        except TokenError as error:
            await socket.close(BAD_TOKEN, str(error))
            return
        except ValueError as error:
            await socket.close(BAD_REQUEST, str(error))
            return
        if holder.game != socket.path_params["game"]:
            await socket.close(BAD_TOKEN, "the token is for another game")
            return
        await self._serve(socket, holder, after)

    async def _serve(self, socket: WebSocket, holder: Holder, after: int) -> None:
        if await self._log.version(holder.game) == 0:
            await socket.close(NO_SUCH_GAME, "there is no such table")
            return
        OPEN_SOCKETS.inc()
        RESUMES.labels("start" if after == 0 else "version").inc()
        sending = asyncio.create_task(self._send(socket, holder, after))
        try:
            await self._until_gone(socket, sending)
        finally:
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sending
            OPEN_SOCKETS.dec()

    async def _until_gone(self, socket: WebSocket, sending: asyncio.Task[Any]) -> None:
        """Nothing is expected from the client but that it goes."""
        receiving = asyncio.create_task(socket.receive())
        try:
            await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            receiving.cancel()

    async def _send(self, socket: WebSocket, holder: Holder, after: int) -> None:
        try:
            async for commit in follow(self._log, self._hub, holder.game, holder.viewer, after):
                await socket.send_bytes(canonical(Update(commit.seq, commit)))
        except TooSlowError:
            SLOW_CLIENTS.inc()
            await socket.close(TOO_SLOW, "too slow: resume from your version")
        except LOST as error:
            log.warning("a socket lost the server", error=str(error))
            await socket.close(TRY_AGAIN, "the games can't be reached: try again")
        except WebSocketDisconnect:
            return


def _version(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise ValueError(f"after is a version, a whole number, but {text[:20]!r} came")
    return int(text)
