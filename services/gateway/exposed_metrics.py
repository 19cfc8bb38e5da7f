"""Selects the metrics that operators see. All other metrics stay internal."""

import math

from prometheus_client import Counter, Gauge, Histogram
from prometheus_client.parser import text_string_to_metric_families

from schemas.operations import Sample
from services.runtime.operations import telemetry

Metric = Counter | Gauge | Histogram

METRICS: tuple[Metric, ...] = (
    telemetry.BATCH_APPEND_SECONDS,
    telemetry.BATCH_DECIDE_SECONDS,
    telemetry.CACHED_TABLES,
    telemetry.COMMANDS,
    telemetry.COMMAND_COMMIT_SECONDS,
    telemetry.COMMAND_DELIVERY_SECONDS,
    telemetry.COMMAND_QUEUE_SECONDS,
    telemetry.COMMITS,
    telemetry.DEAD_LETTERS,
    telemetry.LAG_ENTRIES,
    telemetry.OLDEST_UNPROCESSED_SECONDS,
    telemetry.OVERDUE_DEADLINE_SECONDS,
    telemetry.PARKED_TABLES,
    telemetry.PROJECTOR_LEADER,
    telemetry.RATE_LIMITED_REQUESTS,
    telemetry.READY,
    telemetry.READ_MODEL_AGE_SECONDS,
    telemetry.REBUILD_REMAINING_TABLES,
    telemetry.REFUSED_CLIENTS,
    telemetry.REPLAY_MISMATCHES,
    telemetry.UNKNOWN_RULES,
    telemetry.SHARDS,
    telemetry.SHARDS_OWNED,
    telemetry.SLOW_CLIENTS,
    telemetry.SSE_CONNECTIONS,
    telemetry.SUBSCRIPTIONS,
    telemetry.WEBHOOK_ATTEMPTS,
    telemetry.WEBHOOK_DEAD_LETTERS,
    telemetry.WEBHOOK_WAITING_MESSAGES,
    telemetry.WEBSOCKET_CONNECTIONS,
)
COUNT_ONLY: tuple[Histogram, ...] = (telemetry.HTTP_REQUEST_SECONDS,)
"""Histograms reduced to their count: one per operation and status would be far too large."""
PROCESS_SAMPLES = (
    "process_cpu_seconds_total",
    "process_open_fds",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
)
"""Samples of the Prometheus library, without labels."""

_SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}


def family_name(metric: Metric) -> str:
    (family,) = metric.describe()
    return family.name


def sample_labels(metric: Metric) -> dict[str, tuple[str, ...]]:
    """Return the labels of each sample of a metric, by the sample's name."""
    (family,) = metric.describe()
    labels = tuple(metric._labelnames)
    return {
        f"{family.name}{suffix}": (*labels, "le") if suffix == "_bucket" else labels
        for suffix in _SUFFIXES[family.type]
    }


READY = family_name(telemetry.READY)
FAMILIES = (
    *map(family_name, METRICS),
    *map(family_name, COUNT_ONLY),
    *(name.removesuffix("_total") for name in PROCESS_SAMPLES),
)
SAMPLE_LABELS: dict[str, tuple[str, ...]] = {
    name: labels
    for metric in (*METRICS, *COUNT_ONLY)
    for name, labels in sample_labels(metric).items()
    if metric not in COUNT_ONLY or name.endswith("_count")
} | dict.fromkeys(PROCESS_SAMPLES, ())
"""Labels of each exposed sample, by the sample's name."""


def exposed_samples(metrics: str) -> tuple[Sample, ...]:
    """Parse the output of `/metrics` and return the exposed samples."""
    # Parsing a line costs far more than looking at its name.
    lines = [line for line in metrics.splitlines() if _name(line) in SAMPLE_LABELS]
    return tuple(
        Sample(sample.name, dict(sample.labels), sample.value)
        for family in text_string_to_metric_families("\n".join(lines) + "\n")
        for sample in family.samples
        if math.isfinite(sample.value)
    )


def _name(line: str) -> str:
    return line.split("{", 1)[0].split(" ", 1)[0]
