"""Subscriptions to tables: check the token, load the table, send the first frame."""

import structlog

from games.codec import UnreadableRecordError
from games.history import DivergedError
from schemas.live import Subscribed, TableTopic
from schemas.redaction import SPECTATOR
from services.notifier.client import Client
from services.notifier.followed_tables import FollowedTable, FollowedTables
from services.notifier.frames import encode_frame
from services.notifier.refusal import SubscriptionRefusedError, unreadable_table
from services.notifier.socket_quotas import SocketQuotas
from services.notifier.table_subscription import FORMER_SITTING, TableSubscription
from services.runtime.access.spectators import spectators_forbidden
from services.runtime.access.tokens import TokenClaims, TokenError, Tokens
from services.runtime.operations.telemetry import TABLE, TABLE_SUBSCRIPTIONS_STARTED
from services.runtime.server.connection import CONNECTION_ERRORS

log = structlog.get_logger()


class TableTopicHandler:
    def __init__(self, tables: FollowedTables, tokens: Tokens, quotas: SocketQuotas) -> None:
        self._tables = tables
        self._tokens = tokens
        self._quotas = quotas

    async def subscribe(self, client: Client, subscription_id: str, topic: TableTopic) -> None:
        """Add a subscription to the client. Raises SubscriptionRefusedError."""
        claims = self._read_token(topic)
        table = self._tables.acquire(topic.table)
        try:
            await self._subscribe(client, subscription_id, table, claims, topic.after)
        except BaseException as error:
            table.release()
            if isinstance(error, CONNECTION_ERRORS):
                log.warning("server unreachable", error=str(error), **{TABLE: topic.table})
                raise SubscriptionRefusedError(
                    "unavailable", "the server is unreachable"
                ) from error
            if isinstance(error, UnreadableRecordError | DivergedError):
                raise unreadable_table(topic.table, error) from error
            raise
        TABLE_SUBSCRIPTIONS_STARTED.labels("seq" if topic.after else "start").inc()

    def _read_token(self, topic: TableTopic) -> TokenClaims:
        try:
            claims = self._tokens.read(topic.token)
        except TokenError as error:
            raise SubscriptionRefusedError("bad_token", str(error)) from error
        if claims.table != topic.table:
            raise SubscriptionRefusedError("not_allowed", "the token is for another table")
        return claims

    async def _subscribe(
        self,
        client: Client,
        subscription_id: str,
        table: FollowedTable,
        claims: TokenClaims,
        after: int,
    ) -> None:
        await table.load()
        if table.seq == 0:
            raise SubscriptionRefusedError("no_such_table", f"there is no table {table.table_id!r}")
        if claims.viewer == SPECTATOR and spectators_forbidden(table.terms):
            raise SubscriptionRefusedError("not_allowed", "this table does not allow spectators")
        if claims.platform != table.terms.platform:
            raise SubscriptionRefusedError("no_such_table", f"there is no table {table.table_id!r}")
        group = await table.viewer_group(claims.viewer)
        if after > group.visible_seq or await table.is_former_sitting(claims):
            # Another service may already have given out a commit that this one has not read.
            await table.catch_up()
        if await table.is_former_sitting(claims):
            raise SubscriptionRefusedError("former_sitting", FORMER_SITTING)
        if after > group.visible_seq:
            raise SubscriptionRefusedError(
                "no_such_seq", f"after is {after}, but the newest seq is {group.visible_seq}"
            )
        self._quotas.check(client, table.terms.platform)
        # No await from here on: the next commit must arrive after the subscription exists.
        subscription = TableSubscription(subscription_id, client, table, group, after, claims)
        client.add(subscription)
        client.send(encode_frame(Subscribed(subscription_id, group.visible_seq)))
        subscription.catch_up()
