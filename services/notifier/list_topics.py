"""Subscribing to lists of tables: the lobby's, or a player's."""

import asyncio

from schemas.live import LobbyTopic, PlayerTopic, Subscribed
from services.notifier.board import Board
from services.notifier.client import Client, TopicKind
from services.notifier.frames import Frame, frame_of
from services.notifier.refusal import RefusedError
from services.notifier.table_filter import TableFilter
from services.runtime.token_keys import PlatformKeys

FRAME_ROWS_MAX = 50
UNFINISHED = "0"
"""The cursor of a part of a whole list: whoever comes back with it gets the whole list again."""


class ListTopics:
    def __init__(self, board: Board, platform_keys: PlatformKeys) -> None:
        self._board = board
        self._platform_keys = platform_keys

    def subscribe(
        self, client: Client, subscription_id: str, topic: LobbyTopic | PlayerTopic
    ) -> None:
        """Raises RefusedError."""
        if isinstance(topic, LobbyTopic):
            kind: TopicKind = "lobby"
            wanted = TableFilter(game=topic.game, stage=topic.stage)
        else:
            kind = "player"
            platform = None if topic.token is None else self._platform(topic.token)
            wanted = TableFilter(player=topic.player, platform=platform)
        told = self._board.number_at(topic.after)
        subscription = ListSubscription(subscription_id, kind, client, self._board, wanted, told)
        client.add(subscription)
        client.send(frame_of(Subscribed(subscription_id)))
        subscription.catch_up()

    def _platform(self, credential: str) -> str:
        platform = self._platform_keys.platform(credential)
        if platform is None:
            raise RefusedError("bad_token", "the token is no platform's key")
        return platform


class ListSubscription:
    """Knows the number of the batch it was told last; 0 when it has to be told everything."""

    def __init__(  # noqa: PLR0913, PLR0917 - what it stands between
        self,
        subscription_id: str,
        kind: TopicKind,
        client: Client,
        board: Board,
        wanted: TableFilter,
        told: int,
    ) -> None:
        self.id = subscription_id
        self.kind = kind
        self.wanted = wanted
        self._client = client
        self._board = board
        self._told = told
        self._ended = False
        self._catching_up: asyncio.Task[None] | None = None
        board.join(self)

    def tell(self, number: int, frame: Frame | None) -> None:
        if self._catching_up is None:
            self._told = number
            if frame is not None:
                self._client.send(frame)

    def catch_up(self) -> None:
        if self._catching_up is None and not self._ended and self._told != self._board.number:
            self._catching_up = asyncio.create_task(self._catch_up())

    def end(self) -> None:
        self._ended = True
        self._board.leave(self)
        if self._catching_up is not None:
            self._catching_up.cancel()

    async def _catch_up(self) -> None:
        while self._told != self._board.number:
            batches = self._board.since(self._told)
            if batches is None:
                await self._send_everything()
                continue
            for batch in batches:
                await self._client.room()
                self._told = batch.number
                if rows := batch.rows(self.wanted):
                    self._client.send(self._board.frame(self.id, batch.cursor, rows))
        self._catching_up = None

    async def _send_everything(self) -> None:
        """In parts. What changes meanwhile comes after it, in its own batches."""
        batch, rows = self._board.whole(self.wanted)
        for first in range(0, max(len(rows), 1), FRAME_ROWS_MAX):
            await self._client.room()
            part = rows[first : first + FRAME_ROWS_MAX]
            last = first + FRAME_ROWS_MAX >= len(rows)
            frame = self._board.frame(
                self.id, batch.cursor if last else UNFINISHED, part, whole=first == 0
            )
            self._client.send(frame)
        self._told = batch.number
