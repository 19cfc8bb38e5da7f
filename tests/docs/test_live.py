"""docs/live.md names the frames, codes and limits of the code."""

import re
from pathlib import Path
from typing import Any, get_args

from schemas.live import FromClient, LobbyTopic, PlayerTopic, TableTopic, ToClient
from services.notifier import closing, sockets
from services.runtime.operations.settings import Settings

LIVE = (Path(__file__).parents[2] / "docs" / "live.md").read_text()


def first_cells(heading: str) -> set[str]:
    """Return the code spans in the first column of the table after a heading."""
    table = LIVE.split(heading)[1].split("\n\n")[0]
    rows = [line.split(" | ")[0] for line in table.splitlines()[1:]]
    return {name for cell in rows for name in re.findall(r"`([^`]+)`", cell)}


def tags(*types: Any) -> set[str]:
    return {str(frame_type.__struct_config__.tag) for frame_type in types}


def test_lists_every_frame_and_topic() -> None:
    assert first_cells("A client sends\n\n| frame | |") == tags(*get_args(FromClient))
    assert first_cells("and receives\n\n| frame | |") == tags(*get_args(ToClient))
    assert first_cells("| topic | |") == tags(TableTopic, LobbyTopic, PlayerTopic)


def test_lists_every_subscription_end_code() -> None:
    ended = next(
        frame_type
        for frame_type in get_args(ToClient)
        if frame_type.__name__ == "SubscriptionEnded"
    )
    assert first_cells("| `subscription_ended` | |") == set(
        re.findall(r"`([a-z_]+)`", ended.__doc__.split("\n\n")[1].replace("`after`", ""))
    )


def test_lists_every_close_code() -> None:
    table = LIVE.split("| close code | after | |")[1].split("\n\n")[0]
    listed = {int(code) for code in re.findall(r"^\| (\d{4}) ", table, re.MULTILINE)}
    ours = {close.code for close in closing.CLOSINGS.values()}
    protocol_codes = {1009, 1011}
    assert listed == ours | protocol_codes | {closing.TOO_MANY_MALFORMED}
    for reason, close in closing.CLOSINGS.items():
        assert f"| {close.code} | `goodbye` `{reason}` |" in table


def test_names_the_path_and_limits_of_the_code() -> None:
    defaults = Settings()
    assert f"`{sockets.PATH}`" in LIVE
    assert f"more than {sockets.FRAME_BYTES_MAX // 1024} KiB" in LIVE
    assert f"({defaults.heartbeat_seconds:.0f} s)" in LIVE
    limits = LIVE.split("## Limits")[1].replace("\n", " ")
    assert f"up to {defaults.subscriptions_per_socket_max} subscriptions" in limits
    assert f"{defaults.send_queue_frames_max} frames" in limits
    assert f"{defaults.send_queue_kib_max} KiB" in limits
    assert f"{defaults.stalled_seconds:.0f} seconds" in limits
    assert f"{defaults.sockets_per_address_max} connections" in limits
    assert f"{defaults.sockets_max:,}" in limits
