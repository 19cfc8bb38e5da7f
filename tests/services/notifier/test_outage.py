"""The server restarts: clients stay connected and miss nothing."""

from pathlib import Path

import pytest

from services.runtime.operations.settings import Settings
from services.runtime.server.connection import connect, parse_address
from services.runtime.store.event_log import EventLog
from tests.services.commands import history, new_table_id
from tests.services.engines import SHARDS
from tests.services.notifier.live_client import Notifier
from tests.services.projector.histories import append
from tests.services.servers import ServerProcess
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


async def test_a_client_survives_a_server_restart(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "server")
    url = server.start()
    client = connect(parse_address(url))
    event_log = EventLog(client, SHARDS)
    settings = Settings(server=url, shards=SHARDS, data=str(tmp_path))
    notifier = await Notifier(settings, event_log).start()
    try:
        table_id, other = new_table_id(), new_table_id()
        commits = [commit for commit, _ in history(table_id, commits=5)]
        await append(event_log, commits[:3])
        await append(event_log, [commit for commit, _ in history(other, commits=1)])
        async with notifier.connect() as live_client:
            await live_client.subscribe(table_id, notifier.token(table_id))
            assert await live_client.seqs(3) == [1, 2, 3]
            server.kill()

            async def is_not_ready() -> bool:
                return "feed" in notifier.health.problems()

            await eventually(is_not_ready, "the notifier is not ready")
            topic = {"type": "table", "table": other, "token": notifier.token(other)}
            assert await live_client.refusal_code(**topic) == "unavailable"
            server.start()
            await append(event_log, commits[3:])
            assert await live_client.seqs(2) == [4, 5]

            async def can_subscribe() -> bool:
                """An old server connection may still fail, so retry."""
                await live_client.send(type="subscribe", id="other", topic=topic)
                response = await live_client.next()
                return bool(response["type"] == "subscribed")

            await eventually(can_subscribe, "other tables can be followed again")
            assert await live_client.seqs(1, "other") == [1]
            assert not notifier.health.problems()
    finally:
        await notifier.stop()
        await client.aclose()
        server.stop()
