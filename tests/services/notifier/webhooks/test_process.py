"""A notifier process is killed while it sends; another sends the rest."""

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from services.runtime.operations.settings import Settings, to_environment
from services.runtime.store.event_log import EventLog
from services.runtime.webhooks.deliveries import Deliveries
from services.runtime.webhooks.registry import webhook_keys
from tests.services.full_client import client_of
from tests.services.notifier.webhooks.platform_tables import expected_ids, play, register
from tests.services.notifier.webhooks.receiver import HANG, Receiver
from tests.services.servers import clean_environment
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


def start(settings: Settings) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "cli", "notifier"],
        env=clean_environment() | to_environment(settings),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


async def test_another_notifier_sends_what_a_killed_one_left(
    webhook_settings: Settings, event_log: EventLog, tmp_path: Path
) -> None:
    settings = replace(webhook_settings, data=str(tmp_path), notifier_port=0)
    queue = Deliveries(client_of(event_log))
    async with Receiver(default_status=HANG) as receiver:
        webhook = await register(event_log, receiver.url)
        notifier = start(settings)
        try:

            async def has_cursors() -> bool:
                shards = event_log.all_shards()
                return None not in [await queue.cursor(shard) for shard in shards]

            await eventually(has_cursors, "every feed has a cursor")
            table_id = await play(event_log)

            async def are_in_flight() -> bool:
                return len(receiver.received) >= 3

            await eventually(are_in_flight, "messages are in flight")
        finally:
            notifier.kill()
            notifier.wait()
        receiver.default_status = 200
        notifier = start(settings)
        try:

            async def are_delivered() -> bool:
                return await queue.counts(webhook_keys(webhook)) == (0, 0) and set(
                    receiver.ids
                ) == set(expected_ids(table_id))

            await eventually(are_delivered, "all messages are delivered")
        finally:
            notifier.terminate()
            notifier.wait()
