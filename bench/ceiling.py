"""The upper limit of the server: pipelined XADDs of entries as large as commits."""

import time

from bench.children import Bench, pack_xadd, write_packed
from bench.load import Run

ENTRIES = 50_000


def xadd_ceiling(bench: Bench, entry_bytes: int) -> Run:
    streams = [f"{{{shard.tag}}}:ceiling" for shard in bench.shards]
    packed = [
        pack_xadd(streams[index % len(streams)], b"commit", b"x" * entry_bytes)
        for index in range(ENTRIES)
    ]
    server_cpu = bench.cpu_seconds()
    start = time.perf_counter()
    write_packed(bench.client, packed)
    seconds = time.perf_counter() - start
    server_cpu = bench.cpu_seconds() - server_cpu
    bench.client.unlink(*streams)
    return Run(ENTRIES / seconds, server_us=server_cpu / ENTRIES * 1e6)
