"""Subscriptions to tables: check the token, load the table, send the first frame."""

import structlog

from games.codec import UnreadableRecordError, read_commit
from schemas.live import Subscribed, TableTopic
from schemas.redaction import SPECTATOR
from schemas.table import GameStarted
from services.notifier.client import Client
from services.notifier.followed_tables import FollowedTable, FollowedTables
from services.notifier.frames import encode_frame
from services.notifier.refusal import SubscriptionRefusedError
from services.notifier.table_subscription import TableSubscription
from services.notifier.viewer_groups import ViewerGroup
from services.runtime.access.sittings import sitting_begun
from services.runtime.access.spectators import spectators_forbidden
from services.runtime.access.tokens import TokenClaims, TokenError, Tokens
from services.runtime.operations.telemetry import TABLE, TABLE_SUBSCRIPTIONS_STARTED
from services.runtime.server.connection import CONNECTION_ERRORS

log = structlog.get_logger()


class TableTopicHandler:
    def __init__(self, tables: FollowedTables, tokens: Tokens) -> None:
        self._tables = tables
        self._tokens = tokens

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
            if isinstance(error, UnreadableRecordError):
                log.error("unreadable commit", error=str(error), **{TABLE: topic.table})
                raise SubscriptionRefusedError(
                    "unavailable", "this service cannot read the table"
                ) from error
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
        group = await table.viewer_group(claims.viewer)
        if claims.sitting is not None:
            await _require_current_sitting(table, group, claims)
        if after > group.visible_seq:
            raise SubscriptionRefusedError(
                "no_such_seq", f"after is {after}, but the newest seq is {group.visible_seq}"
            )
        # No await from here on: the next commit must arrive after the subscription exists.
        subscription = TableSubscription(
            subscription_id, client, table, group, after, claims.sitting
        )
        client.add(subscription)
        client.send(encode_frame(Subscribed(subscription_id, group.visible_seq)))
        subscription.catch_up()


async def _require_current_sitting(
    table: FollowedTable, group: ViewerGroup, claims: TokenClaims
) -> None:
    """Raise SubscriptionRefusedError if another player sits on the guest's seat."""
    while True:
        checked_seq = group.visible_seq
        if await _last_sitting(table, claims) not in {None, claims.sitting}:
            raise SubscriptionRefusedError("not_allowed", "another player has taken this seat")
        # Check again if commits arrived while reading: one of them may change the sitting.
        if group.visible_seq == checked_seq:
            return


async def _last_sitting(table: FollowedTable, claims: TokenClaims) -> int | None:
    """Return the last sitting on the seat. Sittings do not change after the start."""
    last_sitting, after = None, 0
    while page := await table.read_page(after):
        for seq, line in page:
            commit = read_commit(line)
            last_sitting = sitting_begun(commit, claims.viewer) or last_sitting
            if any(isinstance(event, GameStarted) for event in commit.events):
                return last_sitting
            after = seq
    return last_sitting
