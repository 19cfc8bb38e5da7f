"""A real server and a real engine for the commands that need them."""

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from redis import Redis, RedisCluster
from typer.testing import Result

from services.runtime.server.embedded import EmbeddedServer
from services.runtime.store.event_log import ENGINE_GROUP
from services.runtime.store.keys import ShardKeys, all_shards, shard_of
from tests.cli.runner import BLUEMOON, call
from tests.services.servers import clean_environment
from tests.waiting import DEADLINE_SECONDS, wait_until

SHARDS = 4
OPEN = '{"type":"open_table","game":"city","options":{"players":2}}'


class LiveSystem:
    """A running server and engine, and how to call `bluemoon` on it."""

    def __init__(self, url: str) -> None:
        self.settings = {
            "BLUEMOON_SERVER": url,
            "BLUEMOON_SHARDS": str(SHARDS),
            "BLUEMOON_LOCK_SECONDS": "1",
        }
        self.client: Any = (
            RedisCluster.from_url(_first_node(url)) if "cluster" in url else (Redis.from_url(url))
        )

    @property
    def shards(self) -> tuple[ShardKeys, ...]:
        return all_shards(SHARDS)

    def call(self, *arguments: object, stdin: bytes | None = None) -> Result:
        return call(*arguments, stdin=stdin, env=self.settings)

    def error_from(self, *arguments: object) -> str:
        """Return the one-line error of a call."""
        result = self.call(*arguments)
        assert result.exit_code == 2, result.output
        assert result.stderr.count("\n") == 1, result.stderr
        return result.stderr.removesuffix("\n")

    def open_table(self, table_id: str) -> None:
        assert self.call("send", table_id, OPEN).exit_code == 0

    def break_table(self, table_id: str) -> None:
        """Append a commit that no engine can read."""
        self.client.xadd(
            shard_of(table_id, SHARDS).table(table_id), {"commit": '{"rules":"city/1"}'}, "1-0"
        )

    def register_table(self, table_id: str, seq: int) -> None:
        """Add a table to the list, as the engine does."""
        self.client.hset(shard_of(table_id, SHARDS).tables, table_id, seq)

    def remove_table(self, table_id: str) -> None:
        """Delete a table."""
        shard = shard_of(table_id, SHARDS)
        self.client.delete(shard.table(table_id))
        self.client.hdel(shard.tables, table_id)

    def all_owned(self) -> bool | None:
        owners = [self.client.exists(shard.owner(ENGINE_GROUP)) for shard in all_shards(SHARDS)]
        return True if all(owners) else None


def _first_node(url: str) -> str:
    return "redis://" + url.removeprefix("redis+cluster://").split(",")[0]


@contextlib.contextmanager
def live_system(folder: Path) -> Iterator[LiveSystem]:
    """An embedded server and an engine."""
    server = EmbeddedServer(folder, "always")
    try:
        with live_on(server.start(), folder) as live:
            yield live
    finally:
        server.stop()


@contextlib.contextmanager
def live_on(url: str, folder: Path) -> Iterator[LiveSystem]:
    """Start an engine on a running server."""
    live = LiveSystem(url)
    with (folder / "engine.log").open("wb") as log:
        engine = subprocess.Popen(
            [BLUEMOON, "engine"], env=clean_environment() | live.settings, stdout=log, stderr=log
        )
    try:
        wait_until(live.all_owned, "an engine owns every shard")
        yield live
    finally:
        engine.terminate()
        assert engine.wait(DEADLINE_SECONDS) == 0
        live.client.close()
