"""Handlers for many tables or tokens in one request. One that fails does not stop the others."""

import asyncio
from asyncio import Semaphore

from schemas.http import (
    OpenTableRequest,
    OpenTablesItem,
    OpenTablesRequest,
    OpenTablesResponse,
    TableTokenRequest,
    TokenRequest,
    TokensItem,
    TokensRequest,
    TokensResponse,
)
from services.gateway.access import Caller
from services.gateway.endpoints import ApiRequest
from services.gateway.parameters import Parameters
from services.gateway.quotas import Quotas
from services.gateway.tables import TableHandlers
from services.runtime.web.problems import ProblemError

CONCURRENT_MAX = 10
"""Tables of one request that are opened at the same time."""


class BulkHandlers:
    def __init__(self, tables: TableHandlers, quotas: Quotas) -> None:
        self._tables = tables
        self._quotas = quotas

    async def open_tables(
        self, request: ApiRequest[Parameters, Parameters, OpenTablesRequest]
    ) -> OpenTablesResponse:
        platform = request.caller.platform
        assert platform is not None, "only platforms open tables"
        # Checked for all at once: the count does not change while they are opened.
        await self._quotas.check_open_tables(platform, len(request.body.tables))
        slots = Semaphore(CONCURRENT_MAX)

        async def open_table(body: OpenTableRequest) -> OpenTablesItem:
            async with slots:
                try:
                    return OpenTablesItem(opened=await self._tables.open_for(platform, body))
                except ProblemError as error:
                    return OpenTablesItem(problem=error.problem)

        return OpenTablesResponse(
            tuple(await asyncio.gather(*map(open_table, request.body.tables)))
        )

    async def mint_tokens(
        self, request: ApiRequest[Parameters, Parameters, TokensRequest]
    ) -> TokensResponse:
        return TokensResponse(
            tuple([await self._mint(request.caller, each) for each in request.body.tokens])
        )

    async def _mint(self, caller: Caller, request: TableTokenRequest) -> TokensItem:
        try:
            response = await self._tables.mint_for(
                caller, request.table, TokenRequest(request.viewer)
            )
        except ProblemError as error:
            return TokensItem(problem=error.problem)
        return TokensItem(token=response.token)
