"""python -m bench.hand_loop URL: a hand-written loop, to compare the engine with.

It uses the engine's reads, decisions and append script with plain redis.asyncio: no FastStream, no
ownership, no telemetry, no dead letters, no snapshots.
"""

import asyncio
import sys
from typing import Any

from bench.children import report_cpu_time
from bench.empty_rules import register_empty_rules
from bench.recorded import SHARDS, table_seed
from games.history import Position
from schemas.commit import canonical
from services.engine.deciding import decide, decode_command
from services.runtime.operations.clock import now_ms
from services.runtime.operations.settings import Settings
from services.runtime.server.connection import BLOCK_MS, connect, parse_address
from services.runtime.store.command_stream import arrival_ms
from services.runtime.store.event_log import ENGINE_GROUP, NO_COMMITS, AppendRequest, EventLog, head
from services.runtime.store.keys import ShardKeys, StreamKeys

TOKEN = "hand"


async def work(
    client: Any, log: EventLog, shard: ShardKeys, positions: dict[str, Position | None]
) -> None:
    await log.ensure_group(StreamKeys(shard))
    await client.set(shard.owner(ENGINE_GROUP), TOKEN)
    count = Settings().batch_max
    while True:
        response: Any = await client.xreadgroup(
            ENGINE_GROUP, ENGINE_GROUP, {shard.commands: ">"}, count, BLOCK_MS
        )
        for _, entries in response or ():
            requests = [
                _decide(entry_id, fields[b"command"], positions) for entry_id, fields in entries
            ]
            results = await log.append(StreamKeys(shard), TOKEN, requests)
            assert set(results) == {"done"}, "the bench sends legal commands, each once"


def _decide(
    entry_id: bytes, content: bytes, positions: dict[str, Position | None]
) -> AppendRequest:
    command = decode_command(content)
    position = positions.get(command.table)
    base = head(position.seq, position.hash) if position else NO_COMMITS
    decision = decide(
        command, position, arrival_ms(entry_id), now_ms(), lambda _: table_seed(command.table)
    )
    assert decision.commit is not None, decision.rejection
    positions[command.table] = decision.after
    commit = decision.commit
    return AppendRequest(entry_id, command.table, command.id, base, canonical(commit), commit.hash)


async def main(url: str) -> None:
    report_cpu_time()
    register_empty_rules()
    client: Any = connect(parse_address(url))
    log = EventLog(client, SHARDS)
    positions: dict[str, Position | None] = {}
    tasks = [asyncio.create_task(work(client, log, shard, positions)) for shard in log.all_shards()]
    await asyncio.gather(*tasks)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
