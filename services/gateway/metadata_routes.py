"""Routes for the metadata of tables."""

from services.gateway.endpoints import Endpoint
from services.gateway.metadata import MetadataHandlers

METADATA = "/v1/tables/{table}/metadata"


def metadata_endpoints(metadata: MetadataHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            "get_metadata",
            "GET",
            METADATA,
            "Get what the platform noted about a table.",
            metadata.get,
            "platform",
        ),
        Endpoint(
            "put_metadata",
            "PUT",
            METADATA,
            "Replace or erase what the platform noted about a table.",
            metadata.put,
            "platform",
        ),
    )
