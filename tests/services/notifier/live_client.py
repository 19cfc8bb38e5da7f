"""A notifier in the test process, and clients that connect to it over real sockets."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect

from schemas.redaction import SPECTATOR, Viewer
from services.notifier.main import make_server
from services.notifier.server import DrainingServer
from services.runtime.access.token_keys import token_keys
from services.runtime.access.tokens import TokenClaims, Tokens
from services.runtime.operations.health import Health
from services.runtime.operations.settings import Settings
from services.runtime.store.event_log import EventLog
from services.runtime.web.listening import listen
from tests.services.full_client import stores_of
from tests.waiting import time_limit

SEND_BUFFER_BYTES = 16 * 1024


class LiveClient:
    """A socket to the notifier."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def send(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def next(self) -> Any:
        async with time_limit():
            text = await self.socket.recv()
        assert isinstance(text, str), "frames are text"
        return json.loads(text)

    async def subscribe(self, table_id: str, token: str, after: int = 0, name: str = "g") -> int:
        """Subscribe to a table and return its seq at that time."""
        topic = {"type": "table", "table": table_id, "token": token, "after": after}
        await self.send(type="subscribe", id=name, topic=topic)
        subscribed = await self.next()
        assert subscribed["type"] == "subscribed", subscribed
        assert subscribed["id"] == name
        return int(subscribed["latest_seq"])

    async def refusal_code(self, **topic: Any) -> Any:
        await self.send(type="subscribe", id="refused", topic=topic)
        ended = await self.next()
        assert ended["type"] == "subscription_ended", ended
        assert ended["id"] == "refused"
        return ended["code"]

    async def commits(self, count: int, name: str = "g") -> list[Any]:
        """Return the next commits of a subscription; no other frame may come between."""
        commits: list[Any] = []
        while len(commits) < count:
            message = await self.next()
            assert message["type"] == "commit_update", message
            assert message["id"] == name
            assert message["seq"] == message["commit"]["seq"]
            commits.append(message["commit"])
        return commits

    async def seqs(self, count: int, name: str = "g") -> list[int]:
        return [commit["seq"] for commit in await self.commits(count, name)]

    async def close_code(self) -> int:
        """Wait until the socket is closed and return its close code."""
        async with time_limit():
            await self.socket.wait_closed()
        assert self.socket.close_code is not None
        return self.socket.close_code


class Notifier:
    """Runs on its own port and keeps it across restarts."""

    def __init__(self, settings: Settings, event_log: EventLog) -> None:
        self.settings = settings
        self.health = Health()
        self.server: DrainingServer | None = None
        self._log = event_log
        self._port = 0
        self._server_task: asyncio.Task[None] | None = None
        self._tokens = Tokens(token_keys(settings), settings.token_seconds)

    async def start(self, **changes: Any) -> "Notifier":
        self.settings = replace(self.settings, **changes)
        listening, address = listen("127.0.0.1", self._port)
        self._port = int(address.split(":")[1])
        # By default the kernel buffers megabytes for local clients, so none would ever be slow.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        self.health.ready("start")
        self.server = make_server(self.settings, stores_of(self._log), self.health)
        self._server_task = asyncio.create_task(self.server.serve(sockets=[listening]))
        while not self.server.started:
            await asyncio.sleep(0.01)
        return self

    def request_stop(self) -> None:
        """Stop as SIGTERM would."""
        assert self.server is not None
        self.server.should_exit = True

    async def stop(self) -> None:
        if self._server_task is not None:
            self.request_stop()
            await self._server_task
            self._server_task = None

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def token(
        self, table_id: str, viewer: Viewer = SPECTATOR, sitting: int = 1, platform: str = ""
    ) -> str:
        """Return a token for a seat's sitting, or for a spectator."""
        claims = TokenClaims(platform, table_id, viewer, None if viewer == SPECTATOR else sitting)
        return self._tokens.mint(claims, int(time.time()))

    @asynccontextmanager
    async def connect(self, **options: Any) -> AsyncIterator[LiveClient]:
        url = f"ws://127.0.0.1:{self._port}/v1/live"
        async with connect(url, compression=None, **options) as socket:
            yield LiveClient(socket)
