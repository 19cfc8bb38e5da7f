"""Routes for webhooks."""

from schemas.webhook import (
    DeadDeliveriesResponse,
    PutWebhookRequest,
    PutWebhookResponse,
    ReplayRequest,
    ReplayResponse,
    WebhookDeleted,
    WebhooksResponse,
)
from services.gateway.endpoints import Endpoint
from services.gateway.webhooks import WebhookHandlers

HOOK = "/v1/webhooks/{name}"


def webhook_endpoints(webhooks: WebhookHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            "put_webhook",
            "PUT",
            HOOK,
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
            HOOK,
            "Delete a webhook and its pending messages.",
            webhooks.delete,
            "platform",
            {200: WebhookDeleted},
        ),
        Endpoint(
            "list_dead_messages",
            "GET",
            f"{HOOK}/dead",
            "List dead messages with the result of their last attempt.",
            webhooks.dead,
            "platform",
            {200: DeadDeliveriesResponse},
        ),
        Endpoint(
            "replay_messages",
            "POST",
            f"{HOOK}/replay",
            "Queue one or all dead messages for delivery again.",
            webhooks.replay,
            "platform",
            {200: ReplayResponse},
            body=ReplayRequest,
        ),
    )
