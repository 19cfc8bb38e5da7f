"""What is measured."""

from functools import cache
from typing import Literal

from msgspec import Struct

from bench.workloads import peer_games

Transport = Literal["http", "socket"]
TOY_GAME = "hands"
BASELINE = "bgio-sqlite"
"""The peer with the same durability: ratios are to this one."""
LIBRARY = "eventsourcing"
"""Measured apart: a library without network."""


class Peer(Struct, frozen=True):
    """Another system, run by Node."""

    name: str
    store: str
    """What survives, and how."""
    driver: str
    command: tuple[str, ...]
    """The server's script and arguments; `{folder}` is an empty folder for its data."""


class BlueMoonPeer(Struct, frozen=True):
    """This project: the game it hosts, and how commands are sent."""

    name: str
    game: str
    transport: Transport
    store: str = "valkey, always"
    driver: str = "bluemoon"


AnyPeer = Peer | BlueMoonPeer

OTHERS = (
    Peer("floor", "nothing", "echo", ("echo.mjs",)),
    Peer("bgio-memory", "memory", "bgio", ("bgio.cjs", "memory")),
    Peer("colyseus", "nothing", "colyseus", ("colyseus.mjs",)),
    # Last: right before Blue Moon, so that both meet the same machine.
    Peer(BASELINE, "sqlite, synced", "bgio", ("bgio.cjs", "sqlite", "{folder}/matches.db")),
)
TRANSPORTS: tuple[Transport, ...] = ("socket", "http")


@cache
def all_peers() -> tuple[AnyPeer, ...]:
    toy = [BlueMoonPeer(f"bluemoon-{transport}", TOY_GAME, transport) for transport in TRANSPORTS]
    games = [
        BlueMoonPeer(f"bluemoon-{game}-{transport}", game, transport)
        for transport in TRANSPORTS
        for game in peer_games()
    ]
    return (*OTHERS, *toy, *games)


def names() -> list[str]:
    return [*(peer.name for peer in all_peers()), LIBRARY]


def default_names() -> list[str]:
    """Everything but the other games over HTTP: the toy game shows what HTTP costs."""
    return [
        *(
            peer.name
            for peer in all_peers()
            if isinstance(peer, Peer) or peer.game == TOY_GAME or peer.transport == "socket"
        ),
        LIBRARY,
    ]
