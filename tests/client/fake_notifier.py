"""A fake notifier on a real socket, controlled by the test."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from schemas.live import (
    CommitUpdate,
    FromClient,
    Goodbye,
    LobbyTopic,
    Message,
    Rows,
    SendCommand,
    Subscribe,
    Subscribed,
    SubscriptionEnded,
    TableTopic,
    Unsubscribe,
)

REFUSED_TOKEN = "refused"

_frame_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


class FakeNotifier:
    """`histories` holds the commits of each table, `topics` every requested topic in order."""

    def __init__(self) -> None:
        self.histories: dict[str, list[Any]] = {}
        self.rows: list[Rows] = []
        self.topics: list[Any] = []
        self.sockets: dict[ServerConnection, dict[str, TableTopic]] = {}
        self.unavailable_count = 0
        """How many of the next subscriptions end with `unavailable`."""
        self.commands: list[SendCommand] = []
        self.outcome: Callable[[SendCommand], Message] | None = None
        """Makes the response to a command. None: no response."""
        self.close_codes: list[int | None] = []
        self.url = ""
        self._server: Server | None = None

    async def start(self) -> None:
        port = int(self.url.rpartition(":")[2]) if self.url else 0
        self._server = await serve(self._serve, "127.0.0.1", port, ping_interval=None)
        self.url = f"ws://127.0.0.1:{next(iter(self._server.sockets)).getsockname()[1]}"

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    async def add_commits(self, table_id: str, *commits: Any) -> None:
        """Append commits to a table and send them to its subscribers."""
        for commit in commits:
            self.histories.setdefault(table_id, []).append(commit)
            for socket, topics in list(self.sockets.items()):
                for name, topic in list(topics.items()):
                    if topic.table == table_id:
                        await self._send(socket, CommitUpdate(name, commit.seq, commit))

    async def send_all(self, *frames: Message | bytes) -> None:
        """Send frames to all clients."""
        for frame in frames:
            for socket in list(self.sockets):
                await self._send(socket, frame)

    async def say_goodbye(self, low_ms: int, high_ms: int) -> None:
        await self.send_all(Goodbye("draining", low_ms, high_ms))
        for socket in list(self.sockets):
            await socket.close(1012)

    def break_connections(self) -> None:
        """Drop all sockets without a closing handshake, like a broken network."""
        for socket in list(self.sockets):
            socket.transport.abort()

    async def _send(self, socket: ServerConnection, frame: Message | bytes) -> None:
        content = frame if isinstance(frame, bytes) else msgspec.json.encode(frame)
        with contextlib.suppress(ConnectionClosed):
            await socket.send(content.decode())

    async def _serve(self, socket: ServerConnection) -> None:
        self.sockets[socket] = {}
        try:
            async for content in socket:
                await self._handle(socket, _frame_decoder.decode(content))
        except ConnectionClosed:
            pass
        finally:
            self.close_codes.append(socket.close_code)
            del self.sockets[socket]

    async def _handle(self, socket: ServerConnection, frame: FromClient) -> None:
        match frame:
            case Unsubscribe(name):
                self.sockets[socket].pop(name, None)
                await self._send(
                    socket, SubscriptionEnded(name, "unsubscribed", "the client unsubscribed")
                )
            case SendCommand():
                self.commands.append(frame)
                if self.outcome is not None:
                    await self._send(socket, self.outcome(frame))
            case Subscribe(name, TableTopic() as topic):
                await self._subscribe(socket, name, topic)
            case Subscribe(name, topic):
                assert isinstance(topic, LobbyTopic)
                self.topics.append(topic)
                for rows in self.rows:
                    if topic.after is None or rows.cursor > topic.after:
                        await self._send(socket, msgspec.structs.replace(rows, id=name))

    async def _subscribe(self, socket: ServerConnection, name: str, topic: TableTopic) -> None:
        self.topics.append(topic)
        if topic.token == REFUSED_TOKEN:
            await self._send(socket, SubscriptionEnded(name, "bad_token", "invalid token"))
            return
        if self.unavailable_count:
            self.unavailable_count -= 1
            await self._send(socket, SubscriptionEnded(name, "unavailable", "try again later"))
            return
        history = self.histories.setdefault(topic.table, [])
        await self._send(socket, Subscribed(name, len(history)))
        sent = topic.after
        while sent < len(history):
            await self._send(socket, CommitUpdate(name, sent + 1, history[sent]))
            sent += 1
            await asyncio.sleep(0)
        self.sockets[socket][name] = topic


@contextlib.asynccontextmanager
async def run_fake_notifier() -> AsyncIterator[FakeNotifier]:
    notifier = FakeNotifier()
    await notifier.start()
    try:
        yield notifier
    finally:
        await notifier.stop()
