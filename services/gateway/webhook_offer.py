"""What the gateway offers to platforms that want to be told."""

from schemas.webhook import (
    DeadList,
    Replayed,
    ReplayWanted,
    WebhookDeleted,
    WebhookList,
    WebhookPut,
    WebhookToPut,
)
from services.gateway.operations import Operation
from services.gateway.webhooks import WebhookDesk

HOOK = "/v1/webhooks/{name}"


def webhook_operations(desk: WebhookDesk) -> tuple[Operation, ...]:
    return (
        Operation(
            "put_webhook",
            "PUT",
            HOOK,
            "Register a webhook, change it, rotate its secret, or enable it again.",
            desk.put,
            "platform",
            {200: WebhookPut},
            body=WebhookToPut,
        ),
        Operation(
            "list_webhooks",
            "GET",
            "/v1/webhooks",
            "The platform's own webhooks.",
            desk.list,
            "platform",
            {200: WebhookList},
        ),
        Operation(
            "delete_webhook",
            "DELETE",
            HOOK,
            "Delete a webhook with everything that waits for it.",
            desk.delete,
            "platform",
            {200: WebhookDeleted},
        ),
        Operation(
            "list_dead_messages",
            "GET",
            f"{HOOK}/dead",
            "Messages that were given up, with what the last attempt came to.",
            desk.dead,
            "platform",
            {200: DeadList},
        ),
        Operation(
            "replay_messages",
            "POST",
            f"{HOOK}/replay",
            "Send messages again that were given up: all, or one.",
            desk.replay,
            "platform",
            {200: Replayed},
            body=ReplayWanted,
        ),
    )
