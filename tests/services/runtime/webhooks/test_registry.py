"""Registered webhooks: their secrets rotate with an overlap."""

import pytest
from msgspec.structs import replace

from schemas.webhook import Webhook
from services.runtime.store.event_log import EventLog
from services.runtime.webhooks.registry import ROTATION_OVERLAP_MS, Webhooks, valid_secrets
from tests.services.full_client import client_of

NOW_MS = 1_700_000_000_000
WEBHOOK = Webhook(
    platform="mine",
    name="moves",
    url="https://amber.example/hook",
    events=("your_turn",),
    secret="",
    created_at=NOW_MS,
)

pytestmark = pytest.mark.anyio


async def test_a_rotated_secret_stays_valid_for_a_while(event_log: EventLog) -> None:
    webhooks = Webhooks(client_of(event_log))
    first, _ = await webhooks.put(WEBHOOK, NOW_MS, rotate=False)
    assert valid_secrets(first, NOW_MS) == [first.secret]

    rotated, has_new_secret = await webhooks.put(WEBHOOK, NOW_MS, rotate=True)

    assert has_new_secret
    assert valid_secrets(rotated, NOW_MS) == [rotated.secret, first.secret]
    end_ms = NOW_MS + ROTATION_OVERLAP_MS
    assert valid_secrets(rotated, end_ms - 1) == [rotated.secret, first.secret]
    assert valid_secrets(rotated, end_ms) == [rotated.secret]


async def test_another_change_keeps_both_secrets_and_the_time_of_creation(
    event_log: EventLog,
) -> None:
    webhooks = Webhooks(client_of(event_log))
    await webhooks.put(WEBHOOK, NOW_MS, rotate=False)
    rotated, _ = await webhooks.put(WEBHOOK, NOW_MS, rotate=True)
    moved = replace(WEBHOOK, url="https://jade.example/hook", created_at=NOW_MS + 5)

    changed, has_new_secret = await webhooks.put(moved, NOW_MS + 5, rotate=False)

    assert not has_new_secret
    assert changed == replace(rotated, url=moved.url)
