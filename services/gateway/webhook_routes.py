"""Routes for webhooks."""

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
        ),
        Endpoint(
            "list_webhooks",
            "GET",
            "/v1/webhooks",
            "List the platform's webhooks.",
            webhooks.list,
            "platform",
        ),
        Endpoint(
            "delete_webhook",
            "DELETE",
            WEBHOOK,
            "Delete a webhook and its pending messages.",
            webhooks.delete,
            "platform",
        ),
        Endpoint(
            "list_dead_letters",
            "GET",
            f"{WEBHOOK}/dead-letters",
            "List dead letters with the result of their last attempt.",
            webhooks.dead_letters,
            "platform",
        ),
        Endpoint(
            "retry_dead_letters",
            "POST",
            f"{WEBHOOK}/retry",
            "Queue one or all dead letters for delivery again.",
            webhooks.retry,
            "platform",
        ),
    )
