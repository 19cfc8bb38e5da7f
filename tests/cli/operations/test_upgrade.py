"""`bluemoon upgrade`: finalizing is refused while a service does not know the new rules."""

import json

import msgspec

from games.city.plugin import PLUGIN
from services.runtime.operations.service_registry import ServiceRecord
from services.runtime.store.keys import META, SERVICES
from tests.cli.live import LiveSystem

NEWEST = PLUGIN.rulebook.rules
FIRST = PLUGIN.rulebooks[-1].rules


def test_nothing_is_pending_on_new_data(live: LiveSystem) -> None:
    report = json.loads(live.call("upgrade", "status", "--json").stdout)

    assert report["finalized"] == report["newest"]
    assert report["finalized"]["city"] == NEWEST
    assert [service["name"] for service in report["services"]] == ["engine"]
    assert "Nothing to do: new tables are opened under" in live.call("upgrade", "finalize").stdout


def test_an_older_service_prevents_finalizing(live: LiveSystem) -> None:
    older = msgspec.json.encode(
        {"name": "gateway", "id": "gateway-0ld", "health": "http://127.0.0.1:1"}
    )
    now = live.client.time()[0]
    live.client.hset(META, "rules:city", FIRST)
    live.client.zadd(SERVICES, {older: now})
    try:
        error = live.error_from("upgrade", "finalize")
        status = live.call("upgrade", "status").stdout
        still = live.client.hget(META, "rules:city")
    finally:
        live.client.zrem(SERVICES, older)
    finalized = live.call("upgrade", "finalize").stdout

    assert f"1 service would not understand {NEWEST}: gateway-0ld (0.1.0)." in error
    assert "gateways, notifiers and projectors before engines" in error
    assert still == FIRST.encode()
    assert f"New tables of city are opened under {FIRST}; {NEWEST} after" in status
    assert finalized == f"From now on new tables are opened under {NEWEST}.\n"
    assert live.client.hget(META, "rules:city") == NEWEST.encode()
    entry = json.loads(live.call("audit-log", "--json").stdout.splitlines()[-1])
    assert entry["intervention"] == "upgrade_finalized"


def test_a_service_says_which_rules_it_knows(live: LiveSystem) -> None:
    [record] = [
        msgspec.json.decode(member, type=ServiceRecord)
        for member in live.client.zrange(SERVICES, 0, -1)
    ]

    assert record.release
    assert {rulebook.rules for rulebook in PLUGIN.rulebooks} <= set(record.rules)
