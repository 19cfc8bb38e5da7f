"""A real server and a real engine for the commands that need them."""

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from redis import Redis, RedisCluster
from typer.testing import Result

from services.runtime.embedded import EmbeddedServer
from services.runtime.event_log import ENGINE_GROUP
from services.runtime.keys import ShardKeys, all_shards, shard_of
from tests.cli.calling import BLUEMOON, call
from tests.services.servers import clean_environment, within

SHARDS = 4
READY_SECONDS = 180.0
"""Long enough for a busy machine: whoever waits so long waits in vain."""
OPEN = '{"type":"open_table","game":"city","options":{"players":2}}'


class Live:
    """Where it is, and how to call `bluemoon` on it."""

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

    def refusal(self, *arguments: object) -> str:
        """The one line of a call that fails."""
        result = self.call(*arguments)
        assert result.exit_code == 2, result.output
        assert result.stderr.count("\n") == 1, result.stderr
        return result.stderr.removesuffix("\n")

    def open_table(self, game: str) -> None:
        assert self.call("send", game, OPEN).exit_code == 0

    def break_game(self, game: str) -> None:
        """Put a commit there that no engine can read."""
        self.client.xadd(shard_of(game, SHARDS).game(game), {"commit": '{"rules":"x/1"}'}, "1-0")

    def note_game(self, game: str, seq: int) -> None:
        """Write it into the list of games, as the engine does with every commit."""
        self.client.hset(shard_of(game, SHARDS).games, game, seq)

    def mend_game(self, game: str) -> None:
        """Take the game out altogether."""
        shard = shard_of(game, SHARDS)
        self.client.delete(shard.game(game))
        self.client.hdel(shard.games, game)

    def all_owned(self) -> bool | None:
        owners = [self.client.exists(shard.owner(ENGINE_GROUP)) for shard in all_shards(SHARDS)]
        return True if all(owners) else None


def _first_node(url: str) -> str:
    return "redis://" + url.removeprefix("redis+cluster://").split(",")[0]


@contextlib.contextmanager
def live_system(folder: Path) -> Iterator[Live]:
    """An embedded server and an engine."""
    server = EmbeddedServer(folder, "always")
    try:
        with live_on(server.start(), folder) as live:
            yield live
    finally:
        server.stop()


@contextlib.contextmanager
def live_on(url: str, folder: Path) -> Iterator[Live]:
    """An engine on a server that is there."""
    live = Live(url)
    with (folder / "engine.log").open("wb") as log:
        engine = subprocess.Popen(
            [BLUEMOON, "engine"], env=clean_environment() | live.settings, stdout=log, stderr=log
        )
    try:
        within(READY_SECONDS, live.all_owned, "an engine owns every shard")
        yield live
    finally:
        engine.terminate()
        assert engine.wait(READY_SECONDS) == 0
        live.client.close()
