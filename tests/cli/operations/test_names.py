"""`bluemoon names` and the commands of `bluemoon player` that moderate names."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import TypeVar

from services.runtime.stores import Stores, open_stores
from tests.cli.live import SHARDS, LiveSystem

T = TypeVar("T")


def with_stores(live: LiveSystem, work: Callable[[Stores], Awaitable[T]]) -> T:
    async def run() -> T:
        async with open_stores(live.settings["BLUEMOON_SERVER"], SHARDS) as stores:
            return await work(stores)

    return asyncio.run(run())


def recorded(live: LiveSystem) -> list[tuple[str, str]]:
    lines = live.call("audit-log", "--json").stdout.splitlines()
    entries = map(json.loads, lines)
    return [(entry["intervention"], entry["subject"]) for entry in entries]


def test_denies_and_allows_names(live: LiveSystem) -> None:
    said = live.call("names", "deny", "Admin", "*vile*", "--platform", "hotel").stdout
    assert said == "2 names denied on platform hotel\n"
    assert "1 name denied on all" in live.call("names", "deny", "Moderator").stdout
    assert live.call("names", "ls").stdout == "Moderator\n"
    listed = live.call("names", "ls", "--platform", "hotel", "--json").stdout
    assert json.loads(listed) == ["Admin", "*vile*"]
    live.call("names", "allow", "Admin", "--platform", "hotel")
    assert live.call("names", "ls", "--platform", "hotel").stdout == "*vile*\n"
    live.call("names", "allow", "Moderator")
    assert live.call("names", "ls").stdout == ""
    assert recorded(live).count(("denied_names_changed", "hotel")) == 2
    assert "all punctuation" in live.error_from("names", "deny", "**")
    assert "names: " in live.error_from("names", "deny", "Am\x1bber")


def test_lists_reports_renames_and_closes(live: LiveSystem) -> None:
    async def report(stores: Stores) -> str:
        player_id = await stores.players.identify("hotel", "p1", "[bold]Vile")
        await stores.name_reports.add("hotel", "table", 1, player_id, 0)
        return player_id

    assert live.call("player", "reports", "--platform", "nobody").stdout == "No open reports.\n"
    player_id = with_stores(live, report)
    listed = live.call("player", "reports").stdout
    assert "[bold]Vile" in listed
    [row] = map(json.loads, live.call("player", "reports", "--json").stdout.splitlines())
    assert (row["player"], row["reporters"]) == (player_id, [0])

    assert f"{player_id} is now Amber" in live.call("player", "rename", player_id, "Amber").stdout
    assert with_stores(live, lambda stores: stores.players.names([player_id])) == {
        player_id: "Amber"
    }
    live.call("player", "close-report", row["id"])
    assert live.call("player", "reports").stdout == "No open reports.\n"
    interventions = recorded(live)
    assert ("player_renamed", player_id) in interventions
    assert ("name_report_closed", row["id"]) in interventions
    assert "there is no report" in live.error_from("player", "close-report", row["id"])
    assert "there is no player" in live.error_from("player", "rename", "nobody", "Amber")
    assert "name: " in live.error_from("player", "rename", player_id, "Am\x1bber")
