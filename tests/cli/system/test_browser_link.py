"""The browser link: printed once the gateway is ready, with the key only on a terminal."""

import io
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from rich.console import Console

from cli.system.browser_link import announce_browser_link
from services.runtime.operations.settings import Settings
from tests.client.local_system import LocalSystem
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def built(tmp_path: Path) -> str:
    (tmp_path / "index.html").touch()
    return str(tmp_path)


async def announce(
    local_system: LocalSystem, *, terminal: bool = True, bots: bool = True, **changes: Any
) -> str:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=terminal, highlight=False, width=40)
    port = urlsplit(local_system.gateway).port
    assert port is not None
    settings = Settings(
        data=str(local_system.data), gateway_port=port, **{"guests": True} | changes
    )

    async def is_printed() -> bool:
        return bool(screen.getvalue())

    async with announce_browser_link(settings, console, bots=bots):
        await eventually(is_printed, "the browser link")
    return screen.getvalue()


async def test_last_line_is_the_browser_address(local_system: LocalSystem, built: str) -> None:
    announced = await announce(local_system, web_folder=built)
    assert announced.splitlines() == [
        f"Operations: {local_system.gateway}/operations#key={local_system.operator_key}",
        f"Open {local_system.gateway} to play against bots",
    ]


async def test_key_is_printed_only_on_a_terminal(local_system: LocalSystem, built: str) -> None:
    announced = await announce(local_system, terminal=False, web_folder=built)
    assert f"{local_system.gateway}/operations (needs the operator key" in announced
    local_system.process.await_output(r"Open http://|Gateway: http://")
    for output in (announced, local_system.process.output):
        assert local_system.key not in output
        assert local_system.operator_key not in output


async def test_announces_only_what_is_available(local_system: LocalSystem, built: str) -> None:
    for announced in (
        await announce(local_system, web_folder=built, guests=False),
        await announce(local_system, web_folder=built, bots=False),
    ):
        assert announced.splitlines()[-1] == f"Open {local_system.gateway}"
    unbuilt = await announce(local_system, web_folder=str(local_system.data / "nowhere"))
    assert unbuilt == (
        f"Gateway: {local_system.gateway} (no browser client; build it with `make web`)\n"
    )


async def test_wildcard_address_is_shown_as_one_to_open(
    local_system: LocalSystem, built: str
) -> None:
    announced = await announce(local_system, web_folder=built, gateway_host="0.0.0.0")
    assert f"Open {local_system.gateway} to play" in announced


async def test_leaving_early_does_not_wait_for_the_gateway(tmp_path: Path) -> None:
    screen = io.StringIO()
    settings = Settings(data=str(tmp_path), gateway_port=1)
    async with announce_browser_link(settings, Console(file=screen), bots=True):
        pass
    assert screen.getvalue() == ""
