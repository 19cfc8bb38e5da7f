"""Routes for many tables or tokens in one request."""

from services.gateway.bulk import BulkHandlers
from services.gateway.endpoints import Endpoint


def bulk_endpoints(bulk: BulkHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            "open_tables",
            "POST",
            "/v1/bulk/tables",
            "Open several tables. Each has its own result.",
            bulk.open_tables,
            "platform",
            accepts_idempotency_key=True,
        ),
        Endpoint(
            "mint_tokens",
            "POST",
            "/v1/bulk/tokens",
            "Create tokens for several seats or spectators. Each has its own result.",
            bulk.mint_tokens,
            "platform",
            accepts_idempotency_key=True,
        ),
    )
