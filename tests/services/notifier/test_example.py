"""The client that docs/live.md shows does what it says."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from services.runtime.dispatch import Dispatcher
from tests.services.engines import Engines
from tests.services.notifier.playing import opened
from tests.services.notifier.watching import ANSWER_SECONDS, Notifier

pytestmark = pytest.mark.anyio

TEXT = (Path(__file__).parents[3] / "docs" / "live.md").read_text()


async def test_the_example_prints_what_happens_and_says_where_to_resume(
    engines: Engines,
    dispatcher: Dispatcher,
    notifier: Notifier,
    capsys: pytest.CaptureFixture[str],
) -> None:
    [example] = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    names: dict[str, Any] = {}
    exec(example, names)  # noqa: S102 - the example is what is tested
    await engines.start()
    await notifier.start()
    game = await opened(dispatcher, commits=3)
    url = notifier.http.replace("http", "ws")
    watching = asyncio.create_task(names["watch"](url, game, notifier.token(game)))
    printed = ""
    async with asyncio.timeout(ANSWER_SECONDS):
        while "3 ['seat_left']" not in printed:
            await asyncio.sleep(0.01)
            printed += capsys.readouterr().out
        notifier.stop_soon()
        assert await watching == 3
    told = [line for line in printed.splitlines() if line[0].isdigit()]
    assert told == ["1 ['table_opened']", "2 ['seat_taken']", "3 ['seat_left']"]
