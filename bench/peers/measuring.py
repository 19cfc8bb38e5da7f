"""Start a system, drive it, and return what it cost."""

import tempfile
from pathlib import Path

from msgspec import Struct

from bench.peers.catalogue import TOY_GAME, AnyPeer, BlueMoonPeer, Peer
from bench.peers.installation import Installation
from bench.peers.load import LoadSettings, Moment, drive
from bench.peers.measurement import Hops, LoadResult, Measurement
from bench.peers.options import Options
from bench.peers.processes import Cores, node_environment, on_core, ready_port, running
from bench.peers.recordings import write_recordings
from bench.peers.server_calls import calls_per_move, microseconds_per_move
from bench.peers.system import running_system
from bench.peers.usage import cpu_by_role, cpu_percent, resident_mib, switches_by_role
from bench.workloads import peer_games


class Bench(Struct, frozen=True):
    """What all measurements of a run share."""

    options: Options
    cores: Cores
    installation: Installation
    hands_site: Path


def measure(bench: Bench, peer: AnyPeer, games: int) -> Measurement:
    with tempfile.TemporaryDirectory(prefix="bluemoon-peer-") as folder:
        if isinstance(peer, BlueMoonPeer):
            return _measure_bluemoon(bench, peer, games, Path(folder))
        return _measure_other(bench, peer, games, Path(folder))


def _measure_other(bench: Bench, peer: Peer, games: int, folder: Path) -> Measurement:
    script, *arguments = peer.command
    filled = [argument.replace("{folder}", str(folder)) for argument in arguments]
    command = on_core(bench.cores.server, ["node", bench.installation.server(script), *filled])
    log = folder / "server.log"
    with running(command, log, node_environment()) as server:
        target: dict[str, object] = {"port": ready_port(peer.name, server, log)}
        settings = _settings(bench, peer, games, target)
        result, begin, end = drive(
            bench.installation.load_generator,
            settings,
            server.pid,
            bench.cores.client,
            folder / "client.log",
        )
    return _measurement(peer, games, result, begin, end)


def _measure_bluemoon(bench: Bench, peer: BlueMoonPeer, games: int, folder: Path) -> Measurement:
    recorded = None if peer.game == TOY_GAME else peer_games()[peer.game]
    with running_system(
        folder,
        bench.hands_site,
        bench.cores.server,
        bench.options,
        fixed_dice=recorded is not None,
    ) as system:
        target: dict[str, object] = {
            "gateway": system.addresses.gateway,
            "live": system.addresses.live,
            "key": system.key,
            "transport": peer.transport,
            "game": peer.game,
        }
        if recorded is not None:
            path = folder / "recordings.json"
            write_recordings(path, system, recorded)
            target["recordings"] = str(path)
        # Recorded tables end and are followed by others, so their rate is not even.
        half_load_seconds = 0.0 if recorded else bench.options.seconds
        result, begin, end = drive(
            bench.installation.load_generator,
            _settings(bench, peer, games, target, half_load_seconds),
            system.pid,
            bench.cores.client,
            folder / "client.log",
            system.server_calls,
        )
    return _measurement(peer, games, result, begin, end, _hops(result, begin, end))


def _settings(
    bench: Bench, peer: AnyPeer, games: int, target: dict[str, object], half_load: float = 0.0
) -> LoadSettings:
    options = bench.options
    return LoadSettings(
        peer.driver, target, games, options.warmup_seconds, options.seconds, half_load
    )


def _measurement(  # noqa: PLR0913, PLR0917
    peer: AnyPeer,
    games: int,
    result: LoadResult,
    begin: Moment,
    end: Moment,
    hops: Hops | None = None,
) -> Measurement:
    server, client = (
        cpu_percent(begin.server, end.server),
        cpu_percent(begin.client, end.client),
    )
    seconds = end.server.at - begin.server.at
    everything = (end.machine_seconds - begin.machine_seconds) / seconds * 100
    return Measurement(
        peer.name,
        peer.store,
        games,
        result,
        round(server, 1),
        round(resident_mib(end.server), 1),
        round(client, 1),
        round(max(0.0, everything - server - client), 1),
        hops,
    )


def _hops(result: LoadResult, begin: Moment, end: Moment) -> Hops | None:
    moves = result.moves
    if not moves or begin.calls is None or end.calls is None:
        return None
    cpu = cpu_by_role(begin.server, end.server)
    switches = switches_by_role(begin.server, end.server)
    return Hops(
        {role: round(seconds / moves * 1e6, 1) for role, seconds in cpu.items()},
        {role: round(count / moves, 2) for role, count in switches.items()},
        _rounded(calls_per_move(begin.calls, end.calls, moves)),
        _rounded(microseconds_per_move(begin.calls, end.calls, moves)),
        round((end.calls.reads - begin.calls.reads) / moves, 2),
        round((end.calls.writes - begin.calls.writes) / moves, 2),
    )


def _rounded(values: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 3) for name, value in values.items()}
