"""Which of the services' metrics are told to those who run them, and how they are read.

A list of its own: whatever else a service measures stays inside until somebody puts it here.
"""

import math

from prometheus_client.parser import text_string_to_metric_families

from schemas.upkeep import Sample

READY = "bluemoon_ready"

COUNTERS = (
    "bluemoon_commands",
    "bluemoon_commits",
    "bluemoon_dead_letters",
    "bluemoon_rate_limited_calls",
    "bluemoon_refused_clients",
    "bluemoon_replay_mismatches",
    "bluemoon_slow_clients",
    "bluemoon_webhook_attempts",
    "process_cpu_seconds",
)
GAUGES = (
    READY,
    "bluemoon_cached_games",
    "bluemoon_lag_entries",
    "bluemoon_model_age_seconds",
    "bluemoon_oldest_unprocessed_seconds",
    "bluemoon_open_sockets",
    "bluemoon_open_streams",
    "bluemoon_overdue_deadline_seconds",
    "bluemoon_parked_games",
    "bluemoon_projecting",
    "bluemoon_rebuild_games_left",
    "bluemoon_shards",
    "bluemoon_shards_owned",
    "bluemoon_subscriptions",
    "bluemoon_webhook_dead",
    "bluemoon_webhook_waiting",
    "process_open_fds",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
)
HISTOGRAMS = (
    "bluemoon_appending_seconds",
    "bluemoon_arrival_to_commit_seconds",
    "bluemoon_arrival_to_sent_seconds",
    "bluemoon_command_waiting_seconds",
    "bluemoon_deciding_seconds",
)
COUNTED = ("bluemoon_call_seconds",)
"""Only how many: with a histogram for each operation and status the answer would be all buckets."""
FAMILIES = (*COUNTERS, *GAUGES, *HISTOGRAMS, *COUNTED)

_NAMES = frozenset(
    (
        *(f"{name}_total" for name in COUNTERS),
        *GAUGES,
        *(f"{name}_{part}" for name in HISTOGRAMS for part in ("bucket", "count", "sum")),
        *(f"{name}_count" for name in COUNTED),
    )
)


def told_samples(metrics: str) -> tuple[Sample, ...]:
    """What is told of all that a service says at `/metrics`."""
    # Reading a line costs far more than looking at its name.
    lines = [line for line in metrics.splitlines() if _name(line) in _NAMES]
    return tuple(
        Sample(sample.name, dict(sample.labels), sample.value)
        for family in text_string_to_metric_families("\n".join(lines) + "\n")
        for sample in family.samples
        if math.isfinite(sample.value)
    )


def _name(line: str) -> str:
    return line.split("{", 1)[0].split(" ", 1)[0]
