"""python -m bench.hand_loop URL: the loop one would write by hand, to be measured.

The same reads, the same decisions and the same append script as the engine's, on redis.asyncio
alone: no FastStream, no ownership, no telemetry, no dead letters, no snapshots.
"""

import asyncio
import sys
import time
from typing import Any

from bench.children import answer_cpu_time
from bench.empty_rules import register_empty_rules
from bench.recorded import SHARDS, table_seed
from games.history import Position
from schemas.commit import canonical
from services.engine.deciding import decide, open_envelope
from services.runtime.connection import BLOCK_MS, connect, parse_address
from services.runtime.event_log import ENGINE_GROUP, Decided, EventLog
from services.runtime.keys import ShardKeys
from services.runtime.settings import Settings

TOKEN = "hand"


async def work(log: EventLog, shard: ShardKeys, positions: dict[str, Position | None]) -> None:
    client = log.client
    await log.ensure_group(shard)
    await client.set(shard.owner(ENGINE_GROUP), TOKEN)
    count = Settings().batch_max
    while True:
        answer: Any = await client.xreadgroup(
            ENGINE_GROUP, ENGINE_GROUP, {shard.commands: ">"}, count, BLOCK_MS
        )
        for _, entries in answer or ():
            decided = [
                _decide(entry_id, fields[b"command"], positions) for entry_id, fields in entries
            ]
            answers = await log.append(shard, TOKEN, decided)
            assert set(answers) == {"done"}, "the bench sends legal commands, each once"


def _decide(entry_id: bytes, command: bytes, positions: dict[str, Position | None]) -> Decided:
    envelope = open_envelope(command)
    position = positions.get(envelope.game)
    base = position.seq if position else 0
    seed = "" if position else table_seed(envelope.game)
    verdict = decide(envelope, position, time.time_ns() // 1_000_000, seed)
    assert verdict.commit is not None, verdict.rejection
    positions[envelope.game] = verdict.after
    return Decided(entry_id, envelope.game, envelope.id, base, canonical(verdict.commit))


async def main(url: str) -> None:
    answer_cpu_time()
    register_empty_rules()
    client: Any = connect(parse_address(url))
    log = EventLog(client, SHARDS)
    positions: dict[str, Position | None] = {}
    tasks = [asyncio.create_task(work(log, shard, positions)) for shard in log.all_shards()]
    await asyncio.gather(*tasks)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
