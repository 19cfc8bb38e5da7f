"""Bringing a model up to date: fold what is new in some games, and write what follows from it."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any

import structlog

from services.projector.folding import Games, Stopped, Told
from services.projector.model import Model
from services.projector.writing import Write, Writer
from services.runtime.feed_place import FeedPlace
from services.runtime.parked_games import REASON_CHARS_MAX, Parked
from services.runtime.telemetry import GAME, MODEL, PROJECTED, SEQ

log = structlog.get_logger()


class Telling:
    """What is new in some games, folded once for all models that ask from the same version."""

    def __init__(self, games: Games, fed: Mapping[str, Mapping[int, bytes]]) -> None:
        self._games = games
        self._fed = fed
        self._told: dict[tuple[str, int, int], Told] = {}
        self._telling = asyncio.Lock()

    async def tell(self, game: str, after: int, until: int) -> Told:
        asked = (game, after, until)
        async with self._telling:
            if asked not in self._told:
                fed = self._fed.get(game, {})
                self._told[asked] = await self._games.tell(game, after, until, fed)
                # Folding is work: others get their turn between two games.
                await asyncio.sleep(0)
        return self._told[asked]


class Target:
    """A model, and the generation of it that we write."""

    def __init__(self, model: Model, writer: Writer) -> None:
        self.model = model
        self.writer = writer

    async def bring(
        self,
        telling: Telling,
        heads: Mapping[str, int],
        places: Mapping[int, FeedPlace],
        fresh_ms: int | None = None,
    ) -> None:
        """Up to these versions of these games. Raises ChangedError or SealedError, and then nothing
        was written."""
        seqs: dict[str, int] = {}
        parked: list[Parked] = []
        news: list[Any] = []
        commits = 0
        for game, applied in (await self.writer.where(list(heads))).items():
            if applied >= heads[game]:
                continue
            told = await telling.tell(game, applied, heads[game])
            try:
                news += self.model.news(told)
            except Exception as error:
                told = Told(game, None, (), Stopped(applied + 1, repr(error)))
            commits += len(told.steps)
            seqs[game] = applied + len(told.steps)
            if told.stopped is not None:
                parked.append(_parked(game, told.stopped))
        await self.writer.write(await self.writes(news), seqs, places, fresh_ms, parked)
        PROJECTED.labels(self.model.name).inc(commits)
        for one in parked:
            self._complain(one)

    async def writes(self, news: Sequence[Any]) -> list[Write]:
        return await self.model.writes(self.writer.client, self.writer.generation, news)

    def _complain(self, parked: Parked) -> None:
        log.error(
            "a game is parked: its rows stay as they are until the model is rebuilt",
            reason=parked.reason,
            **{MODEL: self.model.name, GAME: parked.game, SEQ: parked.seq},
        )


def _parked(game: str, stopped: Stopped) -> Parked:
    now = time.time_ns() // 1_000_000
    return Parked(game, stopped.seq, stopped.reason[:REASON_CHARS_MAX], now)
