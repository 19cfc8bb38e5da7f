"""Exposed metrics: exactly the families on the list."""

from prometheus_client import generate_latest

from services.gateway.exposed_metrics import FAMILIES, SAMPLE_LABELS, exposed_samples
from services.runtime.operations.telemetry import COMMAND_COMMIT_SECONDS, REGISTRY


def test_every_exposed_family_exists() -> None:
    registered_names = {family.name for family in REGISTRY.collect()}
    assert set(FAMILIES) - registered_names == set()
    assert len(set(FAMILIES)) == len(FAMILIES)


def test_returns_exposed_samples_with_labels_and_buckets_and_no_others() -> None:
    COMMAND_COMMIT_SECONDS.observe(0.003)
    samples = exposed_samples(generate_latest(REGISTRY).decode())
    names = {sample.name for sample in samples}
    assert all(name.startswith(FAMILIES) for name in names)
    assert not any(name.endswith("_created") for name in names)
    assert "python_gc_collections_total" not in names
    buckets = {
        sample.labels["le"]: sample.value
        for sample in samples
        if sample.name == "bluemoon_command_commit_duration_seconds_bucket"
    }
    assert buckets["+Inf"] == buckets["10.0"] >= 1
    assert "bluemoon_http_request_duration_seconds_count" in names
    assert "bluemoon_http_request_duration_seconds_bucket" not in names
    topics = [
        sample.labels["topic"] for sample in samples if sample.name == "bluemoon_subscriptions"
    ]
    assert sorted(topics) == ["lobby", "player", "table"]
    assert {"process_cpu_seconds_total", "process_resident_memory_bytes"} < names


def test_skips_values_that_are_not_finite() -> None:
    assert exposed_samples('bluemoon_ready NaN\nbluemoon_lag_entries{shard="1"} +Inf\n') == ()


def test_labels_are_those_of_the_samples() -> None:
    assert SAMPLE_LABELS["bluemoon_commands_total"] == ("action", "outcome", "code")
    assert SAMPLE_LABELS["bluemoon_command_commit_duration_seconds_bucket"] == ("le",)
    assert SAMPLE_LABELS["process_open_fds"] == ()
    for sample in exposed_samples(generate_latest(REGISTRY).decode()):
        assert sample.labels.keys() == set(SAMPLE_LABELS[sample.name]), sample.name
