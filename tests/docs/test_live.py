"""docs/live.md says what is true of the frames, codes and limits."""

import re
from pathlib import Path
from typing import Any, get_args

from schemas.live import FromClient, GameTopic, LobbyTopic, PlayerTopic, ToClient
from services.notifier import closing, sockets
from services.runtime.settings import Settings

LIVE = (Path(__file__).parents[2] / "docs" / "live.md").read_text()


def first_cells(heading: str) -> set[str]:
    """What stands in code in the first cells of the table under a heading."""
    table = LIVE.split(heading)[1].split("\n\n")[0]
    rows = [line.split(" | ")[0] for line in table.splitlines()[1:]]
    return {name for cell in rows for name in re.findall(r"`([^`]+)`", cell)}


def tags(*types: Any) -> set[str]:
    return {str(one.__struct_config__.tag) for one in types}


def test_every_frame_and_topic_stands_there() -> None:
    assert first_cells("A client sends\n\n| frame | |") == tags(*get_args(FromClient))
    assert first_cells("and gets\n\n| frame | |") == tags(*get_args(ToClient))
    assert first_cells("| topic | |") == tags(GameTopic, LobbyTopic, PlayerTopic)


def test_every_code_stands_there() -> None:
    ended = next(one for one in get_args(ToClient) if one.__name__ == "SubscriptionEnded")
    assert first_cells("| `subscription_ended` | |") == set(
        re.findall(r"`([a-z_]+)`", ended.__doc__.split("\n\n")[1].replace("`after`", ""))
    )


def test_every_close_code_stands_there() -> None:
    table = LIVE.split("| close code | after | |")[1].split("\n\n")[0]
    told = {int(code) for code in re.findall(r"^\| (\d{4}) ", table, re.MULTILINE)}
    ours = {farewell.code for farewell in closing.FAREWELLS.values()}
    of_the_protocol = {1009, 1011}
    assert told == ours | of_the_protocol | {closing.MALFORMED_TOO_OFTEN}
    for reason, farewell in closing.FAREWELLS.items():
        assert f"| {farewell.code} | `goodbye` `{reason}` |" in table


def test_paths_and_limits_are_those_of_the_code() -> None:
    defaults = Settings()
    assert f"`{sockets.PATH}`" in LIVE
    assert f"more than {sockets.FRAME_BYTES_MAX // 1024} KiB" in LIVE
    assert f"({defaults.alive_seconds:.0f} s)" in LIVE
    limits = LIVE.split("## Limits")[1].replace("\n", " ")
    assert f"up to {defaults.subscriptions_per_socket_max} subscriptions" in limits
    assert f"{defaults.send_queue_frames_max} frames" in limits
    assert f"{defaults.send_queue_kib_max} KiB" in limits
    assert f"{defaults.stalled_seconds:.0f} seconds" in limits
    assert f"{defaults.sockets_per_address_max} connections" in limits
    assert f"{defaults.sockets_max:,}" in limits
