"""Text of others cannot control the terminal, restyle a listing or crash it."""

import json
from collections.abc import Iterator

import pytest

from schemas.commit import canonical
from schemas.platform import Platform
from schemas.webhook import Webhook
from services.runtime.store.keys import AUDIT_LOG, PLATFORMS, WEBHOOKS
from tests.cli.live import LiveSystem
from tests.cli.runner import call

DECEPTIVE = "[/] [bold red]x :warning: \u202eRebma \x9b31m"
VISIBLE = "[/] [bold red]x :warning: \\u202eRebma \\x9b31m"


@pytest.fixture(autouse=True)
def deceptive_text(live: LiveSystem) -> Iterator[None]:
    webhook = Webhook("amber", "main", f"https://x/{DECEPTIVE}", ("your_turn",), "secret", 1)
    platform = Platform("amber", 1, (), suspended=DECEPTIVE)
    live.client.hset(WEBHOOKS, "amber/main", canonical(webhook))
    live.client.hset(PLATFORMS, "amber", canonical(platform))
    yield
    live.client.delete(WEBHOOKS, PLATFORMS, AUDIT_LOG)


@pytest.mark.parametrize("command", [("webhooks", "ls"), ("platform", "ls"), ("audit-log",)])
def test_listings_show_text_of_others_as_text(live: LiveSystem, command: tuple[str, ...]) -> None:
    suspended = live.call("platform", "suspend", "amber", "--reason", DECEPTIVE)
    assert suspended.exit_code == 0, suspended.output

    listing = call(*command, env=live.settings | {"COLUMNS": "300"})
    assert listing.exit_code == 0, listing.output
    assert all(line.isprintable() for line in listing.stdout.splitlines())
    assert VISIBLE in listing.stdout

    lines = live.call(*command, "--json").stdout.splitlines()
    assert all(line.isprintable() for line in lines)
    assert any(
        DECEPTIVE in value for line in lines for value in map(str, json.loads(line).values())
    )
