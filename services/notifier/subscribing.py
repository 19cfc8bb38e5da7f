"""What a client may subscribe to: how much of it, and which topic is whose."""

from schemas.live import GameTopic, LobbyTopic, PlayerTopic, Subscribe
from services.notifier.client import Client
from services.notifier.game_topics import GameTopics
from services.notifier.list_topics import ListTopics
from services.notifier.refusal import RefusedError


class SubscriptionDesk:
    def __init__(self, games: GameTopics, lists: ListTopics, subscriptions_max: int) -> None:
        self._games = games
        self._lists = lists
        self._subscriptions_max = subscriptions_max

    async def subscribe(self, client: Client, wanted: Subscribe) -> None:
        """Raises RefusedError."""
        if wanted.id in client.subscriptions:
            raise RefusedError("id_taken", f"there is a subscription {wanted.id!r} already")
        if len(client.subscriptions) >= self._subscriptions_max:
            raise RefusedError(
                "too_many", f"a connection has at most {self._subscriptions_max} subscriptions"
            )
        match wanted.topic:
            case GameTopic():
                await self._games.subscribe(client, wanted.id, wanted.topic)
            case LobbyTopic() | PlayerTopic():
                self._lists.subscribe(client, wanted.id, wanted.topic)
