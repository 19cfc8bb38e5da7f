"""A bot that fights by simple rules of thumb: reach the power with the least, retreat in time.

It looks at what its seat sees and picks from the legal list, so it needs none of the rules but the
worth of cards. What it holds back for later is characters; supports it lays down as they come,
because they stay.
"""

from collections.abc import Sequence
from typing import Any

from games.bots import Pick
from games.duel.cards import CARDS
from games.duel.reading import Reading
from games.duel.values import highest_power, is_shielded, present_power, printed
from schemas.duel import (
    AnnouncePower,
    Cards,
    ChooseCards,
    ChooseOption,
    Concede,
    Decision,
    DeclineFight,
    DuelState,
    FinishPhase,
    Mulligan,
    PayDemand,
    PlayCard,
    Retreat,
    RewindTurn,
    UseText,
)
from schemas.duel_terms import CardId, Element
from schemas.table import AnyTable

WEAK = 2
"""A start card that shows no more than this and bears no text is exchanged."""


def duelist_bot(view: AnyTable, seat: int, legal: tuple[Any, ...], pick: Pick) -> Any:
    assert view.play is not None, "a bot is asked while a game is played"
    state: DuelState = view.play
    if state.stage == "decks":
        return legal[pick(len(legal))]
    if state.stage == "mulligan":
        return _mulligan(state, seat, legal)
    if state.decision is not None:
        return _answer(state.decision, seat, legal, pick)
    return _Mind(Reading(state), seat, legal).choice(pick)


def _mulligan(state: DuelState, seat: int, legal: Sequence[Mulligan]) -> Mulligan:
    weak = {card for card in state.sides[seat].hand if _worth(card) <= WEAK}
    return next(action for action in legal if set(action.exchange.cards) == weak)


def _worth(card: CardId) -> int:
    """How dear a card is: its better number, and something for a text or an icon."""
    facts = CARDS[card]
    numbers = max(facts.fire or 0, facts.earth or 0)
    return numbers + (3 if facts.effect else 0) + len(facts.icons)


def _answer(decision: Decision, seat: int, legal: tuple[Any, ...], pick: Pick) -> Any:
    """Take as much as can be taken from the other, give as little as must be given."""
    if decision.kind == "choose_option":
        options = [action for action in legal if isinstance(action, ChooseOption)]
        return options[0] if decision.reason == "call_bluff" else options[pick(len(options))]
    choices = [action for action in legal if isinstance(action, ChooseCards)]
    if decision.by != seat or decision.whose == seat:
        return min(choices, key=lambda action: (len(action.cards), _dearness(action.cards)))
    return max(choices, key=lambda action: (len(action.cards), _dearness(action.cards)))


def _dearness(cards: Cards) -> int:
    """A face-down card counts like a middling one."""
    return sum(_worth(card) if card in CARDS else 3 for card in cards)


class _Mind:
    def __init__(self, reading: Reading, seat: int, legal: tuple[Any, ...]) -> None:
        self.reading = reading
        self.seat = seat
        self.legal = legal
        self.state = reading.state

    def choice(self, pick: Pick) -> Any:
        return (
            self._early()
            or self._character()
            or self._payment()
            or self._addition()
            or self._announcement()
            or self._way_back()
            or self.legal[pick(len(self.legal))]
        )

    def _of(self, kind: type) -> list[Any]:
        return [action for action in self.legal if isinstance(action, kind)]

    def _plays(self, *types: str) -> list[PlayCard]:
        return [a for a in self._of(PlayCard) if a.use_text and CARDS[a.card].type in types]

    def _early(self) -> Any:
        """A leadership card, then the question whether the fight can be won."""
        if actions := self._plays("leadership", "ship", "hyla", "achievement"):
            return actions[0]
        uses = self._of(UseText)
        if uses and self.state.turn.phase in ("refill", "end_of_turn"):
            return uses[-1]
        # It comes to this phase only by rewinding a turn that led nowhere.
        failed = self.state.turn.phase == "retreat_or_decline"
        if self._of(Retreat) and (failed or not self._can_go_on()):
            return Retreat()
        declines = self._of(DeclineFight)
        if declines and (failed or not self._plays("character")):
            return min(declines, key=lambda a: (len(a.cards), _dearness(a.cards)))
        return None

    def _element(self) -> Element:
        return self.state.element or "fire"

    def _value(self, card: CardId) -> int:
        fire, earth = printed(self.reading, self.seat, card, active=False)
        if self.state.element is None:
            return max(fire, earth)
        return fire if self.state.element == "fire" else earth

    def _needed(self) -> int:
        return present_power(self.reading, 1 - self.seat, self._element())

    def _lying(self) -> int:
        """Power of what stays when a character covers the older ones: the supports."""
        side = self.reading.side(self.seat)
        at = 0 if self._element() == "fire" else 1
        lines = [printed(self.reading, self.seat, card, active=True)[at] for card in side.support]
        return sum(lines) + 2 * len(side.bluffs)

    def _can_go_on(self) -> bool:
        best = max((self._value(a.card) for a in self._plays("character")), default=None)
        if best is None:
            return not self._of(Retreat) or bool(self._of(AnnouncePower))
        hand = self.reading.side(self.seat).hand
        extra = [self._value(c) for c in hand if CARDS[c].type in ("booster", "support")]
        shields = any("shield_" in icon for a in self._plays("character") for icon in _icons(a))
        reachable = best + self._lying() + max(extra, default=0)
        return shields or reachable >= self._needed()

    def _character(self) -> PlayCard | None:
        """The smallest that is enough, or the greatest there is."""
        plays = self._plays("character")
        if not plays or self.state.turn.characters:
            return None
        if self.state.element is None:
            return max(plays, key=lambda a: self._value(a.card))
        missing = self._needed() - self._lying()
        enough = [a for a in plays if self._value(a.card) >= missing]
        if enough:
            return min(enough, key=lambda a: (self._value(a.card), a.card))
        return max(plays, key=lambda a: self._value(a.card))

    def _payment(self) -> PayDemand | None:
        if not self.state.turn.characters:
            return None
        payments = self._of(PayDemand)
        return min(payments, key=lambda a: _dearness(a.cards), default=None)

    def _addition(self) -> PlayCard | None:
        """A support whenever there is one; anything else while the power is not reached."""
        if supports := self._plays("support"):
            return max(supports, key=lambda a: self._value(a.card))
        element = self._element()
        reached = highest_power(self.reading, self.seat, element) >= self._needed()
        if reached or is_shielded(self.reading, self.seat, element):
            return None
        more = self._plays("booster", "character")
        return max(more, key=lambda a: self._value(a.card), default=None)

    def _announcement(self) -> Any:
        announcements: list[AnnouncePower] = self._of(AnnouncePower)
        if not announcements:
            return None
        return max(
            announcements,
            key=lambda a: highest_power(self.reading, self.seat, a.element or self._element()),
        )

    def _way_back(self) -> Any:
        for kind in (FinishPhase, RewindTurn, Concede):
            if found := self._of(kind):
                return found[0]
        return None


def _icons(action: PlayCard) -> tuple[str, ...]:
    return CARDS[action.card].icons
