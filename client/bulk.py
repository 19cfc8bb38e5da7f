"""Calls for many tables or tokens at once."""

from collections.abc import Sequence

from client.api_calls import ApiCalls
from client.decoding import decode
from schemas.http import (
    OpenTableRequest,
    OpenTablesRequest,
    OpenTablesResponse,
    TableTokenRequest,
    TokensRequest,
    TokensResponse,
)


class BulkCalls(ApiCalls):
    async def open_tables(self, tables: Sequence[OpenTableRequest]) -> OpenTablesResponse:
        """Open several tables. Each has its own result."""
        request = OpenTablesRequest(tuple(tables))
        # With external ids, a table that was opened already is returned again.
        is_idempotent = all(table.external_id is not None for table in tables)
        content = await self._send("POST", "/v1/bulk/tables", request, is_idempotent=is_idempotent)
        return decode(content, OpenTablesResponse)

    async def mint_tokens(self, tokens: Sequence[TableTokenRequest]) -> TokensResponse:
        """Return a token for each seat or spectator, or why there is none."""
        request = TokensRequest(tuple(tokens))
        content = await self._send("POST", "/v1/bulk/tokens", request, is_idempotent=True)
        return decode(content, TokensResponse)
