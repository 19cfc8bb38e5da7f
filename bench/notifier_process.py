"""python -m bench.notifier_process URL PORT [--profile FILE]: the notifier that is measured."""

import asyncio
import cProfile
import sys

from bench.children import report_cpu_time
from bench.recorded import SHARDS
from services.notifier.main import run_notifier
from services.runtime.operations.settings import Settings

TOKEN_KEYS = ("bench:signs the tokens of benchmarks only",)


def settings_for(url: str, port: int) -> Settings:
    return Settings(
        server=url,
        durability="everysec",
        shards=SHARDS,
        notifier_port=port,
        token_keys=TOKEN_KEYS,
        platform_keys=("bench:unused",),
        # All clients connect from this machine.
        sockets_per_address_max=10_000,
        log_level="warning",
    )


def main(arguments: list[str]) -> None:
    report_cpu_time()
    settings = settings_for(arguments[0], int(arguments[1]))
    if "--profile" not in arguments:
        asyncio.run(run_notifier(settings))
        return
    profiler = cProfile.Profile()
    profiler.runcall(asyncio.run, run_notifier(settings))
    profiler.dump_stats(arguments[arguments.index("--profile") + 1])


if __name__ == "__main__":
    main(sys.argv[1:])
