"""Calls to manage a platform's webhooks."""

from client.api_calls import ApiCalls
from client.decoding import decode
from schemas.webhook import (
    DeadDeliveriesResponse,
    PutWebhookRequest,
    PutWebhookResponse,
    ReplayRequest,
    ReplayResponse,
    WebhookDeleted,
    WebhookEvent,
    WebhooksResponse,
)


class WebhookCalls(ApiCalls):
    async def put_webhook(
        self, name: str, url: str, events: tuple[WebhookEvent, ...], *, rotate: bool = False
    ) -> PutWebhookResponse:
        """Create, change or enable a webhook. The response contains a new secret only once.

        Not retried: if the response with the secret is lost, rotate the secret.
        """
        request = PutWebhookRequest(url, events, rotate)
        content = await self._send("PUT", f"/v1/webhooks/{name}", request)
        return decode(content, PutWebhookResponse)

    async def list_webhooks(self) -> WebhooksResponse:
        return decode(await self._get("/v1/webhooks"), WebhooksResponse)

    async def delete_webhook(self, name: str) -> WebhookDeleted:
        return decode(await self._send("DELETE", f"/v1/webhooks/{name}"), WebhookDeleted)

    async def list_dead_messages(self, name: str) -> DeadDeliveriesResponse:
        return decode(await self._get(f"/v1/webhooks/{name}/dead"), DeadDeliveriesResponse)

    async def replay_messages(self, name: str, message_id: str | None = None) -> ReplayResponse:
        """Send dead messages again: one, or all."""
        path = f"/v1/webhooks/{name}/replay"
        return decode(await self._send("POST", path, ReplayRequest(message_id)), ReplayResponse)
