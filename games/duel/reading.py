"""What a position means: which texts work and what is left of each card.

None of this is stored in the state (R19, R20): a reading is derived from a state and caches its
results.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from games.duel.cards import CARDS
from games.duel.effects import Ignore
from games.duel.ignoring import NO_ICONS, IgnoringText, Standing, standing_of
from games.duel.texts_in_force import TextOf, texts_in_force
from schemas.duel.state import DuelState, Side
from schemas.duel.terms import CardId, Cards, CardType, Icon

E = TypeVar("E")
T = TypeVar("T")

_NONE: list[Any] = []

FIGHT_TYPES: tuple[CardType, ...] = ("character", "booster", "support")
ACTION_TYPES: tuple[CardType, ...] = ("leadership", "ship", "hyla", "achievement")


class Reading:
    __slots__ = ("_active", "_by_kind", "_in_force", "_known", "state")

    def __init__(self, state: DuelState) -> None:
        self.state = state
        self._active = (_active_cards(state, 0), _active_cards(state, 1))
        self._in_force = texts_in_force(*self._active)
        self._by_kind = self._in_force.by_kind
        self._known: dict[object, Any] = {}

    def side(self, seat: int) -> Side:
        return self.state.sides[seat]

    def once(self, key: object, work: Callable[[], T]) -> T:
        """Return what another module derives from this position, computed once."""
        if key not in self._known:
            self._known[key] = work()
        value: T = self._known[key]
        return value

    def once_for_table(self, key: object, work: Callable[[], T]) -> T:
        """The same for what depends on the active cards alone, and on what the key names."""
        known = self._in_force.known
        if key not in known:
            known[key] = work()
        value: T = known[key]
        return value

    def ignoring(self, seat: int) -> tuple[Ignore, ...]:
        """The seat's ignoring texts that are in force."""
        return self._in_force.ignoring[seat]

    def ignoring_texts(self, seat: int) -> tuple[IgnoringText, ...]:
        """The same with their cards, for explanations."""
        return tuple(text for text in self._in_force.ignoring_texts if text.seat == seat)

    def active_cards(self, seat: int) -> Cards:
        """The seat's active cards except the leader, whose line is not a text (R1.5, R1.6)."""
        return self._active[seat]

    def standing(self, seat: int, card: CardId, *, active: bool) -> Standing:
        """What is left of a card of the seat, on the table or elsewhere (R18.6)."""
        return self._in_force.standing(seat, card, active=active)

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
        return self._in_force.bluffs_ignored[seat]

    def texts(self, seat: int) -> tuple[TextOf, ...]:
        """All texts of the seat that are in force."""
        return self._in_force.texts[seat]

    def texts_of_kind(self, seat: int, kind: type[E]) -> list[tuple[CardId, E]]:
        return self._by_kind[seat].get(kind, _NONE)

    def text_works(self, seat: int, card: CardId) -> bool:
        """Whether the text of a card that is not on the table would work (R18.6)."""
        return self.standing(seat, card, active=False).text

    def dragons_of(self, seat: int) -> int:
        dragons = self.state.dragons if seat == 0 else -self.state.dragons
        return max(0, dragons)


class _Latest:
    """The latest reading. Deciding an action often follows listing those of the same position."""

    reading: Reading | None = None


def reading_of(state: DuelState) -> Reading:
    """Return a reading of this state: the latest one if it is of the same object."""
    latest = _Latest.reading
    if latest is None or latest.state is not state:
        latest = _Latest.reading = Reading(state)
    return latest


def _active_cards(state: DuelState, seat: int) -> Cards:
    side, turn = state.sides[seat], state.turn
    cards = side.active + side.support
    if side.influence or side.landed:
        cards += tuple(vessel.card for vessel in side.influence + side.landed)
    cards += side.achievements
    if side.inquisitor is not None:
        cards += (side.inquisitor,)
    if turn.leadership is not None and turn.seat == seat:
        cards += (turn.leadership,)
    return cards


__all__ = ["ACTION_TYPES", "FIGHT_TYPES", "NO_ICONS", "Reading", "reading_of"]
