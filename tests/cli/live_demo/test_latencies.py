"""Rates and percentiles of the last seconds."""

import pytest

from cli.live_demo.latencies import WINDOW_SECONDS, Latencies


class FakeClock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_percentiles_are_nearest_ranks() -> None:
    latencies = Latencies(FakeClock())
    for milliseconds in range(1, 101):
        latencies.add(milliseconds / 1000)

    assert latencies.percentile(50) == 0.05
    assert latencies.percentile(99) == 0.099
    assert latencies.percentile(100) == 0.1


def test_no_samples_give_no_percentile() -> None:
    assert Latencies(FakeClock()).percentile(50) is None


def test_old_samples_are_dropped() -> None:
    clock = FakeClock()
    latencies = Latencies(clock)
    latencies.add(9.0)
    clock.now = WINDOW_SECONDS + 1
    latencies.add(1.0)

    assert latencies.percentile(99) == 1.0
    assert latencies.rate() == pytest.approx(1 / WINDOW_SECONDS)


def test_rate_of_the_first_seconds_uses_the_elapsed_time() -> None:
    clock = FakeClock()
    latencies = Latencies(clock)
    assert latencies.rate() == 0.0
    clock.now = 2.0
    for _ in range(10):
        latencies.add(0.1)

    assert latencies.rate() == 5.0
