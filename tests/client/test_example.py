"""The example in the docstring of `client` works."""

import inspect
import textwrap
from typing import Any

import pytest

import client
from tests.client.local_system import LocalSystem

pytestmark = pytest.mark.anyio

BEGIN, END = "    import asyncio\n", "\nCalls raise"


async def test_the_example_plays_a_complete_game(local_system: LocalSystem) -> None:
    text = inspect.getsource(client)
    example = textwrap.dedent(text[text.index(BEGIN) : text.index(END)])
    names: dict[str, Any] = {}
    exec(compile(example, "example", "exec"), names)  # noqa: S102 - it is our own
    winners = await names["main"](
        local_system.gateway, local_system.live, local_system.key, "city", {"players": 2}
    )
    assert set(winners) <= {0, 1}
    assert winners
