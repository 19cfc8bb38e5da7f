"""Records everything that is sent to one viewer of a table in one world."""

import re
from typing import Any

import httpx
from msgspec import Struct

from schemas.commit import canonical
from schemas.redaction import Viewer
from services.runtime.access.player_directory import PlayerEntry
from services.runtime.operations.settings import Settings
from services.runtime.operations.telemetry import REGISTRY
from services.runtime.server.client import Value
from services.runtime.store.event_log import EventLog
from tests.services.engines import Engines
from tests.services.full_client import client_of, stores_of
from tests.services.gateway.conftest import serve_gateway
from tests.services.notifier.live_client import LiveClient, Notifier
from tests.services.projectors import Projectors
from tests.services.worlds import TABLE_ID, PlayedGame, World, rejected_probes

UNTIMED_HEADERS = {"date", "ratelimit"}
"""They depend on the clock alone."""
SCHEDULED_METRICS = (
    "bluemoon_batch_",
    "bluemoon_cache",
    "bluemoon_deferred_batches",
    "bluemoon_fenced_batches",
    "bluemoon_lag_entries",
    "bluemoon_read_model_write_conflicts",
    "bluemoon_send_queue_frames",
    "bluemoon_server_memory_ratio",
    "bluemoon_shards_owned",
    "bluemoon_sse_connections",
    "bluemoon_subscriptions",
    "bluemoon_trimmed_entries",
    "bluemoon_websocket_connections",
)
"""They depend on how the machine schedules, as durations do."""

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


class Recording(Struct):
    received: list[Any]
    rows: list[Any]
    """The rows that live lists end with."""
    metrics: Samples
    """How much each counter has grown, and what each gauge shows."""


