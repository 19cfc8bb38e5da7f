"""Calls for the metadata of a platform's tables."""

from client.api_calls import ApiCalls
from client.decoding import decode
from schemas.metadata import Metadata, MetadataResponse, PutMetadataRequest


class MetadataCalls(ApiCalls):
    async def get_metadata(self, table_id: str) -> Metadata:
        return decode(await self._get(f"/v1/tables/{table_id}/metadata"), MetadataResponse).metadata

    async def put_metadata(self, table_id: str, metadata: Metadata) -> None:
        """Replace all metadata of a table; an empty one erases it."""
        path, request = f"/v1/tables/{table_id}/metadata", PutMetadataRequest(metadata)
        await self._send("PUT", path, request, is_idempotent=True)
