"""Routes for webhooks."""

from schemas.webhook import (
    PutWebhookRequest,
    PutWebhookResponse,
    RetryRequest,
    RetryResponse,
    WebhookDeadLettersResponse,
    WebhookDeletedResponse,
    WebhooksResponse,
)
from services.gateway.endpoints import Endpoint
from services.gateway.webhooks import WebhookHandlers

WEBHOOK = "/v1/webhooks/{name}"


def webhook_endpoints(webhooks: WebhookHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            "put_webhook",
            "PUT",
            WEBHOOK,
            "Create or update a webhook, rotate its secret, or enable it again.",
            webhooks.put,
            "platform",
            {200: PutWebhookResponse},
            body=PutWebhookRequest,
        ),
        Endpoint(
            "list_webhooks",
            "GET",
            "/v1/webhooks",
            "List the platform's webhooks.",
            webhooks.list,
            "platform",
            {200: WebhooksResponse},
        ),
        Endpoint(
            "delete_webhook",
            "DELETE",
            WEBHOOK,
            "Delete a webhook and its pending messages.",
            webhooks.delete,
            "platform",
            {200: WebhookDeletedResponse},
        ),
        Endpoint(
            "list_dead_letters",
            "GET",
            f"{WEBHOOK}/dead-letters",
            "List dead letters with the result of their last attempt.",
            webhooks.dead_letters,
            "platform",
            {200: WebhookDeadLettersResponse},
        ),
        Endpoint(
            "retry_dead_letters",
            "POST",
            f"{WEBHOOK}/retry",
            "Queue one or all dead letters for delivery again.",
            webhooks.retry,
            "platform",
            {200: RetryResponse},
            body=RetryRequest,
        ),
    )
