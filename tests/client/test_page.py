"""What the client's page shows is run as it stands there, on a running system."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from client import BlueMoon
from tests.client.playing import at_version, resign

pytestmark = pytest.mark.anyio

PAGE = Path(__file__).parents[2] / "docs" / "client.md"


async def test_a_table_is_opened_played_and_watched_as_the_page_says(moon: BlueMoon) -> None:
    said: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL):
        exec(compile(block, str(PAGE), "exec"), said)  # noqa: S102 - it is our own
    table, token = await said["open_table"](moon)
    watching = asyncio.create_task(said["watch"](moon, table))
    playing = asyncio.create_task(said["play"](moon, table, token))
    await at_version(moon, table, 15)
    await resign(moon, table)
    await asyncio.wait_for(playing, 30)
    seqs = await asyncio.wait_for(watching, 30)
    assert seqs == list(range(1, len(seqs) + 1))


async def test_a_guest_comes_in_as_the_page_says(moon: BlueMoon) -> None:
    said: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL):
        exec(compile(block, str(PAGE), "exec"), said)  # noqa: S102 - it is our own
    table, token = await said["come_in"](BlueMoon(moon.gateway.speaking_as(None), moon.live))
    assert (await moon.gateway.speaking_as(token).get_view(table)).viewer == 0
