"""A notifier in the test's own process with real sockets before it, and those who watch."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect

from schemas.secrecy import SPECTATOR, Viewer
from services.notifier.main import make_server
from services.notifier.server import DrainingServer
from services.runtime.event_log import EventLog
from services.runtime.health import Health
from services.runtime.listening import listen
from services.runtime.settings import Settings
from services.runtime.token_keys import token_keys
from services.runtime.tokens import Holder, Tokens

ANSWER_SECONDS = 20.0
SYSTEM_BYTES = 16 * 1024


class Watcher:
    """One socket, and what came over it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def send(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def next(self) -> Any:
        async with asyncio.timeout(ANSWER_SECONDS):
            text = await self.socket.recv()
        assert isinstance(text, str), "frames are text"
        return json.loads(text)

    async def follow(self, game: str, token: str, after: int = 0, name: str = "g") -> int:
        """Subscribes to a game; its version then."""
        topic = {"type": "game", "game": game, "token": token, "after": after}
        await self.send(type="subscribe", id=name, topic=topic)
        subscribed = await self.next()
        assert subscribed["type"] == "subscribed", subscribed
        assert subscribed["id"] == name
        return int(subscribed["head"])

    async def refused(self, **topic: Any) -> Any:
        await self.send(type="subscribe", id="refused", topic=topic)
        ended = await self.next()
        assert ended["type"] == "subscription_ended", ended
        assert ended["id"] == "refused"
        return ended["code"]

    async def commits(self, count: int, name: str = "g") -> list[Any]:
        """The next commits of a subscription; nothing else may come between."""
        found: list[Any] = []
        while len(found) < count:
            message = await self.next()
            assert message["type"] == "commit_seen", message
            assert message["id"] == name
            assert message["seq"] == message["commit"]["seq"]
            found.append(message["commit"])
        return found

    async def versions(self, count: int, name: str = "g") -> list[int]:
        return [commit["seq"] for commit in await self.commits(count, name)]

    async def closed(self) -> int:
        """The code it is closed with."""
        async with asyncio.timeout(ANSWER_SECONDS):
            await self.socket.wait_closed()
        assert self.socket.close_code is not None
        return self.socket.close_code


class Notifier:
    """Runs on a port of its own; started again, it has the same one."""

    def __init__(self, settings: Settings, event_log: EventLog) -> None:
        self.settings = settings
        self.health = Health()
        self.server: DrainingServer | None = None
        self._log = event_log
        self._port = 0
        self._serving: asyncio.Task[None] | None = None
        self._tokens = Tokens(token_keys(settings), settings.token_seconds)

    async def start(self, **changes: Any) -> "Notifier":
        self.settings = replace(self.settings, **changes)
        listening, address = listen("127.0.0.1", self._port)
        self._port = int(address.split(":")[1])
        # The system holds megabytes for a client on the same machine; then nobody is ever slow.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_BYTES)
        self.health.ready("start")
        self.server = make_server(self.settings, self._log, self.health)
        self._serving = asyncio.create_task(self.server.serve(sockets=[listening]))
        while not self.server.started:
            await asyncio.sleep(0.01)
        return self

    def stop_soon(self) -> None:
        """As SIGTERM would."""
        assert self.server is not None
        self.server.should_exit = True

    async def stop(self) -> None:
        if self._serving is not None:
            self.stop_soon()
            await self._serving
            self._serving = None

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def token(self, game: str, viewer: Viewer = SPECTATOR, sitting: str = "") -> str:
        return self._tokens.mint(Holder(game, viewer, sitting), int(time.time()))

    @asynccontextmanager
    async def watcher(self, **options: Any) -> AsyncIterator[Watcher]:
        url = f"ws://127.0.0.1:{self._port}/v1/live"
        async with connect(url, compression=None, **options) as socket:
            yield Watcher(socket)
