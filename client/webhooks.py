"""Calls to manage a platform's webhooks."""

from client.api_calls import ApiCalls
from client.decoding import decode
from schemas.webhook import (
    PutWebhookRequest,
    PutWebhookResponse,
    RetryRequest,
    RetryResponse,
    WebhookDeadLettersResponse,
    WebhookDeletedResponse,
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

    async def delete_webhook(self, name: str) -> WebhookDeletedResponse:
        return decode(await self._send("DELETE", f"/v1/webhooks/{name}"), WebhookDeletedResponse)

    async def list_dead_letters(self, name: str) -> WebhookDeadLettersResponse:
        return decode(
            await self._get(f"/v1/webhooks/{name}/dead-letters"), WebhookDeadLettersResponse
        )

    async def retry_dead_letters(self, name: str, message_id: str | None = None) -> RetryResponse:
        """Send dead letters again: one, or all."""
        path = f"/v1/webhooks/{name}/retry"
        return decode(await self._send("POST", path, RetryRequest(message_id)), RetryResponse)
