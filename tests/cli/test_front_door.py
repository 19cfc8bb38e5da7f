"""Where to open the browser: said once somebody answers there, and with the key on a terminal."""

import io
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from rich.console import Console

from cli.front_door import front_door
from services.runtime.settings import Settings
from tests.client.house import House
from tests.services.engines import eventually

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def built(tmp_path: Path) -> str:
    (tmp_path / "index.html").touch()
    return str(tmp_path)


async def told(home: House, *, terminal: bool = True, bots: bool = True, **changes: Any) -> str:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=terminal, highlight=False, width=40)
    port = urlsplit(home.gateway).port
    assert port is not None
    settings = Settings(data=str(home.data), gateway_port=port, **{"guests": True} | changes)

    async def said() -> bool:
        return bool(screen.getvalue())

    async with front_door(settings, console, bots=bots):
        await eventually(said, "the door is shown", 90)
    return screen.getvalue()


async def test_the_last_line_says_where_to_open_the_browser(home: House, built: str) -> None:
    said = await told(home, web_folder=built)
    assert said.splitlines() == [
        f"How the system is doing: {home.gateway}/operations#key={home.key}",
        f"Open {home.gateway} : a game against bots is one click away.",
    ]


async def test_what_is_no_terminal_gets_no_key(home: House, built: str) -> None:
    said = await told(home, terminal=False, web_folder=built)
    assert f"{home.gateway}/operations\n" in said
    home.system.await_output(r"Open http://|The gateway is at http://")
    for everything in (said, home.system.output):
        assert home.key not in everything


async def test_nothing_is_promised_that_is_not_there(home: House, built: str) -> None:
    for said in (
        await told(home, web_folder=built, guests=False),
        await told(home, web_folder=built, bots=False),
    ):
        assert said.splitlines()[-1] == f"Open {home.gateway}"
    unbuilt = await told(home, web_folder=str(home.data / "nowhere"))
    assert unbuilt == (
        f"The gateway is at {home.gateway} ; there is no browser client: build it with `make web`."
        "\n"
    )


async def test_an_address_that_stands_for_all_is_shown_as_one_to_open(
    home: House, built: str
) -> None:
    said = await told(home, web_folder=built, gateway_host="0.0.0.0")
    assert f"Open {home.gateway} :" in said


async def test_who_leaves_before_anybody_answers_is_not_kept(tmp_path: Path) -> None:
    screen = io.StringIO()
    settings = Settings(data=str(tmp_path), gateway_port=1)
    async with front_door(settings, Console(file=screen), bots=True):
        pass
    assert screen.getvalue() == ""
