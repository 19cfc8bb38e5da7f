"""A small notifier on a real socket: it speaks the frames of `schemas.live` and does as told."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from schemas.live import (
    CommitSeen,
    FromClient,
    GameTopic,
    Goodbye,
    LobbyTopic,
    Message,
    Rows,
    Subscribe,
    Subscribed,
    SubscriptionEnded,
    Unsubscribe,
)

REFUSED = "refused"
"""A token that opens no door."""

_frames: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


class Speaker:
    """`histories` are the games, whole or so far; `subscribed` is every topic asked for, in
    order."""

    def __init__(self) -> None:
        self.histories: dict[str, list[Any]] = {}
        self.rows: list[Rows] = []
        self.subscribed: list[Any] = []
        self.sockets: dict[ServerConnection, dict[str, GameTopic]] = {}
        self.away = 0
        """How many subscriptions are told to come again."""
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

    async def tell(self, game: str, *commits: Any) -> None:
        """They happen, and whoever listens is told."""
        for commit in commits:
            self.histories.setdefault(game, []).append(commit)
            for socket, topics in list(self.sockets.items()):
                for name, topic in list(topics.items()):
                    if topic.game == game:
                        await self._say(socket, CommitSeen(name, commit.seq, commit))

    async def say(self, *frames: Message | bytes) -> None:
        """To everyone."""
        for frame in frames:
            for socket in list(self.sockets):
                await self._say(socket, frame)

    async def say_goodbye(self, low_ms: int, high_ms: int) -> None:
        await self.say(Goodbye("draining", low_ms, high_ms))
        for socket in list(self.sockets):
            await socket.close(1012)

    def break_lines(self) -> None:
        """As a network does it: nobody says a word."""
        for socket in list(self.sockets):
            socket.transport.abort()

    async def _say(self, socket: ServerConnection, frame: Message | bytes) -> None:
        content = frame if isinstance(frame, bytes) else msgspec.json.encode(frame)
        with contextlib.suppress(ConnectionClosed):
            await socket.send(content.decode())

    async def _serve(self, socket: ServerConnection) -> None:
        self.sockets[socket] = {}
        try:
            async for content in socket:
                await self._take(socket, _frames.decode(content))
        except ConnectionClosed:
            pass
        finally:
            self.close_codes.append(socket.close_code)
            del self.sockets[socket]

    async def _take(self, socket: ServerConnection, frame: FromClient) -> None:
        match frame:
            case Unsubscribe(name):
                self.sockets[socket].pop(name, None)
                await self._say(socket, SubscriptionEnded(name, "unsubscribed", "as asked"))
            case Subscribe(name, GameTopic() as topic):
                await self._follow(socket, name, topic)
            case Subscribe(name, topic):
                assert isinstance(topic, LobbyTopic)
                self.subscribed.append(topic)
                for rows in self.rows:
                    if topic.after is None or rows.cursor > topic.after:
                        await self._say(socket, msgspec.structs.replace(rows, id=name))

    async def _follow(self, socket: ServerConnection, name: str, topic: GameTopic) -> None:
        self.subscribed.append(topic)
        if topic.token == REFUSED:
            await self._say(socket, SubscriptionEnded(name, "bad_token", "no such token"))
            return
        if self.away:
            self.away -= 1
            await self._say(socket, SubscriptionEnded(name, "unavailable", "not now"))
            return
        history = self.histories.setdefault(topic.game, [])
        await self._say(socket, Subscribed(name, len(history)))
        sent = topic.after
        while sent < len(history):
            await self._say(socket, CommitSeen(name, sent + 1, history[sent]))
            sent += 1
            await asyncio.sleep(0)
        self.sockets[socket][name] = topic


@contextlib.asynccontextmanager
async def speaking() -> AsyncIterator[Speaker]:
    speaker = Speaker()
    await speaker.start()
    try:
        yield speaker
    finally:
        await speaker.stop()
