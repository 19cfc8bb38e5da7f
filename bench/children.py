"""Processes under measurement: a server in a folder of its own, engines and hand-written loops."""

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

from bench.recorded import SHARDS, Sent
from services.runtime.embedded import EmbeddedServer
from services.runtime.event_log import ENGINE_GROUP
from services.runtime.keys import ShardKeys, all_shards

START_SECONDS = 30.0
STOP_SECONDS = 15.0
SETTLE_SECONDS = 0.5
ANSWER_SECONDS_MAX = 60.0
"""A disk that others use too may hold a server up for long."""
POLL_SECONDS = 0.02
LOAD_COUNT = 1_000
"""Commands written before their answers are read: enough to keep the server busy."""


def answer_cpu_time() -> None:
    """In a child: a line on stdin is answered with the CPU seconds that the process has used."""

    def answer() -> None:
        for _ in sys.stdin:
            print(time.process_time(), flush=True)

    threading.Thread(target=answer, daemon=True).start()


class Child:
    """A Python process that owns shards; it ends when the `with` does."""

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
    """A server under measurement, seen by the one who measures."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.client: Any = Redis.from_url(url, socket_timeout=ANSWER_SECONDS_MAX)
        self.shards = all_shards(SHARDS)
        # Rewriting the file in the middle of a round would be measured as if it were a command.
        self.client.config_set("auto-aof-rewrite-percentage", 0)

    def cpu_seconds(self) -> float:
        used = self.client.info("cpu")
        return float(used["used_cpu_user"] + used["used_cpu_sys"])

    def outcomes(self) -> int:
        """How many there are."""
        return sum(self._each("xlen", "outcomes"))

    def outcome_seconds(self) -> float:
        """From the first of them to the last."""
        oldest = self._each("xrange", "outcomes", count=1)
        newest = self._each("xrevrange", "outcomes", count=1)
        first, *_, last = sorted(_milliseconds(one[0][0]) for one in oldest + newest if one)
        return (last - first) / 1000

    def _each(self, command: str, key: str, **options: Any) -> list[Any]:
        pipeline = self.client.pipeline(transaction=False)
        for shard in self.shards:
            getattr(pipeline, command)(getattr(shard, key), **options)
        answers: list[Any] = pipeline.execute()
        return answers

    def wait_for_owners(self, engines: int) -> None:
        """Until all shards are owned, in fair shares, by so many engines."""
        deadline = time.monotonic() + START_SECONDS
        fair = -(-SHARDS // engines)
        while time.monotonic() < deadline:
            tokens = self.client.mget([shard.owner(ENGINE_GROUP) for shard in self.shards])
            # A token begins with who holds it.
            shares = Counter(token.split(b":")[0] for token in tokens if token)
            if len(shares) == engines and shares.total() == SHARDS and max(shares.values()) <= fair:
                time.sleep(SETTLE_SECONDS)
                return
            time.sleep(POLL_SECONDS)
        raise TimeoutError(f"{engines} engines did not take the shards")

    def load(self, sent: list[Sent]) -> None:
        """Queue commands as fast as the server takes them."""
        packed = [pack_xadd(one.shard.commands, b"command", one.command) for one in sent]
        write_packed(self.client, packed)

    def commits(self, games: set[tuple[ShardKeys, str]]) -> int:
        pipeline = self.client.pipeline(transaction=False)
        for shard, game in games:
            pipeline.xlen(shard.game(game))
        return sum(pipeline.execute())

    def tidy(self, games: set[tuple[ShardKeys, str]]) -> None:
        """Throw away what a round left, so that memory does not grow from round to round."""
        pipeline = self.client.pipeline(transaction=False)
        for shard, game in games:
            pipeline.unlink(shard.game(game), shard.seen(game), shard.snapshot(game))
        for shard in self.shards:
            pipeline.xtrim(shard.feed, maxlen=0, approximate=False)
            pipeline.xtrim(shard.outcomes, maxlen=0, approximate=False)
        pipeline.execute()


@contextlib.contextmanager
def embedded_bench() -> Iterator[Bench]:
    """A server that is started in a new folder with `appendfsync always`, and ends."""
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
    words: Any = ("XADD", stream, "*", field, value)
    packed: bytes = hiredis.pack_command(words)
    return packed


def write_packed(client: Any, packed: list[bytes]) -> None:
    """Send commands that are bytes already; a client that packs them would be what is measured."""
    connection = client.connection_pool.get_connection()
    try:
        for first in range(0, len(packed), LOAD_COUNT):
            part = packed[first : first + LOAD_COUNT]
            connection.send_packed_command([b"".join(part)])
            for _ in part:
                connection.read_response()
    finally:
        client.connection_pool.release(connection)
