"""Which texts work and what is left of each card: everything that depends only on the active cards.

A position is read many times: events that move no active card, the list of legal actions and the
decision that follows all have the same active cards. So the results are cached, across positions
and games. They are pure functions of the cards, and the cache is bounded.
"""

from collections import defaultdict
from functools import lru_cache
from typing import Any

from games.duel.cards import CARDS
from games.duel.effects import Effect, Ignore
from games.duel.ignoring import (
    IgnoringText,
    Standing,
    ignores_bluffs,
    in_force,
    standing_of,
)
from schemas.duel.terms import CardId, Cards

TABLES_KEPT_MAX = 1024
"""Each is a few KiB."""

TextOf = tuple[CardId, Effect]


class TextsInForce:
    """`active`: the active cards of both seats without leaders, whose line is not a text (R1.5)."""

    __slots__ = (
        "_standings",
        "bluffs_ignored",
        "by_kind",
        "ignoring",
        "ignoring_texts",
        "known",
        "texts",
    )

    def __init__(self, active: tuple[Cards, Cards]) -> None:
        self.known: dict[object, Any] = {}
        """Results of other modules for these cards."""
        self._standings: dict[tuple[int, CardId, bool], Standing] = {}
        ignoring = [
            IgnoringText(owner, card, effect)
            for owner in (0, 1)
            for card in active[owner]
            if isinstance(effect := CARDS[card].effect, Ignore)
        ]
        self.ignoring_texts = in_force(ignoring) if ignoring else ()
        self.ignoring = tuple(
            tuple(text.effect for text in self.ignoring_texts if text.seat == seat)
            for seat in (0, 1)
        )
        """By seat, like all below."""
        self.bluffs_ignored = tuple(
            any(map(ignores_bluffs, self.ignoring[1 - seat])) for seat in (0, 1)
        )
        self.texts = tuple(self._texts(seat, active[seat]) for seat in (0, 1))
        self.by_kind = tuple(_by_kind(texts) for texts in self.texts)

    def _texts(self, seat: int, active: Cards) -> tuple[TextOf, ...]:
        return tuple(
            (card, effect)
            for card in active
            if (effect := CARDS[card].effect) is not None
            and self.standing(seat, card, active=True).text
        )

    def standing(self, seat: int, card: CardId, *, active: bool) -> Standing:
        key = (seat, card, active)
        standing = self._standings.get(key)
        if standing is None:
            facts = CARDS[card]
            standing = standing_of(facts, facts.type, self.ignoring[1 - seat], active=active)
            self._standings[key] = standing
        return standing


def _by_kind(texts: tuple[TextOf, ...]) -> dict[type, list[Any]]:
    by_kind: dict[type, list[Any]] = defaultdict(list)
    for text in texts:
        by_kind[type(text[1])].append(text)
    return dict(by_kind)


@lru_cache(TABLES_KEPT_MAX)
def texts_in_force(first: Cards, second: Cards) -> TextsInForce:
    """The texts in force if these cards of seat 0 and seat 1 are active."""
    return TextsInForce((first, second))
