"""A notifier in a process of its own is killed while it sends; another sends what is left."""

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from services.runtime.deliveries import Deliveries
from services.runtime.event_log import EventLog
from services.runtime.settings import Settings, environment_of
from services.runtime.webhooks import keys_of
from tests.services.engines import eventually
from tests.services.notifier.webhooks.receiver import HANG, Receiver
from tests.services.notifier.webhooks.told import expected, play, register
from tests.services.servers import clean_environment

pytestmark = pytest.mark.anyio


def start(settings: Settings) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "cli", "notifier"],
        env=clean_environment() | environment_of(settings),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


async def test_what_a_killed_notifier_had_in_hand_is_sent_by_another(
    webhook_settings: Settings, event_log: EventLog, tmp_path: Path
) -> None:
    settings = replace(webhook_settings, data=str(tmp_path), notifier_port=0)
    queue = Deliveries(event_log.client)
    async with Receiver(then=HANG) as receiver:
        hook = await register(event_log, receiver.url)
        notifier = start(settings)
        try:

            async def begun() -> bool:
                shards = event_log.all_shards()
                return None not in [await queue.cursor(shard) for shard in shards]

            await eventually(begun, "the notifier has found its place")
            game = await play(event_log)

            async def in_hand() -> bool:
                return len(receiver.received) >= 3

            await eventually(in_hand, "messages are on their way")
        finally:
            notifier.kill()
            notifier.wait()
        receiver.then = 200
        notifier = start(settings)
        try:

            async def all_sent() -> bool:
                return await queue.counts(keys_of(hook)) == (0, 0) and set(receiver.ids) == set(
                    expected(game)
                )

            await eventually(all_sent, "every message was taken")
        finally:
            notifier.terminate()
            notifier.wait()
