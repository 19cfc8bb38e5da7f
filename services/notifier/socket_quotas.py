"""Quotas of platforms: connections that follow their tables."""

from services.notifier.client import Client
from services.notifier.clients import Clients
from services.notifier.refusal import SubscriptionRefusedError
from services.notifier.table_subscription import TableSubscription
from services.runtime.access.platforms import Platforms


class SocketQuotas:
    def __init__(self, clients: Clients, platforms: Platforms) -> None:
        self._clients = clients
        self._platforms = platforms

    def check(self, client: Client, platform: str) -> None:
        """Raise SubscriptionRefusedError if no other connection may follow a platform's tables."""
        quota = self._platforms.limits(platform).sockets
        if quota is None or _follows(client, platform):
            return
        # Counted only where there is a quota: a counter of its own would have to survive every
        # way in which a subscription can end.
        count = sum(_follows(connected, platform) for connected in self._clients)
        if count >= quota:
            raise SubscriptionRefusedError(
                "quota_exceeded", f"the platform's quota of sockets is {quota}"
            )


def _follows(client: Client, platform: str) -> bool:
    return any(
        isinstance(subscription, TableSubscription) and subscription.platform == platform
        for subscription in client.subscriptions.values()
    )
