"""What a position means: which texts work and what is left of each card.

Nothing of this is stored (R19, R20): a reading is made from a state, remembers what it has worked
out, and is thrown away with it.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from games.duel.cards import CARDS
from games.duel.effects import Effect, Ignore
from games.duel.ignoring import (
    NO_ICONS,
    IgnoringText,
    Standing,
    ignores_bluffs,
    in_force,
    standing_of,
)
from schemas.duel import DuelState, Side
from schemas.duel_terms import CardId, Icon

E = TypeVar("E")
T = TypeVar("T")

_NONE: list[Any] = []

FIGHT_TYPES = ("character", "booster", "support")
ACTION_TYPES = ("leadership", "ship", "hyla", "achievement")


class Reading:
    __slots__ = (
        "_bluffs_ignored",
        "_by_kind",
        "_ignoring",
        "_ignoring_texts",
        "_known",
        "_standings",
        "_texts",
        "state",
    )

    def __init__(self, state: DuelState) -> None:
        self.state = state
        self._ignoring: tuple[tuple[Ignore, ...], tuple[Ignore, ...]] | None = None
        self._ignoring_texts: tuple[IgnoringText, ...] = ()
        self._standings: dict[tuple[int, CardId, bool], Standing] = {}
        self._texts: dict[int, tuple[tuple[CardId, Effect], ...]] = {}
        self._by_kind: dict[int, dict[type, list[Any]]] = {}
        self._bluffs_ignored: dict[int, bool] = {}
        self._known: dict[object, Any] = {}

    def side(self, seat: int) -> Side:
        return self.state.sides[seat]

    def once(self, key: object, work: Callable[[], T]) -> T:
        """What another chapter works out of this position, worked out once."""
        if key not in self._known:
            self._known[key] = work()
        found: T = self._known[key]
        return found

    def ignoring(self, seat: int) -> tuple[Ignore, ...]:
        """The seat's ignoring texts that are in force."""
        if self._ignoring is None:
            texts = [
                IgnoringText(owner, card, effect)
                for owner in (0, 1)
                for card in self.active_cards(owner)
                if isinstance(effect := CARDS[card].effect, Ignore)
            ]
            self._ignoring = ((), ())
            if texts:
                self._ignoring_texts = working = in_force(texts)
                self._ignoring = (
                    tuple(text.effect for text in working if text.seat == 0),
                    tuple(text.effect for text in working if text.seat == 1),
                )
        return self._ignoring[seat]

    def ignoring_texts(self, seat: int) -> tuple[IgnoringText, ...]:
        """The same with the cards that bear them, for those who want to know why."""
        self.ignoring(seat)
        return tuple(text for text in self._ignoring_texts if text.seat == seat)

    def active_cards(self, seat: int) -> Iterator[CardId]:
        """Every active card of the seat but the leader, whose line is no text (R1.5, R1.6)."""
        side = self.state.sides[seat]
        yield from side.active
        yield from side.support
        for vessel in side.influence:
            yield vessel.card
        for vessel in side.landed:
            yield vessel.card
        yield from side.achievements
        if side.inquisitor is not None:
            yield side.inquisitor
        turn = self.state.turn
        if turn.leadership is not None and turn.seat == seat:
            yield turn.leadership

    def standing(self, seat: int, card: CardId, *, active: bool) -> Standing:
        """What is left of a card of the seat, on the table or elsewhere (R18.6)."""
        key = (seat, card, active)
        found = self._standings.get(key)
        if found is None:
            facts = CARDS[card]
            opposing = self.ignoring(1 - seat)
            found = standing_of(facts, facts.type, opposing, active=active)
            self._standings[key] = found
        return found

    def standing_with(self, seat: int, card: CardId, granted: frozenset[Icon]) -> Standing:
        """The same for a card in hand or being put down that has icons by a text (R19.9)."""
        if not granted:
            return self.standing(seat, card, active=False)
        facts = CARDS[card]
        return standing_of(
            facts, facts.type, self.ignoring(1 - seat), active=False, granted=granted
        )

    def bluff_icons(self, seat: int, card: CardId) -> frozenset[Icon]:
        """The working icons of a bluff that is turned up: it is treated as a support (R25.13)."""
        standing = standing_of(CARDS[card], "support", self.ignoring(1 - seat), active=True)
        return standing.icons

    def bluffs_ignored(self, seat: int) -> bool:
        """Whether the seat's bluffs on the table are ignored: all are, or none (R25.4)."""
        found = self._bluffs_ignored.get(seat)
        if found is None:
            found = any(map(ignores_bluffs, self.ignoring(1 - seat)))
            self._bluffs_ignored[seat] = found
        return found

    def texts(self, seat: int) -> tuple[tuple[CardId, Effect], ...]:
        """All texts of the seat that are in force."""
        found = self._texts.get(seat)
        if found is None:
            found = tuple(
                (card, effect)
                for card in self.active_cards(seat)
                if (effect := CARDS[card].effect) is not None
                and self.standing(seat, card, active=True).text
            )
            self._texts[seat] = found
        return found

    def texts_of_kind(self, seat: int, kind: type[E]) -> list[tuple[CardId, E]]:
        by_kind = self._by_kind.get(seat)
        if by_kind is None:
            by_kind = self._by_kind[seat] = {}
            for text in self.texts(seat):
                by_kind.setdefault(type(text[1]), []).append(text)
        return by_kind.get(kind, _NONE)

    def text_works(self, seat: int, card: CardId) -> bool:
        """Whether the text of a card that is not on the table would work (R18.6)."""
        return self.standing(seat, card, active=False).text

    def dragons_of(self, seat: int) -> int:
        dragons = self.state.dragons if seat == 0 else -self.state.dragons
        return max(0, dragons)


__all__ = ["ACTION_TYPES", "FIGHT_TYPES", "NO_ICONS", "Reading"]
