"""What is told of a service's metrics: the list, and nothing else."""

from prometheus_client import generate_latest

from services.gateway.told_metrics import COUNTERS, FAMILIES, HISTOGRAMS, told_samples
from services.runtime.telemetry import ARRIVAL_TO_COMMIT_SECONDS, REGISTRY


def test_every_family_on_the_list_is_measured() -> None:
    measured = {family.name for family in REGISTRY.collect()}
    assert set(FAMILIES) - measured == set()
    assert len(set(FAMILIES)) == len(FAMILIES)


def test_what_is_on_the_list_is_told_with_labels_and_buckets_and_all_else_is_not() -> None:
    ARRIVAL_TO_COMMIT_SECONDS.observe(0.003)
    samples = told_samples(generate_latest(REGISTRY).decode())
    names = {sample.name for sample in samples}
    assert all(name.startswith(FAMILIES) for name in names)
    assert not any(name.endswith("_created") for name in names)
    assert "python_gc_collections_total" not in names
    buckets = {
        sample.labels["le"]: sample.value
        for sample in samples
        if sample.name == "bluemoon_arrival_to_commit_seconds_bucket"
    }
    assert buckets["+Inf"] == buckets["10.0"] >= 1
    assert "bluemoon_call_seconds_count" in names
    assert "bluemoon_call_seconds_bucket" not in names
    topics = [s.labels["topic"] for s in samples if s.name == "bluemoon_subscriptions"]
    assert topics == ["game", "lobby", "player"]
    assert {"process_cpu_seconds_total", "process_resident_memory_bytes"} < names


def test_what_is_no_number_is_left_out() -> None:
    assert told_samples('bluemoon_ready NaN\nbluemoon_lag_entries{shard="1"} +Inf\n') == ()


def test_counters_and_histograms_are_told_apart() -> None:
    kinds = {family.name: family.type for family in REGISTRY.collect()}
    assert {kinds[name] for name in COUNTERS} == {"counter"}
    assert {kinds[name] for name in HISTOGRAMS} == {"histogram"}
