"""The Blue Moon client library: async, typed, reconnects by itself.

A platform opens a table with its key and hands out tokens. A token lets its holder play or watch:

    import asyncio
    from secrets import randbelow
    from typing import Any

    from client import BlueMoon
    from games.registry import plugins


    async def play(moon: BlueMoon, table: str, token: str) -> None:
        async with moon.seat(table, token) as seat:
            async for turn in seat.turns():
                plugin = plugins()[turn.view.table.game]
                bot = plugin.bots[plugin.default_bot]
                action = bot(turn.view.table, seat.seat, turn.actions, randbelow)
                await seat.act(action, expected_seq=turn.view.seq)


    async def main(gateway: str, live: str, key: str, game: str, options: Any) -> tuple[int, ...]:
        async with BlueMoon(gateway, live, key) as moon:
            table = (await moon.gateway.open_table(game, options)).table
            players = []
            for seat, player in enumerate(("Amber", "Basalt")):
                seated = await moon.gateway.take_seat(table, seat, player)
                players.append(play(moon, table, seated.token))
            await moon.gateway.start_game(table)
            await asyncio.gather(*players)
            view = await moon.gateway.get_view(table)
            return tuple(result.seat for result in view.table.results if result.won)

Calls raise ProblemError with a stable code, RejectedError if the rules reject a command, and
UnreachableError on a timeout. Lost connections are reopened with jitter, without lost or repeated
updates. See `docs/client.md`.

May import `games` and `schemas`, never a service: it knows only the public contract.
"""

from client.bluemoon import BlueMoon
from client.connection import ConnectionChange
from client.decoding import AnyRedactedCommit, Commits, View
from client.errors import (
    BlueMoonError,
    ProblemError,
    RejectedError,
    SubscriptionEndedError,
    UnreachableError,
    UnreadableError,
)
from client.gateway import Gateway
from client.http_transport import HttpTransport
from client.live import Live
from client.subscription import Subscription
from client.table import Seat, Spectator, Turn, Update

__all__ = [
    "AnyRedactedCommit",
    "BlueMoon",
    "BlueMoonError",
    "Commits",
    "ConnectionChange",
    "Gateway",
    "HttpTransport",
    "Live",
    "ProblemError",
    "RejectedError",
    "Seat",
    "Spectator",
    "Subscription",
    "SubscriptionEndedError",
    "Turn",
    "UnreachableError",
    "UnreadableError",
    "Update",
    "View",
]
