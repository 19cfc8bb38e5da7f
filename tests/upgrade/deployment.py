"""A deployment whose services are replaced one by one by those of another release, under load."""

import asyncio
import contextlib
import random
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx

from tests.services.servers import ServerProcess, free_port
from tests.upgrade.releases import Release
from tests.waiting import DEADLINE_SECONDS, eventually, wait_until

READERS = ("gateway", "notifier", "projector")
ENGINES = ("engine-1", "engine-2")
SERVICES = (*READERS, *ENGINES)
PLATFORM_KEY = "the-key-of-the-platform-in-this-test"
RETRY_SECONDS = 0.1
PACE_SECONDS = 0.05
VIEWS_PER_TABLE = 40
"""Then the players open another table and leave this one as it is."""
UNAVAILABLE = (502, 503, 504)


class Deployment:
    def __init__(self, server: ServerProcess, folder: Path) -> None:
        self._folder = folder
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._health_ports = {name: free_port() for name in SERVICES}
        gateway_port, notifier_port = free_port(), free_port()
        self.gateway = f"http://127.0.0.1:{gateway_port}"
        self._settings = {
            "BLUEMOON_SERVER": server.url,
            "BLUEMOON_DATA": str(folder / "data"),
            "BLUEMOON_GATEWAY_PORT": str(gateway_port),
            "BLUEMOON_NOTIFIER_PORT": str(notifier_port),
            "BLUEMOON_PLATFORM_KEYS": f"arcade:{PLATFORM_KEY}",
            "BLUEMOON_TOKEN_KEYS": "1:" + "5eed" * 16,
            "BLUEMOON_LOCK_SECONDS": "1",
            "BLUEMOON_DRAIN_SECONDS": "1",
            "BLUEMOON_SNAPSHOT_EVERY": "10",
            "BLUEMOON_CLIENT_CALLS_PER_SECOND": "10000",
            "BLUEMOON_PLATFORM_CALLS_PER_SECOND": "10000",
        }

    def start(self, release: Release, name: str) -> None:
        with self.log(name).open("ab") as log:
            self._processes[name] = subprocess.Popen(
                release.command(name.partition("-")[0], "--attached"),
                env=self._environment(release)
                | {"BLUEMOON_HEALTH_PORT": str(self._health_ports[name])},
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
            )
        wait_until(lambda: self._is_ready(name), f"{name} is ready")

    def stop(self, name: str) -> None:
        process = self._processes.pop(name)
        process.terminate()
        process.communicate(timeout=DEADLINE_SECONDS)
        assert process.returncode == 0, self.log(name).read_text()

    async def replace(self, release: Release, *names: str) -> None:
        """Restart services with another release, one after the other."""
        for name in names:
            await asyncio.to_thread(self.stop, name)
            await asyncio.to_thread(self.start, release, name)

    def stop_all(self) -> None:
        for process in self._processes.values():
            process.kill()
            process.communicate()

    def call(self, release: Release, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run `bluemoon` as the operator of a release would."""
        return subprocess.run(
            release.command(*arguments),
            env=self._environment(release),
            capture_output=True,
            text=True,
            check=False,
            timeout=DEADLINE_SECONDS,
        )

    def log(self, name: str) -> Path:
        return self._folder / f"{name}.log"

    def _environment(self, release: Release) -> dict[str, str]:
        return release.environment | self._settings

    def _is_ready(self, name: str) -> bool | None:
        process = self._processes[name]
        assert process.poll() is None, self.log(name).read_text()
        try:
            url = f"http://127.0.0.1:{self._health_ports[name]}/ready"
            return True if httpx.get(url).status_code == httpx.codes.OK else None
        except httpx.TransportError:
            return None


class Load:
    """Players who play random games over HTTP, whatever the rules, until told to stop."""

    def __init__(self, deployment: Deployment, rng: random.Random) -> None:
        self._client = httpx.AsyncClient(base_url=deployment.gateway, timeout=DEADLINE_SECONDS)
        self._rng = rng
        self.over = asyncio.Event()
        self.moves = 0
        self.rules: dict[str, str] = {}
        """Table -> its rules."""
        self.problems: list[str] = []
        """Responses that no client should see."""

    async def play(self) -> None:
        while not self.over.is_set():
            await self._play_one()

    async def _play_one(self) -> None:
        opened = await self._call("POST", "/v1/tables", {"game": "city", "options": {"players": 2}})
        table = opened["table"]
        tokens = []
        for seat in range(2):
            seated = await self._call(
                "POST", f"/v1/tables/{table}/seats/{seat}", {"player": f"{table}-{seat}"}
            )
            tokens.append(seated["token"])
        await self._call("POST", f"/v1/tables/{table}/start")
        for number in range(VIEWS_PER_TABLE):
            view = await self._call("GET", f"/v1/tables/{table}/view", token=tokens[number % 2])
            self.rules[table] = view["view"]["rules"]
            if self.over.is_set() or not view["to_act"]:
                return
            if view["actions"]:
                await self._move(table, tokens[number % 2], view, number)

    async def _move(self, table: str, token: str, view: dict[str, Any], number: int) -> None:
        body = {
            "id": f"move-{number}",
            "action": self._rng.choice(view["actions"]),
            "expected_seq": view["seq"],
            "wait": 10,
        }
        await self._call("POST", f"/v1/tables/{table}/commands", body, token=token)
        self.moves += 1
        await asyncio.sleep(PACE_SECONDS)

    async def _call(
        self, method: str, path: str, body: object = None, token: str = PLATFORM_KEY
    ) -> Any:
        """Repeat a call while a service is being replaced."""
        headers = {"Authorization": f"Bearer {token}"}
        while True:
            try:
                response = await self._client.request(method, path, json=body, headers=headers)
            except httpx.TransportError:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if response.status_code in UNAVAILABLE:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if response.status_code == httpx.codes.ACCEPTED or _is_repetition(response):
                return None
            if not response.is_success:
                self.problems.append(f"{method} {path}: {response.status_code} {response.text}")
                self.over.set()
                raise AssertionError(self.problems[-1])
            return response.json()

    async def more_moves(self, number: int = 20) -> None:
        """Wait until the players have made more moves."""
        goal = self.moves + number

        async def is_reached() -> bool:
            assert not self.problems, self.problems
            return self.moves >= goal

        await eventually(is_reached, f"{number} more moves")

    async def tables_under(self, rules: str, number: int) -> None:
        """Wait until this many tables are played under the rules."""

        async def is_reached() -> bool:
            assert not self.problems, self.problems
            return list(self.rules.values()).count(rules) >= number

        await eventually(is_reached, f"{number} tables under {rules}")

    async def aclose(self) -> None:
        await self._client.aclose()


def _is_repetition(response: httpx.Response) -> bool:
    """A command or seat that was accepted before its response was lost."""
    if response.status_code != httpx.codes.CONFLICT:
        return False
    return response.json()["rejection"]["code"] in ("stale", "already_started")


@contextlib.contextmanager
def running_deployment(folder: Path, release: Release) -> Iterator[Deployment]:
    server = ServerProcess(folder / "server")
    server.start()
    deployment = Deployment(server, folder)
    try:
        for name in SERVICES:
            deployment.start(release, name)
        yield deployment
    finally:
        deployment.stop_all()
        server.kill()


@contextlib.asynccontextmanager
async def load_on(deployment: Deployment, players: int, seed: str) -> AsyncIterator[Load]:
    load = Load(deployment, random.Random(seed))
    try:
        async with asyncio.TaskGroup() as tasks:
            for _ in range(players):
                tasks.create_task(load.play())
            try:
                yield load
            finally:
                load.over.set()
    finally:
        await load.aclose()
