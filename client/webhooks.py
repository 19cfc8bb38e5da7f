"""Calls for platforms that want to be told over webhooks."""

from client.calls import Calls
from client.decoding import decoded
from schemas.webhook import (
    DeadList,
    Replayed,
    ReplayWanted,
    WebhookDeleted,
    WebhookEvent,
    WebhookList,
    WebhookPut,
    WebhookToPut,
)


class WebhookCalls(Calls):
    async def put_webhook(
        self, name: str, url: str, events: tuple[WebhookEvent, ...], *, rotate: bool = False
    ) -> WebhookPut:
        """Register, change or enable it; a secret is said when it is made, and never again.

        Not repeated by itself: if the answer that had the secret is lost, rotate it.
        """
        wanted = WebhookToPut(url, events, rotate)
        found = await self._do("PUT", f"/v1/webhooks/{name}", wanted)
        return decoded(found, WebhookPut)

    async def list_webhooks(self) -> WebhookList:
        return decoded(await self._ask("/v1/webhooks"), WebhookList)

    async def delete_webhook(self, name: str) -> WebhookDeleted:
        return decoded(await self._do("DELETE", f"/v1/webhooks/{name}"), WebhookDeleted)

    async def list_dead_messages(self, name: str) -> DeadList:
        return decoded(await self._ask(f"/v1/webhooks/{name}/dead"), DeadList)

    async def replay_messages(self, name: str, message: str | None = None) -> Replayed:
        """Send again what was given up: one message, or all."""
        path = f"/v1/webhooks/{name}/replay"
        return decoded(await self._do("POST", path, ReplayWanted(message)), Replayed)
