"""python -m bench.engine_process URL [--waitaof] [--profile FILE]: an engine to be measured.

The engine as it is, with three things of the bench: the seeds of recorded games, the game without
rules, and an answer about its CPU time.
"""

import asyncio
import cProfile
import sys
from collections.abc import Sequence

from bench.children import answer_cpu_time
from bench.empty_rules import register_empty_rules
from bench.recorded import SHARDS, table_seed
from games.history import Position
from services.engine import batch
from services.engine.deciding import Envelope, Verdict, decide
from services.engine.main import run_engine
from services.runtime.event_log import Decided, EventLog
from services.runtime.keys import ShardKeys
from services.runtime.settings import Settings


def deal_as_recorded() -> None:
    def decide_as_recorded(
        envelope: Envelope, position: Position | None, at: int, _seed: str
    ) -> Verdict:
        return decide(envelope, position, at, "" if position else table_seed(envelope.game))

    vars(batch)["decide"] = decide_as_recorded


def wait_for_disk() -> None:
    """The other way to durability: sync once a second, and wait for it after every script."""

    append = EventLog.append

    async def append_and_wait(
        self: EventLog, shard: ShardKeys, token: str, decided: Sequence[Decided]
    ) -> list[str]:
        # WAITAOF is about the writes of its own connection: both go through one.
        async with self.client.client() as one:
            answers = await append(EventLog(one, self.shards), shard, token, decided)
            await one.execute_command("WAITAOF", 1, 0, 0)
        return answers

    EventLog.append = append_and_wait  # type: ignore[method-assign]


def main(arguments: list[str]) -> None:
    answer_cpu_time()
    register_empty_rules()
    deal_as_recorded()
    if "--waitaof" in arguments:
        wait_for_disk()
    # The durability that is measured is set on the server; the engine does the same for each.
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
