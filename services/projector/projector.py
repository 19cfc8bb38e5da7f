"""Follows every feed and keeps the live models up to date."""

import asyncio
import time
from collections.abc import Awaitable, Mapping, Sequence

import structlog

from services.projector.bringing import Target, Telling
from services.projector.feeds import (
    PACE_SECONDS,
    Batch,
    Heard,
    feed_loop,
    moved,
    news_of,
    read_between,
    read_feed,
)
from services.projector.folding import Games
from services.projector.live_models import LiveModels
from services.projector.model import Model
from services.projector.sweeping import sweep
from services.projector.writing import ChangedError, SealedError
from services.runtime.connection import is_outage
from services.runtime.event_log import EventLog
from services.runtime.feed_place import START, FeedHead, FeedPlace, feed_head, order
from services.runtime.generations import ModelName
from services.runtime.health import Health
from services.runtime.keys import ShardKeys
from services.runtime.settings import Settings
from services.runtime.tasks import end
from services.runtime.telemetry import (
    LAG_ENTRIES,
    MODEL,
    MODEL_AGE_SECONDS,
    OLDEST_SECONDS,
    PARKED,
    REFUSED_WRITES,
    SHARD,
)

FOLLOWER = "projector"
"""The name that trimming knows us by."""
TEND_SECONDS = 1.0
RETRY_SECONDS = 0.2

log = structlog.get_logger()


