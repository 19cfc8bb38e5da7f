"""`bluemoon platform` and `bluemoon audit-log`."""

import json

from tests.cli.live import OPEN, LiveSystem


def test_manages_a_platform_and_records_every_step(live: LiveSystem) -> None:
    name, key = live.call("platform", "add", "tenant").stdout.strip().split(": ")
    assert (name, len(key)) == ("tenant", 43)
    rotated = live.call("platform", "rotate", "tenant", "--overlap-hours", "1").stdout
    assert rotated.startswith("tenant: ")
    assert key not in rotated
    live.call("platform", "limits", "tenant", "--open-tables", "5")
    live.call("platform", "suspend", "tenant", "--reason", "a test")
    listed = live.call("platform", "ls").stdout
    assert "open_tables 5" in listed
    assert "suspended: a test" in listed
    [row] = map(json.loads, live.call("platform", "ls", "--json").stdout.splitlines())
    assert (row["name"], row["keys"], row["limits"]["open_tables"]) == ("tenant", [], 5)
    live.call("platform", "resume", "tenant")
    live.call("send", "audited", OPEN)

    lines = live.call("audit-log", "--json").stdout.splitlines()
    entries = [json.loads(line) for line in lines]
    interventions = [entry["intervention"] for entry in entries if entry["subject"] == "tenant"]
    assert interventions == [
        "platform_added",
        "platform_key_rotated",
        "platform_changed",
        "platform_suspended",
        "platform_resumed",
    ]
    assert any(
        (entry["intervention"], entry["subject"]) == ("command_sent", "audited")
        for entry in entries
    )
    assert all(entry["actor"].startswith("cli:") for entry in entries)
    assert "chain verified" in live.call("audit-log").stdout


def test_refuses_unknown_and_invalid_names(live: LiveSystem) -> None:
    assert "there is no platform 'nobody'" in live.error_from("platform", "rotate", "nobody")
    assert "platform name" in live.error_from("platform", "add", "Not Valid")
