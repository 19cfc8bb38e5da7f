"""The examples in docs/client.md work on a running system."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from client import BlueMoon
from tests.client.playing import resign, wait_for_seq
from tests.waiting import DEADLINE_SECONDS

pytestmark = pytest.mark.anyio

PAGE = Path(__file__).parents[2] / "docs" / "client.md"


async def test_the_examples_open_play_and_watch_a_table(moon: BlueMoon) -> None:
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL):
        exec(compile(block, str(PAGE), "exec"), names)  # noqa: S102 - the example is what is tested
    table, token = await names["open_table"](moon)
    watching = asyncio.create_task(names["watch"](moon, table))
    playing = asyncio.create_task(names["play"](moon, table, token))
    await wait_for_seq(moon, table, 15)
    await resign(moon, table)
    await asyncio.wait_for(playing, DEADLINE_SECONDS)
    seqs = await asyncio.wait_for(watching, DEADLINE_SECONDS)
    assert seqs == list(range(1, len(seqs) + 1))


async def test_the_example_seats_a_guest(moon: BlueMoon) -> None:
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL):
        exec(compile(block, str(PAGE), "exec"), names)  # noqa: S102 - the example is what is tested
    table, token = await names["open_guest_table"](
        BlueMoon(moon.gateway.with_credential(None), moon.live)
    )
    assert (await moon.gateway.with_credential(token).get_view(table)).viewer == 0
