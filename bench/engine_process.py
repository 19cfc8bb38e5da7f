"""python -m bench.engine_process URL [--waitaof] [--profile FILE]: the engine that is measured.

It is the real engine with three additions: the seeds of recorded games, the game without rules, and
a report of its CPU time.
"""

import asyncio
import cProfile
import sys
from collections.abc import Sequence
from typing import cast

from redis.asyncio import Redis

from bench.children import report_cpu_time
from bench.empty_rules import register_empty_rules
from bench.recorded import SHARDS, table_seed
from games.history import Position
from services.engine import batch
from services.engine.deciding import QueuedCommand, UnstoredOutcome, decide
from services.engine.main import run_engine
from services.engine.seeds import SeedSource
from services.runtime.operations.settings import Settings
from services.runtime.server.client import RedisClient
from services.runtime.store.event_log import AppendRequest, EventLog
from services.runtime.store.keys import StreamKeys


def use_recorded_seeds() -> None:
    def decide_with_recorded_seed(
        command: QueuedCommand,
        position: Position | None,
        arrived_at: int,
        at: int,
        _new_seed: SeedSource,
    ) -> UnstoredOutcome:
        return decide(command, position, arrived_at, at, lambda _: table_seed(command.table))

    vars(batch)["decide"] = decide_with_recorded_seed


def wait_for_disk() -> None:
    """Make every append wait until its data is on disk (WAITAOF)."""

    append = EventLog.append

    async def append_and_wait(
        self: EventLog, stream: StreamKeys, token: str, requests: Sequence[AppendRequest]
    ) -> list[str]:
        # WAITAOF waits for the writes of its own connection, so both use the same one.
        async with cast(Redis, self._client).client() as connection:
            log = EventLog(cast(RedisClient, connection), self.shards)
            results = await append(log, stream, token, requests)
            await connection.execute_command("WAITAOF", 1, 0, 0)  # type: ignore[no-untyped-call]
        return results

    EventLog.append = append_and_wait  # type: ignore[method-assign]


def main(arguments: list[str]) -> None:
    report_cpu_time()
    register_empty_rules()
    use_recorded_seeds()
    if "--waitaof" in arguments:
        wait_for_disk()
    # The measured durability is set on the server; the engine behaves the same with each.
    settings = Settings(
        server=arguments[0], durability="everysec", shards=SHARDS, log_level="warning"
    )
    if "--profile" not in arguments:
        asyncio.run(run_engine(settings))
        return
    profiler = cProfile.Profile()
    profiler.runcall(asyncio.run, run_engine(settings))
    profiler.dump_stats(arguments[arguments.index("--profile") + 1])


if __name__ == "__main__":
    main(sys.argv[1:])