class Projector:
    """Whether it may write is its leadership's business; whether it can, without doing anything
    twice, is guarded by each generation's revision."""

    def __init__(
        self, event_log: EventLog, models: Sequence[Model], settings: Settings, health: Health
    ) -> None:
        self._log = event_log
        self._client = event_log.client
        self._health = health
        self._games = Games(event_log, settings.cache_games)
        self._live = LiveModels(event_log, models, settings.cache_games)
        self._fresh_ms: dict[int, int] = {}
        """What came before this moment was read, by shard."""
        self._written: dict[ModelName, float] = {}
        self._complete_ms: dict[ModelName, int] = {}
        """What came before this moment is in the rows, by model."""
        self._turned = 0.0
        self._tended = 0.0

    async def run(self) -> None:
        """Until cancelled."""
        batches: asyncio.Queue[Batch] = asyncio.Queue(maxsize=self._log.shards)
        readers: list[asyncio.Task[None]] = []
        try:
            while not await self._tried(self._tend()):
                pass
            for shard in self._log.all_shards():
                place = self._live.slowest(shard.number)
                if place is None:
                    place = (await feed_head(self._client, shard.feed)).place
                reading = read_feed(self._log, shard, place.entry, batches, self._health)
                readers.append(asyncio.create_task(reading))
            while True:
                got = [await batches.get()]
                await asyncio.sleep(self._turned + PACE_SECONDS - time.monotonic())
                while not batches.empty():
                    got.append(batches.get_nowait())
                self._turned = time.monotonic()
                if not self._live.complete:
                    await self._tried(self._live.look())
                await self._tried(self._turn(got))
                if time.monotonic() - self._tended >= TEND_SECONDS:
                    await self._tried(self._tend())
                self._health.beat("projector")
        finally:
            await end(*readers)
            await self._live.stop()
            self._fall_silent()

    def _fall_silent(self) -> None:
        """Somebody else measures from now on."""
        self._health.forget("projector")
        for shard in self._log.all_shards():
            self._health.forget(feed_loop(shard))
            LAG_ENTRIES.labels(str(shard.number), FOLLOWER).set(0)
            OLDEST_SECONDS.labels(str(shard.number), FOLLOWER).set(0)
        for name in self._live.models:
            PARKED.labels(name).set(0)
            MODEL_AGE_SECONDS.labels(name).set(0)

    async def _tried(self, work: Awaitable[None]) -> bool:
        """What fails is tried again: the cursors tell what is in the models and what is not."""
        try:
            await work
        except Exception as error:
            if is_outage(error):
                self._health.not_ready("models", f"no word from the server: {error}")
                log.warning("the models can't be written", error=str(error))
            else:
                self._health.not_ready("models", f"{error!r}")
                log.exception("the projector failed")
            await asyncio.sleep(RETRY_SECONDS)
            return False
        self._health.ready("models")
        return True

    async def _turn(self, batches: Sequence[Batch]) -> None:
        """What the feeds have brought goes into every model; one that fails does not stop the
        others."""
        by_shard: dict[ShardKeys, list[Batch]] = {}
        for batch in batches:
            by_shard.setdefault(batch.shard, []).append(batch)
        fresh_ms = self._fresh_after(by_shard)
        _, fed = news_of(heard for batch in batches for heard in batch.heard)
        telling = Telling(self._games, fed)
        targets = list(self._live.targets.values())
        ended = await asyncio.gather(
            *(self._bring(target, by_shard, telling, fresh_ms) for target in targets),
            return_exceptions=True,
        )
        failures: list[BaseException] = []
        for target, failure in zip(targets, ended, strict=True):
            if isinstance(failure, ChangedError | SealedError):
                self._overtaken(target, failure)
            elif failure is not None:
                failures.append(failure)
        if failures:
            raise failures[0]

    def _fresh_after(self, by_shard: Mapping[ShardKeys, Sequence[Batch]]) -> int | None:
        for shard, batches in by_shard.items():
            last = batches[-1]
            self._fresh_ms[shard.number] = last.asked_ms if last.whole else order(last.end)[0]
        known = len(self._fresh_ms) == self._log.shards
        return min(self._fresh_ms.values()) if known else None

    async def _bring(
        self,
        target: Target,
        by_shard: Mapping[ShardKeys, Sequence[Batch]],
        telling: Telling,
        fresh_ms: int | None,
    ) -> None:
        places: dict[int, FeedPlace] = {}
        heard: list[Heard] = []
        for shard, batches in by_shard.items():
            place = target.writer.places.get(shard.number, START)
            new = await self._new_to(place, shard, batches)
            if new:
                places[shard.number] = moved(place, new)
                heard += new
        name = target.model.name
        if heard or time.monotonic() - self._written.get(name, 0.0) >= TEND_SECONDS:
            heads, _ = news_of(heard)
            await target.bring(telling, heads, places, fresh_ms)
            self._written[name] = time.monotonic()
            if fresh_ms is not None:
                self._complete_ms[name] = fresh_ms

    async def _new_to(
        self, place: FeedPlace, shard: ShardKeys, batches: Sequence[Batch]
    ) -> list[Heard]:
        """What of these batches is new to a model. One that is not where they begin, because a
        write failed or because it was just rebuilt, reads for itself what it has missed."""
        if batches[0].start == place.entry:
            return [heard for batch in batches for heard in batch.heard]
        last = batches[-1].end
        found: list[Heard] = []
        at = place.entry
        while order(at) < order(last):
            some = await read_between(self._client, shard, at, last)
            if not some:
                break
            found += some
            at = some[-1].id
        return found

    def _overtaken(self, target: Target, failure: BaseException) -> None:
        """Somebody else has written, or a new generation takes over: look again."""
        name = target.model.name
        if isinstance(failure, ChangedError):
            REFUSED_WRITES.labels(name).inc()
            log.warning("somebody else has written to a model", **{MODEL: name})
        self._live.targets.pop(name, None)

    async def _tend(self) -> None:
        """Which generations are live, what they have missed, how far behind they are."""
        self._tended = time.monotonic()
        await self._live.look()
        for shard in self._log.all_shards():
            head = await feed_head(self._client, shard.feed)
            for target in list(self._live.targets.values()):
                await self._mend(target, shard, head)
            await self._measure(shard, head)
        for name, target in self._live.targets.items():
            PARKED.labels(name).set(await self._client.hlen(target.writer.generation.parked))
        for name, complete_ms in self._complete_ms.items():
            MODEL_AGE_SECONDS.labels(name).set(max(0.0, time.time() - complete_ms / 1000))

    async def _mend(self, target: Target, shard: ShardKeys, head: FeedHead) -> None:
        place = target.writer.places.get(shard.number, START)
        name = target.model.name
        if head.place.read < place.read:
            head = await feed_head(self._client, shard.feed)
        if head.place.read < place.read:
            # The server has lost what it had taken: the rows tell of commits that are not there.
            await self._live.rebuild({name: f"shard {shard.number} is shorter than it was"})
        elif head.cut > place.read:
            log.warning(
                "the feed was cut off before a model had read it: its games are read",
                **{MODEL: name, SHARD: shard.number},
            )
            try:
                await sweep(self._log, [target], self._games, shard)
            except (ChangedError, SealedError) as failure:
                self._overtaken(target, failure)

    async def _measure(self, shard: ShardKeys, head: FeedHead) -> None:
        slowest = self._live.slowest(shard.number)
        if slowest is None:
            return
        label = (str(shard.number), FOLLOWER)
        lag = max(0, head.place.read - slowest.read)
        LAG_ENTRIES.labels(*label).set(lag)
        fresh = self._fresh_ms.get(shard.number)
        age = time.time() - fresh / 1000 if lag and fresh else 0.0
        OLDEST_SECONDS.labels(*label).set(max(0.0, age))
        if self._live.complete:
            # For trimming; a hint only, so it need not be written with the rows.
            await self._client.hset(shard.cursors, FOLLOWER, slowest.entry)
