"""The processes that are measured: a server in its own folder, engines and hand-written loops."""

import contextlib
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import hiredis
from redis import Redis

from bench.recorded import SHARDS, LoadCommand
from services.runtime.server.embedded import EmbeddedServer
from services.runtime.store.event_log import ENGINE_GROUP
from services.runtime.store.keys import ShardKeys, all_shards

START_SECONDS = 30.0
STOP_SECONDS = 15.0
SETTLE_SECONDS = 0.5
RESPONSE_SECONDS_MAX = 60.0
"""Long, because a disk shared with other processes can delay a server."""
POLL_SECONDS = 0.02
LOAD_COUNT = 1_000
"""Number of commands written before their replies are read: enough to keep the server busy."""


def report_cpu_time() -> None:
    """In a child: for each line on stdin, print the CPU seconds that the process has used."""

    def report() -> None:
        for _ in sys.stdin:
            print(time.process_time(), flush=True)

    threading.Thread(target=report, daemon=True).start()


class Child:
    """A Python process that runs until the end of its `with` block."""

    def __init__(self, module: str, *arguments: str) -> None:
        self._command = [sys.executable, "-m", module, *arguments]

    def __enter__(self) -> "Child":
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._process.terminate()
        try:
            self._process.communicate(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()

    @property
    def pid(self) -> int:
        return self._process.pid

    def cpu_seconds(self) -> float:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())


class Bench:
    """The measured server, as seen by the measuring process."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.client: Any = Redis.from_url(url, socket_timeout=RESPONSE_SECONDS_MAX)
        self.shards = all_shards(SHARDS)
        # A rewrite of the append-only file during a round would be measured too.
        self.client.config_set("auto-aof-rewrite-percentage", 0)

    def cpu_seconds(self) -> float:
        cpu = self.client.info("cpu")
        return float(cpu["used_cpu_user"] + cpu["used_cpu_sys"])

    def outcomes(self) -> int:
        """Return the number of outcomes in all shards: the bench sends only legal commands."""
        return sum(self._for_each_shard("xlen", "feed"))

    def outcome_seconds(self) -> float:
        """Return the seconds from the first outcome to the last."""
        oldest = self._for_each_shard("xrange", "feed", count=1)
        newest = self._for_each_shard("xrevrange", "feed", count=1)
        first, *_, last = sorted(
            _milliseconds(entries[0][0]) for entries in oldest + newest if entries
        )
        return (last - first) / 1000

    def _for_each_shard(self, command: str, key: str, **options: Any) -> list[Any]:
        pipeline = self.client.pipeline(transaction=False)
        for shard in self.shards:
            getattr(pipeline, command)(getattr(shard, key), **options)
        replies: list[Any] = pipeline.execute()
        return replies

    def wait_for_owners(self, engines: int) -> None:
        """Wait until this many engines own all shards in equal shares."""
        deadline = time.monotonic() + START_SECONDS
        fair = -(-SHARDS // engines)
        while time.monotonic() < deadline:
            tokens = self.client.mget([shard.owner(ENGINE_GROUP) for shard in self.shards])
            # A token begins with the name of its owner.
            shares = Counter(token.split(b":")[0] for token in tokens if token)
            if len(shares) == engines and shares.total() == SHARDS and max(shares.values()) <= fair:
                time.sleep(SETTLE_SECONDS)
                return
            time.sleep(POLL_SECONDS)
        raise TimeoutError(f"{engines} engines did not take all shards")

    def load(self, commands: list[LoadCommand]) -> None:
        """Queue commands as fast as the server takes them."""
        packed = [
            pack_xadd(command.shard.commands, b"command", command.payload) for command in commands
        ]
        write_packed(self.client, packed)

    def commits(self, tables: set[tuple[ShardKeys, str]]) -> int:
        pipeline = self.client.pipeline(transaction=False)
        for shard, table_id in tables:
            pipeline.xlen(shard.table(table_id))
        return sum(pipeline.execute())

    def clear(self, tables: set[tuple[ShardKeys, str]]) -> None:
        """Delete the data of a round, so that memory does not grow from round to round."""
        pipeline = self.client.pipeline(transaction=False)
        for shard, table_id in tables:
            pipeline.unlink(
                shard.table(table_id), *shard.idempotency(table_id), shard.snapshot(table_id)
            )
        for shard in self.shards:
            pipeline.xtrim(shard.feed, maxlen=0, approximate=False)
            pipeline.xtrim(shard.outcomes, maxlen=0, approximate=False)
        pipeline.execute()


@contextlib.contextmanager
def embedded_bench() -> Iterator[Bench]:
    """Run a server with `appendfsync always` in a new folder."""
    with tempfile.TemporaryDirectory(prefix="bluemoon-bench-") as folder:
        server = EmbeddedServer(Path(folder), "always")
        bench = Bench(server.start())
        try:
            yield bench
        finally:
            bench.client.close()
            server.stop()


def _milliseconds(entry_id: bytes) -> int:
    return int(entry_id.split(b"-")[0])


def pack_xadd(stream: str, field: bytes, value: bytes) -> bytes:
    arguments: Any = ("XADD", stream, "*", field, value)
    packed: bytes = hiredis.pack_command(arguments)
    return packed


def write_packed(client: Any, packed: list[bytes]) -> None:
    """Send commands that are packed in advance, so that packing is not measured."""
    connection = client.connection_pool.get_connection()
    try:
        for first in range(0, len(packed), LOAD_COUNT):
            part = packed[first : first + LOAD_COUNT]
            connection.send_packed_command([b"".join(part)])
            for _ in part:
                connection.read_response()
    finally:
        client.connection_pool.release(connection)
