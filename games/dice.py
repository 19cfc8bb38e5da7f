"""Verifiable dice.

All random numbers come from one key by HMAC-SHA-256 in counter mode. Each use has a label
(`city/deck/2`) and so its own stream, and anyone who holds the key gets the same numbers in any
language. The key combines the table's secret seed with the entropy of the seats, so neither the
platform nor a seat controls the dice alone.
"""

import hmac
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
_WORD_BYTES = 4
_WORD_VALUES = 1 << (8 * _WORD_BYTES)


def commitment_of(seed: str) -> str:
    """Return the SHA-256 of a seed's bytes, which is published before the game."""
    return sha256(bytes.fromhex(seed)).hexdigest()


class Dice:
    """Random numbers by label. The key is computed on first use: most commands need none."""

    def __init__(self, key: Callable[[], bytes]) -> None:
        self._make_key = key

    @cached_property
    def _key(self) -> bytes:
        return self._make_key()

    @classmethod
    def of_table(cls, seed: str, entropies: Sequence[str]) -> "Dice":
        """The dice of a table: its seed, mixed with each seat's entropy in seat order."""

        def key() -> bytes:
            mixed = "/".join(("bluemoon/dice", *entropies))
            return hmac.digest(bytes.fromhex(seed), mixed.encode(), "sha256")

        return cls(key)

    @classmethod
    def of_text(cls, text: str) -> "Dice":
        """Dice for bots and simulations, keyed by any text."""
        return cls(lambda: sha256(text.encode()).digest())

    def derive(self, label: str) -> str:
        """Return 32 bytes derived from the key for a label, in hex. They can serve as a seed."""
        return hmac.digest(self._key, b"derive/" + label.encode(), "sha256").hex()

    def below(self, label: str, limit: int) -> int:
        """A uniform number from 0 to limit - 1."""
        return _uniform(self._words(label), limit)

    def picker(self, label: str) -> Callable[[int], int]:
        """Return a function that takes a limit and draws uniform numbers from one stream."""
        words = self._words(label)
        return lambda limit: _uniform(words, limit)

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """A uniform order of the items: Fisher-Yates, from the last position to the first."""
        words = self._words(label)
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            chosen = _uniform(words, last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)

    def _words(self, label: str) -> Iterator[int]:
        prefix = label.encode() + b"\0"
        counter = 0
        while True:
            block = hmac.digest(self._key, prefix + counter.to_bytes(8, "big"), "sha256")
            for start in range(0, len(block), _WORD_BYTES):
                yield int.from_bytes(block[start : start + _WORD_BYTES], "big")
            counter += 1


def _uniform(words: Iterator[int], limit: int) -> int:
    """Rejection sampling: words past the last whole multiple of the limit are skipped."""
    assert 0 < limit <= _WORD_VALUES, limit
    fair = _WORD_VALUES - _WORD_VALUES % limit
    return next(word for word in words if word < fair) % limit
