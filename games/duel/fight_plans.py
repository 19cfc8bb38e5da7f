"""Plans for the rest of a turn's fight: which cards to play, and what that would gain.

A plan is judged by the resulting position, with the same rules as a real one. One-time effects
("discard a support") are not simulated; after each card the duelist plans again.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from msgspec.structs import replace

from games.duel.card_worth import worth
from games.duel.cards import CARDS
from games.duel.demands import unmet
from games.duel.dragons import reward
from games.duel.effects import (
    Demand,
    ExtraPlay,
    ForbidPlay,
    ForbidTake,
    ForceRetreat,
    GrantIcon,
    LimitPlay,
    PlayOnlyIf,
)
from games.duel.ignoring import icons_of
from games.duel.phases import needs_no_character
from games.duel.plays import joined_gang
from games.duel.prohibitions import forbidding_text
from games.duel.reading import Reading
from games.duel.values import BLUFF_NUMBERS, highest_power, is_shielded, present_power, printed
from schemas.duel.actions import PayDemand, PlayCard
from schemas.duel.terms import CardId, Cards, Element

ELEMENTS: tuple[Element, Element] = ("fire", "earth")

DRAGON_WORTH = 24
"""In the same unit as cards: as much as several good ones."""
ODDS = (0, 1, 2, 5, 10, 20, 32, 45, 58, 70, 80, 87, 92, 95)
"""How likely an opponent gives in, in percent, by the power they have to add: one character and
perhaps a booster give four to eight."""
SURE = 100
HINDERED = 24
"""Added for each text that forbids, limits or demands something."""
FIGHT_LOST_LATER = 60
"""How likely a seat that goes on and does not win at once loses the fight, in percent."""
FLOODS_FOR_RETREAT = 2
ELEMENT_NOW = 4
"""The weight of power on the table against numbers in hand when an element is chosen."""

_HINDERING = (ForbidPlay, LimitPlay, Demand, ForbidTake)


class Plan(NamedTuple):
    score: int
    """What going on gains, in hundredths of worth. A retreat is worth minus the lost dragons."""
    cards: Cards
    """In the order of play; a plan may have none."""


class Planning:
    """The plans of a seat in its turn, from what it sees and may do."""

    def __init__(self, reading: Reading, seat: int, legal: Sequence[Any]) -> None:
        self.reading = reading
        self.seat = seat
        self._turn = reading.state.turn
        self._side = reading.side(seat)
        plays = [action for action in legal if isinstance(action, PlayCard) and action.use_text]
        self._playable = [action.card for action in plays if action.cover is not True]
        limits = reading.texts_of_kind(1 - seat, LimitPlay)
        crowded = any(effect.scope == "active_characters" for _, effect in limits)
        self.covering = {action.card for action in plays if action.cover is True and crowded}
        """Gang members that have to cover their gang: the opponent allows few characters."""
        self._payments = [action for action in legal if isinstance(action, PayDemand)]
        self._unmet = unmet(reading, seat, "retreat")

    @cached_property
    def best(self) -> Plan | None:
        """Return the best plan, or None if the opponent's power cannot be reached."""
        plans = [
            plan
            for characters in self._character_plays()
            for others in self._other_plays(characters)
            if (plan := self._judged(characters + others))
        ]
        return max(plans, key=lambda plan: plan.score, default=None)

    def number(self, card: CardId) -> int:
        """What is printed for the fight's element, or the better one while there is none."""
        facts, element = CARDS[card], self.reading.state.element
        numbers = (facts.fire or 0, facts.earth or 0)
        return max(numbers) if element is None else numbers[ELEMENTS.index(element)]

    # Cards that could be played

    def _character_plays(self) -> Iterator[Cards]:
        playable = [card for card in self._playable if CARDS[card].type == "character"]
        if self._turn.characters or needs_no_character(self.reading, self.seat):
            yield ()
        for card in playable:
            yield (card,)
            if not self._turn.characters and "stop" not in CARDS[card].icons:
                yield from self._companies(card, playable)

    def _companies(self, first: CardId, playable: Sequence[CardId]) -> Iterator[Cards]:
        """A character with others that icons allow to join it (R22.11 to R22.21)."""
        free: list[CardId] = []
        gang: list[CardId] = []
        for other in self._side.hand:
            if other == first or CARDS[other].type != "character":
                continue
            if "free" in CARDS[other].icons and other in playable:
                free.append(other)
            elif _are_pair(first, other) or _grants_free(first):
                yield first, other
            elif _are_gang(first, other):
                gang.append(other)
        gang.sort(key=self.number, reverse=True)
        yield from _growing((first,), free)
        yield from _growing((first,), gang)

    def _other_plays(self, characters: Cards) -> Iterator[Cards]:
        """Boosters and supports with these characters: none, one, a pair, or all allowed ones."""
        yield ()
        effects = [effect for _, effect in self.reading.texts_of_kind(self.seat, ExtraPlay)]
        effects += [
            effect for card in characters if isinstance(effect := CARDS[card].effect, ExtraPlay)
        ]
        unlimited = {kind for effect in effects for kind in effect.cards}
        playable = self._others_playable(characters)
        beyond = [
            card
            for card in playable
            if "free" in CARDS[card].icons or CARDS[card].type in unlimited
        ]
        if self._turn.first and not self._turn.characters:
            playable = beyond
        for card in playable:
            yield (card,)
            for other in self._side.hand:
                if _are_pair(card, other):
                    yield card, other
        beyond.sort(key=self.number, reverse=True)
        yield from _growing(tuple(beyond[:1]), beyond[1:])

    def _others_playable(self, characters: Cards) -> list[CardId]:
        """Those in the legal list, or in hand while the first character has not been played."""
        if self._turn.characters:
            return [card for card in self._playable if CARDS[card].type in ("booster", "support")]
        if self._turn.stopped or any("stop" in CARDS[card].icons for card in characters):
            return []
        return [
            card
            for card in self._side.hand
            if CARDS[card].type in ("booster", "support")
            and not forbidding_text(self.reading, self.seat, card, CARDS[card].type)
        ]

    # What a plan gains

    def _judged(self, cards: Cards) -> Plan | None:
        if not self._meets_demands(cards):
            return None
        ahead = self._with_laid(cards)
        element = ahead.state.element or favoured_element(ahead, self.seat)
        own = highest_power(ahead, self.seat, element)
        reached = own >= present_power(ahead, 1 - self.seat, element)
        if not reached and not is_shielded(ahead, self.seat, element):
            return None
        odds = self._odds(ahead, own, element)
        won = odds * reward(ahead, self.seat)
        lost = (SURE - odds) * FIGHT_LOST_LATER // 100 * reward(ahead, 1 - self.seat)
        spent = sum(map(_spent, cards))
        return Plan((won - lost) * DRAGON_WORTH - 100 * spent, cards)

    def _meets_demands(self, cards: Cards) -> bool:
        for demand in self._unmet:
            if demand.effect.play:
                if all(CARDS[card].type != demand.effect.play for card in cards):
                    return False
            elif not any(
                payment.demand == demand.card and not set(payment.cards).intersection(cards)
                for payment in self._payments
            ):
                return False
        return True

    def _with_laid(self, cards: Cards) -> Reading:
        """The position with these cards on the table and in force."""
        if not cards:
            return self.reading
        state, side = self.reading.state, self._side
        active, covered, element = side.active, side.covered, state.element
        first = CARDS[cards[0]]
        if first.type == "character" and not self._turn.characters:
            if first.id in self.covering or not joined_gang(
                self.reading, self.seat, icons_of(first)
            ):
                active, covered = (), covered + active
            if isinstance(first.effect, PlayOnlyIf) and element is not None:
                change = first.effect.element_change
                element = ELEMENTS[element == "fire"] if change == "swap" else change
        laid = replace(
            side,
            hand=tuple(card for card in side.hand if card not in cards),
            active=active + tuple(card for card in cards if CARDS[card].type != "support"),
            covered=covered,
            support=side.support + tuple(card for card in cards if CARDS[card].type == "support"),
        )
        sides = list(state.sides)
        sides[self.seat] = laid
        return Reading(replace(state, sides=tuple(sides), element=element))

    def _odds(self, ahead: Reading, own: int, element: Element) -> int:
        """How likely the opponent gives in, by the power they still have to find."""
        if len(ahead.texts_of_kind(self.seat, ForceRetreat)) >= FLOODS_FOR_RETREAT:
            return SURE
        at, other = ELEMENTS.index(element), ahead.side(1 - self.seat)
        on_table = sum(printed(ahead, other.seat, card, active=True)[at] for card in other.support)
        to_find = max(0, own - on_table - BLUFF_NUMBERS[at] * len(other.bluffs))
        hindering = sum(isinstance(effect, _HINDERING) for _, effect in ahead.texts(self.seat))
        return min(SURE, ODDS[min(to_find, len(ODDS) - 1)] + HINDERED * hindering)


