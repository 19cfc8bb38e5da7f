"""Selects the metrics that operators see. All other metrics stay internal."""

import math

from prometheus_client.parser import text_string_to_metric_families

from schemas.operations import Sample

READY = "bluemoon_ready"

COUNTERS = (
    "bluemoon_commands",
    "bluemoon_commits",
    "bluemoon_dead_letters",
    "bluemoon_rate_limited_requests",
    "bluemoon_refused_clients",
    "bluemoon_replay_mismatches",
    "bluemoon_slow_clients",
    "bluemoon_webhook_attempts",
    "process_cpu_seconds",
)
GAUGES = (
    READY,
    "bluemoon_cached_tables",
    "bluemoon_lag_entries",
    "bluemoon_read_model_age_seconds",
    "bluemoon_oldest_unprocessed_seconds",
    "bluemoon_websocket_connections",
    "bluemoon_sse_connections",
    "bluemoon_overdue_deadline_seconds",
    "bluemoon_parked_tables",
    "bluemoon_projector_leader",
    "bluemoon_rebuild_remaining_tables",
    "bluemoon_shards",
    "bluemoon_shards_owned",
    "bluemoon_subscriptions",
    "bluemoon_webhook_dead_letters",
    "bluemoon_webhook_waiting_messages",
    "process_open_fds",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
)
HISTOGRAMS = (
    "bluemoon_batch_append_duration_seconds",
    "bluemoon_command_commit_duration_seconds",
    "bluemoon_command_delivery_duration_seconds",
    "bluemoon_command_queue_duration_seconds",
    "bluemoon_batch_decide_duration_seconds",
)
COUNT_ONLY = ("bluemoon_http_request_duration_seconds",)
"""Histograms reduced to their count: one per operation and status would be far too large."""
FAMILIES = (*COUNTERS, *GAUGES, *HISTOGRAMS, *COUNT_ONLY)

_NAMES = frozenset(
    (
        *(f"{name}_total" for name in COUNTERS),
        *GAUGES,
        *(f"{name}_{part}" for name in HISTOGRAMS for part in ("bucket", "count", "sum")),
        *(f"{name}_count" for name in COUNT_ONLY),
    )
)


def exposed_samples(metrics: str) -> tuple[Sample, ...]:
    """Parse the output of `/metrics` and return the exposed samples."""
    # Parsing a line costs far more than looking at its name.
    lines = [line for line in metrics.splitlines() if _name(line) in _NAMES]
    return tuple(
        Sample(sample.name, dict(sample.labels), sample.value)
        for family in text_string_to_metric_families("\n".join(lines) + "\n")
        for sample in family.samples
        if math.isfinite(sample.value)
    )


def _name(line: str) -> str:
    return line.split("{", 1)[0].split(" ", 1)[0]
