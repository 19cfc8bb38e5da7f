"""When to come back: by lot, from a span that doubles up to a limit."""

from client.backoff import Backoff


def test_the_span_doubles_up_to_its_limit_and_starts_small_again() -> None:
    backoff = Backoff(0.5, 3.0, lambda: 1.0)
    assert [backoff.next() for _ in range(5)] == [0.5, 1.0, 2.0, 3.0, 3.0]
    backoff.reset()
    assert backoff.next() == 0.5


def test_the_whole_span_is_used() -> None:
    chances = iter((0.0, 0.25, 1.0))
    backoff = Backoff(4.0, 4.0, lambda: next(chances))
    assert [backoff.next() for _ in range(3)] == [0.0, 1.0, 4.0]
