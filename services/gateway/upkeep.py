"""For the one who runs the deployment: what all its services tell, asked at this moment."""

import asyncio
import time
from types import TracebackType
from typing import Self

import httpx

from schemas.upkeep import OperationsAnswer, Sample, ServiceFigures, TableCounts
from services.gateway.operations import Answer, Call
from services.gateway.told_metrics import READY, told_samples
from services.runtime.dead_letters import DeadLetters
from services.runtime.directory import Listed, services
from services.runtime.event_log import EventLog
from services.runtime.generations import NotBuiltError
from services.runtime.server_memory import server_figures
from services.runtime.table_lists import TableLists

ANSWER_SECONDS = 2.0
"""A service that takes longer to say how it is, is not well."""


class UpkeepDesk:
    """Used as `async with` while it answers."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._http: httpx.AsyncClient | None = None

    async def __aenter__(self) -> Self:
        # Services are asked directly, whatever proxy the environment names.
        self._http = httpx.AsyncClient(timeout=ANSWER_SECONDS, trust_env=False)
        return self

    async def __aexit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        assert self._http is not None, "closed after it was opened"
        await self._http.aclose()

    async def operations(self, _call: Call) -> Answer:
        running = await services(self._log.client)
        return Answer(
            OperationsAnswer(
                at=time.time_ns() // 1_000_000,
                services=tuple(await asyncio.gather(*map(self._ask, running))),
                server=await server_figures(self._log.client),
                games=await self._games(),
                dead_letters=await DeadLetters(self._log).count(),
            )
        )

    async def _ask(self, service: Listed) -> ServiceFigures:
        samples = await self._samples(service.health)
        ready = samples is not None and any(
            sample.name == READY and sample.value == 1 for sample in samples
        )
        return ServiceFigures(
            name=service.name,
            id=service.id,
            address=service.health,
            up=samples is not None,
            ready=ready,
            samples=samples or (),
        )

    async def _samples(self, address: str) -> tuple[Sample, ...] | None:
        """None when it does not answer, or not as one of ours does."""
        assert self._http is not None, "asked only while it is open"
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                answer = await self._http.get(f"{address}/metrics")
            answer.raise_for_status()
            return told_samples(answer.text)
        except (httpx.HTTPError, TimeoutError, ValueError):
            return None

    async def _games(self) -> TableCounts | None:
        try:
            return TableCounts(**await TableLists(self._log.client).by_stage())
        except NotBuiltError:
            return None
