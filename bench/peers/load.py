"""Run the load generator against a server and read what both use meanwhile."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bench.peers.failure import PeersError
from bench.peers.machine import busy_seconds
from bench.peers.measurement import LoadResult
from bench.peers.processes import deadline, node_environment, on_core, running, tail
from bench.peers.server_calls import ServerCalls
from bench.peers.usage import Reading, read_usage

SLACK_SECONDS = 120.0
"""For opening the matches, and for the last moves."""


class LoadSettings(Struct, frozen=True):
    """The configuration of `load.mjs`."""

    driver: str
    target: dict[str, Any]
    games: int
    warmup_seconds: float
    seconds: float
    half_load_seconds: float = 0.0


class Moment(Struct, frozen=True):
    """Readings at the beginning or the end of the measured time."""

    server: Reading
    client: Reading
    machine_seconds: float
    calls: ServerCalls | None
    """Of Blue Moon's server."""


def drive(  # noqa: PLR0913, PLR0917
    script: Path,
    settings: LoadSettings,
    server_pid: int,
    core: int | None,
    log: Path,
    read_calls: Callable[[], ServerCalls | None] = lambda: None,
) -> tuple[LoadResult, Moment, Moment]:
    moments: dict[str, Moment] = {}
    command = on_core(core, ["node", script])
    with running(command, log, node_environment()) as client:
        assert client.stdin is not None
        assert client.stdout is not None
        client.stdin.write(msgspec.json.encode(settings).decode())
        client.stdin.close()
        client.stdin = None
        limit = settings.warmup_seconds + settings.seconds + settings.half_load_seconds
        with deadline(client, limit + SLACK_SECONDS):
            for line in client.stdout:
                message = msgspec.json.decode(line)
                if (phase := message.pop("phase")) == "result":
                    result = msgspec.convert(message, LoadResult)
                    return result, moments["begin"], moments["end"]
                moments[phase] = Moment(
                    read_usage(server_pid), read_usage(client.pid), busy_seconds(), read_calls()
                )
    raise PeersError(f"The load generator ended without a result:\n{tail(log)}")