def favoured_element(reading: Reading, seat: int) -> Element:
    """The element the seat prefers, by its power now and by its hand."""

    def strength(element: Element) -> int:
        numbers = (getattr(CARDS[card], element) or 0 for card in reading.side(seat).hand)
        return ELEMENT_NOW * highest_power(reading, seat, element) + sum(numbers)

    return max(ELEMENTS, key=strength)


def _spent(card: CardId) -> int:
    """A support stays for the whole fight, so it costs half."""
    return worth(card) // 2 if CARDS[card].type == "support" else worth(card)


def _growing(cards: Cards, others: Sequence[CardId]) -> Iterator[Cards]:
    """These cards with the first of the others, the first two, and so on."""
    for count in range(1, len(others) + 1):
        yield cards + tuple(others[:count])


def _are_pair(card: CardId, other: CardId) -> bool:
    """R22.15, R22.16."""
    first, second = CARDS[card], CARDS[other]
    if card == other or first.type != second.type:
        return False
    if "pair" not in first.icons or "pair" not in second.icons:
        return False
    return first.name.split()[0] == second.name.split()[0]


def _are_gang(card: CardId, other: CardId) -> bool:
    return any(icon.startswith("gang_") for icon in icons_of(CARDS[card]) & icons_of(CARDS[other]))


def _grants_free(card: CardId) -> bool:
    effect = CARDS[card].effect
    return isinstance(effect, GrantIcon) and effect.to == "next_played"
