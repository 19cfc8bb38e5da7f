"""The example in docs/live.md works."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from services.runtime.store.dispatch import Dispatcher
from tests.services.engines import Engines
from tests.services.notifier.live_client import Notifier
from tests.services.notifier.tables import open_table
from tests.waiting import time_limit

pytestmark = pytest.mark.anyio

TEXT = (Path(__file__).parents[3] / "docs" / "live.md").read_text()


async def test_the_example_prints_commits_and_returns_where_to_resume(
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
    table_id = await open_table(dispatcher, commits=3)
    url = notifier.http.replace("http", "ws")
    watching = asyncio.create_task(names["watch"](url, table_id, notifier.token(table_id)))
    printed = ""
    async with time_limit():
        while "3 ['seat_left']" not in printed:
            await asyncio.sleep(0.01)
            printed += capsys.readouterr().out
        notifier.request_stop()
        assert await watching == 3
    lines = [line for line in printed.splitlines() if line[0].isdigit()]
    assert lines == ["1 ['table_opened']", "2 ['seat_taken']", "3 ['seat_left']"]
