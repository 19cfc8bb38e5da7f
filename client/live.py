"""What happens, as it happens: games, the lobby, a player's tables.

As many sockets are opened as the subscriptions need, and each is found again when it is lost. A
reader never gets a thing twice and never misses one.
"""

from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeVar

from client.backoff import Backoff
from client.decoding import AnySeenCommit, read_seen_commit
from client.line import SILENCE_SECONDS, Line, LineChange
from client.subscription import Subscription
from schemas.live import GameTopic, LobbyTopic, PlayerTopic, Rows, Topic
from schemas.table import Stage

T = TypeVar("T")

PATH = "/v1/live"


class Live:
    """Use it as `async with`."""

    def __init__(
        self,
        url: str,
        *,
        heard: Callable[[LineChange], None] | None = None,
        silence_seconds: float = SILENCE_SECONDS,
        backoff: Callable[[], Backoff] = Backoff,
    ) -> None:
        """`url` is the notifier's address, `ws://host:port`; `heard` is told of lines found and
        lost, and `backoff` makes a line's own pauses between attempts."""
        if not url.startswith(("ws://", "wss://")):
            raise ValueError(f"expected the notifier's address, ws://host:port, got {url!r}")
        self.url = url.rstrip("/").removesuffix(PATH) + PATH
        self._heard = heard or _unheard
        self._silence = silence_seconds
        self._backoff = backoff
        self._lines: list[Line] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        for line in self._lines:
            await line.close()

    def commits(self, game: str, token: str, after: int = 0) -> Subscription[AnySeenCommit]:
        """A game's commits after a version, as the token's viewer may know them."""
        return self._subscription(GameTopic(game, token, after), read_seen_commit)

    def lobby(self, game: str | None = None, stage: Stage | None = None) -> Subscription[Rows]:
        """The listed tables, now and whenever one of them changes."""
        return self._subscription(LobbyTopic(game, stage), _as_it_is)

    def player(self, player: str, token: str | None = None) -> Subscription[Rows]:
        """A player's tables; with a platform's key as `token` those that are not listed too."""
        return self._subscription(PlayerTopic(player, token), _as_it_is)

    def _subscription(self, topic: Topic, read: Callable[[Any], T]) -> Subscription[T]:
        return Subscription(topic, read, self._carried, self._backoff())

    async def _carried(self, subscription: Subscription[Any]) -> Line:
        self._lines = [line for line in self._lines if not line.closed]
        line = next((line for line in self._lines if line.has_room), None)
        if line is None:
            line = Line(
                self.url, self._heard, silence_seconds=self._silence, backoff=self._backoff()
            )
            self._lines.append(line)
        await line.carry(subscription)
        return line


def _as_it_is(rows: Rows) -> Rows:
    return rows


def _unheard(_change: LineChange) -> None:
    """Nobody asked."""
