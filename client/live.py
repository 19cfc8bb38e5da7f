"""Live updates: a table's commits, the lobby, a player's tables.

Opens as many sockets as the subscriptions need and reopens lost ones. A reader never misses an
update and never gets one twice.
"""

from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeVar

from client.backoff import Backoff
from client.connection import SILENCE_SECONDS, Connection, ConnectionChange
from client.decoding import AnyRedactedCommit, read_redacted_commit
from client.subscription import Subscription
from schemas.live import LobbyTopic, PlayerTopic, Rows, TableTopic, Topic
from schemas.table import Stage

T = TypeVar("T")

PATH = "/v1/live"


class Live:
    """Use as an async context manager."""

    def __init__(
        self,
        url: str,
        *,
        on_connection_change: Callable[[ConnectionChange], None] | None = None,
        silence_seconds: float = SILENCE_SECONDS,
        backoff: Callable[[], Backoff] = Backoff,
    ) -> None:
        """`url` is the notifier's address, `ws://host:port`. `on_connection_change` is called when
        a socket opens or is lost. `backoff` creates the backoff of a connection."""
        if not url.startswith(("ws://", "wss://")):
            raise ValueError(f"expected the notifier's address, ws://host:port, got {url!r}")
        self.url = url.rstrip("/").removesuffix(PATH) + PATH
        self._on_connection_change = on_connection_change or _ignore_change
        self._silence = silence_seconds
        self._backoff = backoff
        self._connections: list[Connection] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        for connection in self._connections:
            await connection.close()

    def commits(self, table_id: str, token: str, after: int = 0) -> Subscription[AnyRedactedCommit]:
        """Subscribe to a table's commits after a seq, redacted for the token's viewer."""
        return self._subscription(TableTopic(table_id, token, after), read_redacted_commit)

    def lobby(
        self, game: str | None = None, stage: Stage | None = None, token: str | None = None
    ) -> Subscription[Rows]:
        """Subscribe to the public lobby; with a platform key, to that platform's tables."""
        return self._subscription(LobbyTopic(game, stage, token=token), _return_rows)

    def player(self, player: str, token: str | None = None) -> Subscription[Rows]:
        """Subscribe to a player's tables; with a platform key, including unlisted ones."""
        return self._subscription(PlayerTopic(player, token), _return_rows)

    def _subscription(self, topic: Topic, read: Callable[[Any], T]) -> Subscription[T]:
        return Subscription(topic, read, self._attach, self._backoff())

    async def _attach(self, subscription: Subscription[Any]) -> Connection:
        self._connections = [
            connection for connection in self._connections if not connection.is_closed
        ]
        connection = next(
            (connection for connection in self._connections if connection.has_capacity), None
        )
        if connection is None:
            connection = Connection(
                self.url,
                self._on_connection_change,
                silence_seconds=self._silence,
                backoff=self._backoff(),
            )
            self._connections.append(connection)
        await connection.add(subscription)
        return connection


def _return_rows(rows: Rows) -> Rows:
    return rows


def _ignore_change(_change: ConnectionChange) -> None:
    """Do nothing."""
