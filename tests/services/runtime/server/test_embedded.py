"""The embedded server: durability, restarts and locking."""

import re
from pathlib import Path

import pytest
from redis.exceptions import AuthenticationError

from services.runtime.operations.settings import Durability, hide_password
from services.runtime.server.connection import connect, parse_address
from services.runtime.server.data_folder import ADDRESS_FILE, FolderError, running_server_url
from services.runtime.server.embedded import EmbeddedServer, EmbeddedServerError
from services.runtime.server.safety import UnsafeServerError, check_server

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("durability", ["always", "everysec"])
async def test_has_the_requested_durability(tmp_path: Path, durability: Durability) -> None:
    server = EmbeddedServer(tmp_path, durability)
    client = connect(parse_address(server.start()))
    try:
        assert (await check_server(client, durability, 16)).startswith("Valkey ")
        if durability == "everysec":
            with pytest.raises(UnsafeServerError):
                await check_server(client, "always", 16)
    finally:
        await client.aclose()
        server.stop()


@pytest.mark.parametrize("kill", [False, True], ids=["stopped", "killed"])
async def test_keeps_data_and_address_across_restarts(tmp_path: Path, kill: bool) -> None:
    folder = tmp_path / "deep" / "folder"
    first = EmbeddedServer(folder, "always")
    url = first.start()
    client = connect(parse_address(url))
    await client.xadd("stream", {"key": "value"}, id="1-0")
    await client.aclose()
    if kill:
        first.process.kill()
        first.process.wait()
    first.stop()
    second = EmbeddedServer(folder, "always")
    try:
        assert second.start() == url
        client = connect(parse_address(url))
        assert await client.xrange("stream") == [(b"1-0", {b"key": b"value"})]
        await client.aclose()
    finally:
        second.stop()


async def test_can_be_restarted(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path, "always")
    url = server.start()
    server.stop()
    assert server.start() == url
    server.stop()
    server.stop()


def test_a_folder_has_one_server_at_a_time(tmp_path: Path) -> None:
    assert running_server_url(tmp_path) is None
    server = EmbeddedServer(tmp_path, "always")
    url = server.start()
    assert running_server_url(tmp_path) == url
    with pytest.raises(
        FolderError, match=f"Another server runs on .*{re.escape(hide_password(url))}"
    ):
        EmbeddedServer(tmp_path, "always").start()
    server.stop()
    assert running_server_url(tmp_path) is None


def test_ignores_the_address_of_a_crashed_server(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path, "always")
    server.start()
    server.process.kill()
    server.process.wait()
    assert (tmp_path / ADDRESS_FILE).exists()
    assert running_server_url(tmp_path) is None
    server.stop()


def test_reports_unreadable_data(tmp_path: Path) -> None:
    folder = tmp_path / "appendonlydir"
    folder.mkdir()
    (folder / "appendonly.aof.manifest").write_text("no manifest\n")
    with pytest.raises(EmbeddedServerError, match=r"exited at startup: see .*valkey\.log"):
        EmbeddedServer(tmp_path, "always").start()


async def test_other_users_can_neither_connect_nor_read_the_files(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path / "data", "always")
    url = server.start()
    try:
        client = connect(parse_address(url))
        await client.xadd("stream", {"key": "value"})
        await client.aclose()
        without_password = connect(parse_address(re.sub(r"//:.*@", "//", url)))
        with pytest.raises(AuthenticationError):
            await without_password.xadd("stream", {"key": "value"})
        await without_password.aclose()
        password = url.split("@")[0].removeprefix("redis://:")
        command_line = Path(f"/proc/{server.process.pid}/cmdline").read_bytes()
        assert password.encode() not in command_line
    finally:
        server.stop()
    paths = [server.folder, *server.folder.rglob("*")]
    assert [path for path in paths if path.stat().st_mode & 0o077] == []
