"""How far this engine is behind: one figure per shard, whatever number of streams the shard has."""

from services.runtime.operations.clock import now_ms
from services.runtime.operations.telemetry import LAG_ENTRIES, OLDEST_UNPROCESSED_SECONDS
from services.runtime.store.command_stream import Lag
from services.runtime.store.event_log import ENGINE_GROUP
from services.runtime.store.keys import ShardKeys, StreamKeys


class LagMetrics:
    def __init__(self) -> None:
        self._lags: dict[ShardKeys, dict[StreamKeys, Lag]] = {}

    def set(self, stream: StreamKeys, lag: Lag) -> None:
        lags = self._lags.setdefault(stream.shard, {})
        lags[stream] = lag
        _report(stream.shard, lags)

    def forget(self, stream: StreamKeys) -> None:
        """Its next owner reports it."""
        lags = self._lags.get(stream.shard, {})
        lags.pop(stream, None)
        if lags:
            _report(stream.shard, lags)
            return
        for gauge in (LAG_ENTRIES, OLDEST_UNPROCESSED_SECONDS):
            gauge.remove(*_labels(stream.shard))


def _report(shard: ShardKeys, lags: dict[StreamKeys, Lag]) -> None:
    now = now_ms()
    oldest_at = min((lag.oldest_at for lag in lags.values() if lag.oldest_at), default=now)
    LAG_ENTRIES.labels(*_labels(shard)).set(sum(lag.entries for lag in lags.values()))
    OLDEST_UNPROCESSED_SECONDS.labels(*_labels(shard)).set(max(0, now - oldest_at) / 1000)


def _labels(shard: ShardKeys) -> tuple[str, str]:
    return str(shard.number), ENGINE_GROUP
