"""Sends commands and waits for their outcomes: what gateways, bots and the command line use."""

import asyncio
from types import TracebackType
from typing import Any

import msgspec
import structlog

from schemas.commit import AnyCommand, canonical
from schemas.outcome import Outcome
from schemas.rejection import Rejection
from services.runtime.connection import BLOCK_MS, LOST
from services.runtime.event_log import READ_COUNT, EventLog
from services.runtime.keys import ShardKeys
from services.runtime.tasks import end

RETRY_SECONDS = 0.2

log = structlog.get_logger()

_rejections = msgspec.json.Decoder(Rejection)


def read_outcome(fields: dict[bytes, bytes]) -> Outcome:
    """An entry of an outcome stream."""
    rejection = fields.get(b"rejection")
    return Outcome(
        command=fields[b"command"].decode(),
        game=fields[b"game"].decode(),
        seq=None if rejection else int(fields[b"seq"]),
        rejection=_rejections.decode(rejection) if rejection else None,
    )


class Dispatcher:
    """Use it as `async with`: it listens to the outcomes of the shards it sends to."""

    def __init__(self, event_log: EventLog) -> None:
        self._log = event_log
        self._waiting: dict[tuple[str, str], set[asyncio.Future[Outcome]]] = {}
        """By game and command: an id is its client's own, and two games may use the same one."""
        self._listeners: dict[ShardKeys, asyncio.Task[None]] = {}
        self._starting = asyncio.Lock()

    async def __aenter__(self) -> "Dispatcher":
        return self

    async def __aexit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        await end(*self._listeners.values())

    async def send(self, command: AnyCommand, timeout_seconds: float = 30.0) -> Outcome:
        """Queue a command and wait for its outcome.

        Raises TimeoutError when none comes in time; sending the same command again is safe.
        """
        # Each sender waits for itself: one that gives up takes nothing away from another.
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        name = (command.game, command.id)
        self._waiting.setdefault(name, set()).add(future)
        try:
            async with asyncio.timeout(timeout_seconds):
                await self.queue(command)
                return await future
        finally:
            waiting = self._waiting[name]
            waiting.discard(future)
            if not waiting:
                del self._waiting[name]

    async def queue(self, command: AnyCommand) -> None:
        """Through a restart of the server: a command that went in twice has one effect."""
        shard = self._log.shard(command.game)
        while True:
            try:
                await self._listen(shard)
                await self._log.send(command.game, canonical(command))
            except LOST as error:
                log.warning("a command could not be queued yet", error=str(error))
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return

    async def _listen(self, shard: ShardKeys) -> None:
        if shard in self._listeners:
            return
        async with self._starting:
            if shard not in self._listeners:
                cursor = await self._log.outcomes_now(shard)
                self._listeners[shard] = asyncio.create_task(self._hear(shard, cursor))

    async def _hear(self, shard: ShardKeys, cursor: str) -> None:
        while True:
            try:
                answer: Any = await self._log.client.xread(
                    {shard.outcomes: cursor}, READ_COUNT, BLOCK_MS
                )
            except LOST as error:
                log.warning("no word from the server", error=str(error))
                await asyncio.sleep(RETRY_SECONDS)
                continue
            for _, entries in answer or ():
                for entry_id, fields in entries:
                    cursor = entry_id.decode()
                    name = (fields[b"game"].decode(), fields[b"command"].decode())
                    for future in self._waiting.get(name, ()):
                        if not future.done():
                            future.set_result(read_outcome(fields))


async def outcome_of(event_log: EventLog, game_id: str, command_id: str) -> Outcome | None:
    """The first outcome of a command, if it has one."""
    seen = await event_log.client.hget(event_log.shard(game_id).seen(game_id), command_id)
    if seen is None:
        return None
    if seen.startswith(b"{"):
        return Outcome(command_id, game_id, rejection=_rejections.decode(seen))
    return Outcome(command_id, game_id, int(seen))
