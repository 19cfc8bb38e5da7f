"""Handler for operators: live metrics of the services, the server and the tables."""

import asyncio
from types import TracebackType
from typing import Self

import httpx

from schemas.operations import OperationsResponse, Sample, ServiceFigures, TableCounts
from services.gateway.endpoints import PlainRequest
from services.gateway.exposed_metrics import READY, exposed_samples
from services.runtime.operations.clock import now_ms
from services.runtime.operations.deployment import Deployment
from services.runtime.operations.service_registry import ServiceRecord
from services.runtime.readmodels.generations import NotBuiltError
from services.runtime.readmodels.read_models import ReadModels
from services.runtime.store.dead_letters import DeadLetters

TIMEOUT_SECONDS = 2.0
"""A service that takes longer to return its metrics is reported as down."""


class OperationsHandlers:
    """Use as an async context manager: it owns an HTTP client."""

    def __init__(
        self, deployment: Deployment, dead_letters: DeadLetters, read_models: ReadModels
    ) -> None:
        self._deployment = deployment
        self._dead_letters = dead_letters
        self._read_models = read_models
        self._http: httpx.AsyncClient | None = None

    async def __aenter__(self) -> Self:
        # Connect to the services directly, ignoring any proxy of the environment.
        self._http = httpx.AsyncClient(timeout=TIMEOUT_SECONDS, trust_env=False)
        return self

    async def __aexit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        assert self._http is not None, "entered before it is exited"
        await self._http.aclose()

    async def get(self, _request: PlainRequest) -> OperationsResponse:
        running = await self._deployment.services()
        return OperationsResponse(
            at=now_ms(),
            services=tuple(await asyncio.gather(*map(self._figures, running))),
            server=await self._deployment.server(),
            tables=await self._table_counts(),
            dead_letters=await self._dead_letters.count(),
        )

    async def _figures(self, service: ServiceRecord) -> ServiceFigures:
        samples = await self._samples(service.health)
        is_ready = samples is not None and any(
            sample.name == READY and sample.value == 1 for sample in samples
        )
        return ServiceFigures(
            name=service.name,
            id=service.id,
            address=service.health,
            up=samples is not None,
            ready=is_ready,
            samples=samples or (),
        )

    async def _samples(self, address: str) -> tuple[Sample, ...] | None:
        """Return a service's metrics, or None if it does not respond with valid ones."""
        assert self._http is not None, "used only as a context manager"
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                response = await self._http.get(f"{address}/metrics")
            response.raise_for_status()
            return exposed_samples(response.text)
        except (httpx.HTTPError, TimeoutError, ValueError):
            return None

    async def _table_counts(self) -> TableCounts | None:
        try:
            return TableCounts(**await self._read_models.tables.count_by_stage())
        except NotBuiltError:
            return None
