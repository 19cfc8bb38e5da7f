"""What the server can take at all: bare pipelined XADDs of entries as big as commits."""

import time

from bench.children import Bench, pack_xadd, write_packed
from bench.load import Run

ENTRIES = 50_000


def xadd_ceiling(bench: Bench, entry_bytes: int) -> Run:
    streams = [f"{{{shard.tag}}}:ceiling" for shard in bench.shards]
    packed = [
        pack_xadd(streams[place % len(streams)], b"commit", b"x" * entry_bytes)
        for place in range(ENTRIES)
    ]
    cpu = bench.cpu_seconds()
    start = time.perf_counter()
    write_packed(bench.client, packed)
    seconds = time.perf_counter() - start
    cpu = bench.cpu_seconds() - cpu
    bench.client.unlink(*streams)
    return Run(ENTRIES / seconds, server_us=cpu / ENTRIES * 1e6)
