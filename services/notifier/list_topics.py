"""Subscriptions to lists of tables: the lobby, or a player's tables."""

import asyncio

from msgspec.structs import replace

from schemas.live import LobbyTopic, PlayerTopic, Subscribed
from services.notifier.client import Client, TopicKind
from services.notifier.frames import Frame, encode_frame
from services.notifier.live_tables import LiveTables
from services.notifier.refusal import SubscriptionRefusedError
from services.notifier.table_filter import TableFilter
from services.runtime.access.platforms import Platforms, SuspendedError

FRAME_ROWS_MAX = 50
INCOMPLETE_CURSOR = "0"
"""Cursor of all frames of a full list but the last. Resuming from it sends the full list again."""


class ListTopicHandler:
    def __init__(self, live_tables: LiveTables, platforms: Platforms) -> None:
        self._live_tables = live_tables
        self._platforms = platforms

    def subscribe(
        self, client: Client, subscription_id: str, topic: LobbyTopic | PlayerTopic
    ) -> None:
        """Add a subscription to the client. Raises SubscriptionRefusedError."""
        platform = None if topic.token is None else self._platform(topic.token)
        table_filter = TableFilter(self._platforms, platform)
        if isinstance(topic, LobbyTopic):
            kind: TopicKind = "lobby"
            table_filter = replace(table_filter, game=topic.game, stage=topic.stage)
        else:
            kind = "player"
            table_filter = replace(table_filter, player=topic.player)
        batch_number = self._live_tables.batch_number_at(topic.after)
        subscription = ListSubscription(
            subscription_id, kind, client, self._live_tables, table_filter, batch_number
        )
        client.add(subscription)
        client.send(encode_frame(Subscribed(subscription_id)))
        subscription.catch_up()

    def _platform(self, credential: str) -> str:
        try:
            platform = self._platforms.platform(credential)
        except SuspendedError as error:
            raise SubscriptionRefusedError("not_allowed", str(error)) from error
        if platform is None:
            raise SubscriptionRefusedError("bad_token", "the token is not a platform key")
        return platform


class ListSubscription:
    """Remembers the number of the last batch it delivered; 0 if it needs the full list."""

    def __init__(  # noqa: PLR0913, PLR0917 - it connects these
        self,
        subscription_id: str,
        kind: TopicKind,
        client: Client,
        live_tables: LiveTables,
        table_filter: TableFilter,
        batch_number: int,
    ) -> None:
        self.id = subscription_id
        self.kind = kind
        self.filter = table_filter
        self._client = client
        self._live_tables = live_tables
        self._batch_number = batch_number
        self._has_ended = False
        self._catch_up_task: asyncio.Task[None] | None = None
        live_tables.add(self)

    def deliver(self, batch_number: int, frame: Frame | None) -> None:
        if self._catch_up_task is None:
            self._batch_number = batch_number
            if frame is not None:
                self._client.send(frame)

    def catch_up(self) -> None:
        is_behind = self._batch_number != self._live_tables.batch_number
        if is_behind and self._catch_up_task is None and not self._has_ended:
            self._catch_up_task = asyncio.create_task(self._catch_up())

    def end(self) -> None:
        self._has_ended = True
        self._live_tables.remove(self)
        if self._catch_up_task is not None:
            self._catch_up_task.cancel()

    async def _catch_up(self) -> None:
        while self._batch_number != self._live_tables.batch_number:
            batches = self._live_tables.batches_since(self._batch_number)
            if batches is None:
                await self._send_full_list()
                continue
            for batch in batches:
                await self._client.wait_for_capacity()
                self._batch_number = batch.number
                if rows := batch.rows(self.filter):
                    self._client.send(self._live_tables.frame(self.id, batch.cursor, rows))
        self._catch_up_task = None

    async def _send_full_list(self) -> None:
        """Send the list in several frames. Changes made meanwhile follow in their own batches."""
        batch, rows = self._live_tables.full_list(self.filter)
        for first in range(0, max(len(rows), 1), FRAME_ROWS_MAX):
            await self._client.wait_for_capacity()
            is_last = first + FRAME_ROWS_MAX >= len(rows)
            frame = self._live_tables.frame(
                self.id,
                batch.cursor if is_last else INCOMPLETE_CURSOR,
                rows[first : first + FRAME_ROWS_MAX],
                whole=first == 0,
            )
            self._client.send(frame)
        self._batch_number = batch.number
