"""Exponential backoff with full jitter."""

from client.backoff import Backoff


def test_the_limit_doubles_up_to_a_maximum_until_reset() -> None:
    backoff = Backoff(0.5, 3.0, lambda: 1.0)
    assert [backoff.next() for _ in range(5)] == [0.5, 1.0, 2.0, 3.0, 3.0]
    backoff.reset()
    assert backoff.next() == 0.5


def test_delays_are_spread_over_the_whole_range() -> None:
    fractions = iter((0.0, 0.25, 1.0))
    backoff = Backoff(4.0, 4.0, lambda: next(fractions))
    assert [backoff.next() for _ in range(3)] == [0.0, 1.0, 4.0]
