"""A client of one deployment: HTTP calls to the gateway and live updates from the notifier."""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from client.connection import ConnectionChange
from client.gateway import Gateway
from client.live import Live
from client.table import Seat, Spectator


class BlueMoon:
    """Use as an async context manager."""

    def __init__(
        self,
        gateway: Gateway | str,
        live: Live | str | None = None,
        credential: str | None = None,
        *,
        on_connection_change: Callable[[ConnectionChange], None] | None = None,
    ) -> None:
        """Take URLs, or a Gateway and a Live that are already set up.

        `live` defaults to the gateway's host. `credential` is a platform key, needed to open
        tables; players have tokens.
        """
        self.gateway = Gateway(gateway, credential) if isinstance(gateway, str) else gateway
        if live is None:
            live = self.gateway.url.replace("http", "ws", 1)
        if isinstance(live, str):
            live = Live(live, on_connection_change=on_connection_change)
        self.live = live

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.live.__aexit__(error_type, error, traceback)
        await self.gateway.__aexit__(error_type, error, traceback)

    def seat(self, table_id: str, token: str, *, after: int | None = None) -> Seat:
        """Return the table as seen by a player; the token names the seat."""
        return Seat(self.gateway.with_credential(token), self.live, table_id, after=after)

    def spectator(self, table_id: str, token: str, *, after: int | None = None) -> Spectator:
        """Return the table as seen by the token's viewer."""
        return Spectator(self.gateway.with_credential(token), self.live, table_id, after=after)
