"""The server goes away and comes back: those who watch stay, and miss nothing."""

from pathlib import Path

import pytest

from services.runtime.connection import connect, parse_address
from services.runtime.event_log import EventLog
from services.runtime.settings import Settings
from tests.services.asking import history, new_game
from tests.services.engines import SHARDS, eventually
from tests.services.notifier.watching import Notifier
from tests.services.projector.playing import append
from tests.services.servers import ServerProcess

pytestmark = pytest.mark.anyio


async def test_a_watcher_stays_through_a_restart_of_the_server(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "server")
    url = server.start()
    client = connect(parse_address(url))
    event_log = EventLog(client, SHARDS)
    settings = Settings(server=url, shards=SHARDS, data=str(tmp_path))
    notifier = await Notifier(settings, event_log).start()
    try:
        game, other = new_game(), new_game()
        commits = [commit for commit, _ in history(game, commits=5)]
        await append(event_log, commits[:3])
        await append(event_log, [commit for commit, _ in history(other, commits=1)])
        async with notifier.watcher() as watcher:
            await watcher.follow(game, notifier.token(game))
            assert await watcher.versions(3) == [1, 2, 3]
            server.kill()

            async def away() -> bool:
                return "feed" in notifier.health.problems()

            await eventually(away, "the notifier is not ready")
            topic = {"type": "game", "game": other, "token": notifier.token(other)}
            assert await watcher.refused(**topic) == "unavailable"
            server.start()
            await append(event_log, commits[3:])
            assert await watcher.versions(2) == [4, 5]

            async def back() -> bool:
                """A connection from before may still break: then one tries again."""
                await watcher.send(type="subscribe", id="other", topic=topic)
                answer = await watcher.next()
                return bool(answer["type"] == "subscribed")

            await eventually(back, "other games can be followed again")
            assert await watcher.versions(1, "other") == [1]
            assert not notifier.health.problems()
    finally:
        await notifier.stop()
        await client.aclose()
        server.stop()
