"""Both ways to a running Blue Moon in one hand: calls over HTTP, and what happens as it happens."""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from client.gateway import Gateway
from client.line import LineChange
from client.live import Live
from client.table import Seat, Spectator


class BlueMoon:
    """Use it as `async with`."""

    def __init__(
        self,
        gateway: Gateway | str,
        live: Live | str | None = None,
        credential: str | None = None,
        *,
        heard: Callable[[LineChange], None] | None = None,
    ) -> None:
        """Addresses, or what was made of them by hand.

        Where no address of the notifier is given, it is behind the same host as the gateway.
        `credential` is a platform's key, for those who open tables; players have tokens.
        """
        self.gateway = Gateway(gateway, credential) if isinstance(gateway, str) else gateway
        if live is None:
            live = self.gateway.url.replace("http", "ws", 1)
        self.live = Live(live, heard=heard) if isinstance(live, str) else live

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.live.__aexit__(kind, error, traceback)
        await self.gateway.__aexit__(kind, error, traceback)

    def seat(self, table: str, token: str, *, after: int | None = None) -> Seat:
        """The table as one who plays there; the token says on which seat."""
        return Seat(self.gateway.speaking_as(token), self.live, table, after=after)

    def spectator(self, table: str, token: str, *, after: int | None = None) -> Spectator:
        """The table as the token's holder may see it."""
        return Spectator(self.gateway.speaking_as(token), self.live, table, after=after)
