"""Routes subscribe requests to the handler of their topic, within the limits of a connection."""

from schemas.live import LobbyTopic, PlayerTopic, Subscribe, TableTopic
from services.notifier.client import Client
from services.notifier.list_topics import ListTopicHandler
from services.notifier.refusal import SubscriptionRefusedError
from services.notifier.table_topics import TableTopicHandler


class TopicRouter:
    def __init__(
        self, tables: TableTopicHandler, lists: ListTopicHandler, subscriptions_max: int
    ) -> None:
        self._tables = tables
        self._lists = lists
        self._subscriptions_max = subscriptions_max

    async def subscribe(self, client: Client, request: Subscribe) -> None:
        """Add a subscription to the client. Raises SubscriptionRefusedError."""
        if request.id in client.subscriptions:
            raise SubscriptionRefusedError(
                "id_taken", f"the subscription id {request.id!r} is in use"
            )
        if len(client.subscriptions) >= self._subscriptions_max:
            raise SubscriptionRefusedError(
                "too_many", f"a connection has at most {self._subscriptions_max} subscriptions"
            )
        match request.topic:
            case TableTopic():
                await self._tables.subscribe(client, request.id, request.topic)
            case LobbyTopic() | PlayerTopic():
                self._lists.subscribe(client, request.id, request.topic)
