"""Deck building (R33): all violations of a deck, reported together."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import get_args

from msgspec.structs import replace

from games.duel.card import Card
from games.duel.cards import CARDS
from games.duel.effects import DeckLimits
from games.duel.names import card_name
from schemas.duel.deck import DeckList, Violation, ViolationCode
from schemas.duel.terms import CardId, DuelAmendment

COPIES_MAX = 1
USUAL_LIMITS = DeckLimits(cards=30, foreign_moons=10)
"""The limits on every leader. An inquisitor may add to them (R33.11)."""
CURRENT: tuple[DuelAmendment, ...] = get_args(DuelAmendment)


def violations(
    deck: DeckList, amendments: Collection[DuelAmendment] = CURRENT
) -> tuple[Violation, ...]:
    """Return all violations, at most one per code (R33.9). A deck without any is legal."""
    return (*_without_leader(deck), *_faulty_cards(deck, amendments), *_over_limits(deck))


def leader_of(deck: DeckList) -> Card | None:
    """The leader, if the card that the deck names is one (R33.1)."""
    card = CARDS.get(deck.leader) if deck.leader else None
    return card if card and card.type == "leader" else None


def limits_of(deck: DeckList) -> DeckLimits:
    leader = leader_of(deck)
    limits = leader.effect if leader and isinstance(leader.effect, DeckLimits) else USUAL_LIMITS
    inquisitor = CARDS.get(deck.inquisitor) if deck.inquisitor else None
    extra = inquisitor.extra_limits if inquisitor else None
    if extra is None:
        return limits
    return replace(
        limits,
        cards=limits.cards + extra.cards,
        foreign_moons=limits.foreign_moons + extra.foreign_moons,
    )


def foreign_moons(deck: DeckList) -> int:
    """Moons on cards that are not of the leader's people. Without a leader nothing is foreign."""
    leader = leader_of(deck)
    if leader is None:
        return 0
    cards = (CARDS[card] for card in deck.cards if card in CARDS)
    return sum(card.moons or 0 for card in cards if card.people != leader.people)


def _without_leader(deck: DeckList) -> Iterator[Violation]:
    if leader_of(deck) is None:
        yield Violation("leader_missing", "Choose a leader.", {"given": deck.leader})


def _faulty_cards(deck: DeckList, amendments: Collection[DuelAmendment]) -> Iterator[Violation]:
    beside_the_deck = [card for card in (deck.leader, deck.inquisitor) if card is not None]
    existing = [card for card in (*beside_the_deck, *deck.cards) if card in CARDS]
    inquisitor = CARDS.get(deck.inquisitor) if deck.inquisitor else None
    faults: dict[ViolationCode, tuple[str, list[CardId]]] = {
        "unknown_card": (
            "There is no card {}.",
            [card for card in (*beside_the_deck, *deck.cards) if card not in CARDS],
        ),
        "card_not_released": (
            "{} is not available yet.",
            [card for card in existing if not _is_released(CARDS[card], amendments)],
        ),
        "not_a_deck_card": (
            "{} cannot be one of the 30 cards.",
            [card for card in deck.cards if card in CARDS and _is_beside_the_deck(CARDS[card])],
        ),
        "not_an_inquisitor": (
            "{} is not an inquisitor.",
            [inquisitor.id] if inquisitor and inquisitor.type != "inquisitor" else [],
        ),
        "duplicate_card": (
            "{} is in the deck more than once.",
            [card for card, copies in Counter(deck.cards).items() if copies > COPIES_MAX],
        ),
    }
    for code, (sentence, cards) in faults.items():
        if cards:
            unique = list(dict.fromkeys(cards))
            yield Violation(code, sentence.format(card_name(unique[0])), {"cards": unique})


def _over_limits(deck: DeckList) -> Iterator[Violation]:
    limits, size, moons = limits_of(deck), len(deck.cards), foreign_moons(deck)
    if size != limits.cards:
        yield Violation(
            "wrong_size",
            f"A deck has exactly {limits.cards} cards, this one has {size}.",
            {"expected": limits.cards, "given": size},
        )
    if moons > limits.foreign_moons:
        yield Violation(
            "too_many_foreign_moons",
            f"Cards of other peoples show {moons} moons, at most {limits.foreign_moons} are"
            " allowed.",
            {"max": limits.foreign_moons, "given": moons},
        )


def _is_released(card: Card, amendments: Collection[DuelAmendment]) -> bool:
    return card.known and (card.amendment is None or card.amendment in amendments)


def _is_beside_the_deck(card: Card) -> bool:
    return card.type in ("leader", "inquisitor")