class Wire:
    """The services are real, but commits are written as an engine would, at recorded times."""

    def __init__(  # noqa: PLR0917 - the services
        self,
        event_log: EventLog,
        engines: Engines,
        projectors: Projectors,
        settings: Settings,
        game: PlayedGame,
        viewer: Viewer,
    ) -> None:
        self._log = event_log
        self._engines = engines
        self._projectors = projectors
        self._settings = settings
        self._game = game
        self._viewer = viewer
        self._received: list[Any] = []
        self._rows: list[Any] = []

    async def record(self, world: World) -> Recording:
        await client_of(self._log).flushdb()
        players = stores_of(self._log).players
        for player in self._game.players:
            await players.add(player, PlayerEntry("", player, f"Name of {player}"))
        before = counters()
        engine = await self._engines.start()
        self._projectors.start()
        await self._projectors.caught_up()
        notifier = await Notifier(self._settings, self._log).start()
        try:
            await self._follow(notifier, world)
            grown = {key: value - before.get(key, 0.0) for key, value in counters().items()}
            metrics = grown | gauges()
        finally:
            await notifier.stop()
            await self._projectors.stop()
            await engine.stop()
        return Recording(self._received, self._rows, metrics)

    async def _follow(self, notifier: Notifier, world: World) -> None:
        token = notifier.token(TABLE_ID, self._viewer)
        *played, void = world
        half = len(played) // 2
        await self._write(played[:half])
        async with (
            notifier.connect() as live_client,
            serve_gateway(self._settings, self._log) as gateway,
        ):
            await live_client.subscribe(TABLE_ID, token)
            for _ in range(half):
                self._received.append(await live_client.socket.recv())
            gateway.http.headers["Authorization"] = f"Bearer {token}"
            for commit in played[half:]:
                await self._write([commit])
                self._received.append(await live_client.socket.recv())
                # Views list legal actions only at the latest seq.
                self._note(await gateway.http.get(f"/v1/tables/{TABLE_ID}/view"))
            await self._request(gateway.http, len(played))
            await self._send(gateway.http, played)
            await self._list(gateway.http, notifier, len(played))
            await self._write([void])
            self._received.append(await live_client.socket.recv())
            await self._request(gateway.http, len(world))
            await self._list(gateway.http, notifier, len(world))
        await self._stream(notifier, token, len(world))

    async def _write(self, commits: World) -> None:
        """Store commits like an engine."""
        shard, client = self._log.shard(TABLE_ID), client_of(self._log)
        for commit in commits:
            line = canonical(commit)
            await client.xadd(shard.table(TABLE_ID), {"commit": line}, id=f"{commit.seq}-0")
            await client.hset(shard.tables, TABLE_ID, commit.seq)
            fields: dict[str, Value] = {"table": TABLE_ID, "seq": commit.seq, "commit": line}
            await client.xadd(shard.feed, fields)

    async def _request(self, http: httpx.AsyncClient, commits: int) -> None:
        table = f"/v1/tables/{TABLE_ID}"
        for path in ("", "/view", "/commits", "/commits?after=7&limit=5"):
            self._note(await http.get(table + path))
        for seq in range(0, commits + 2, 7):
            self._note(await http.get(f"{table}/view?at={seq}"))

    async def _send(self, http: httpx.AsyncClient, played: World) -> None:
        for number, action in enumerate(rejected_probes(self._game, played, self._viewer)):
            command = f"probe{number}"
            body = canonical({"id": command, "action": action})
            response = await http.post(f"/v1/tables/{TABLE_ID}/commands", content=body)
            assert response.status_code in {httpx.codes.CONFLICT, httpx.codes.FORBIDDEN}
            self._note(response)
            self._note(await http.get(f"/v1/tables/{TABLE_ID}/commands/{command}"))

    async def _list(self, http: httpx.AsyncClient, notifier: Notifier, seq: int) -> None:
        """Read all lists that show the table, and follow those that are live."""
        await self._projectors.caught_up()
        player, game = self._game.players[0], self._game.rulebook.game
        for path in (
            "/v1/tables",
            f"/v1/tables?game={game}&limit=1",
            f"/v1/tables?player={player}",
            f"/v1/players/{player}",
            f"/v1/players/{player}/tables",
            f"/v1/standings/{game}",
            "/v1/activity",
        ):
            self._note(await http.get(path))
        async with notifier.connect() as live_client:
            for topic in ({"type": "lobby"}, {"type": "player", "player": player}):
                self._rows.append(await _row_at(live_client, topic, seq))

    def _note(self, response: httpx.Response) -> None:
        # Only the clock decides how old a read model is.
        content, ages = re.subn(rb'"age_ms":\d+', b'"age_ms":0', response.content)
        left_out = UNTIMED_HEADERS | ({"content-length"} if ages else set())
        headers = sorted(
            (name, value)
            for name, value in response.headers.multi_items()
            if name.lower() not in left_out
        )
        self._received.append((str(response.url), response.status_code, headers, content))

    async def _stream(self, notifier: Notifier, token: str, commits: int) -> None:
        url = f"{notifier.http}/v1/tables/{TABLE_ID}/events?token={token}"
        lines = 0
        async with httpx.AsyncClient() as http, http.stream("GET", url) as response:
            async for line in response.aiter_lines():
                self._received.append(line)
                lines += '"commit_update"' in line
                if lines == commits:
                    return


async def _row_at(live_client: LiveClient, topic: dict[str, str], seq: int) -> Any:
    """Return the table's row in a live list, once it has reached the seq."""
    await live_client.send(type="subscribe", id=topic["type"], topic=topic)
    while True:
        frame = await live_client.next()
        for row in frame.get("rows", ()):
            if (row["table"], row["seq"]) == (TABLE_ID, seq):
                return row


def counters() -> Samples:
    """Return what only grows, without durations."""
    return {
        key: value
        for key, value in _samples(is_gauge=False).items()
        if not re.search("_(seconds|created)", key[0]) or key[0].endswith("_count")
    }


def gauges() -> Samples:
    """Return the gauges that do not show a time."""
    return {
        key: value for key, value in _samples(is_gauge=True).items() if "_seconds" not in key[0]
    }


def _samples(*, is_gauge: bool) -> Samples:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in REGISTRY.collect()
        if family.name.startswith("bluemoon_") and (family.type == "gauge") == is_gauge
        for sample in family.samples
        if not sample.name.startswith(SCHEDULED_METRICS)
    }
