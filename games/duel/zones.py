"""Where a player's cards lie and how they move: each is always in exactly one zone (R1.6)."""

from msgspec.structs import replace

from games.duel.cards import CARDS
from schemas.duel.state import Bluff, Pile, Side, Vessel
from schemas.duel.terms import CardId, Cards, HiddenCards


def without(cards: Cards, card: CardId) -> Cards:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def cards_of(pile: Pile) -> Cards:
    """The whole pile, the top card last."""
    return () if pile.top is None else (*pile.below.cards, pile.top)


def pile_of(cards: Cards) -> Pile:
    return Pile(cards[-1], HiddenCards(cards[:-1])) if cards else Pile()


def discarded(side: Side, cards: Cards) -> Side:
    """Face up on the discard pile; leadership cards on their own pile instead (R1.8, R1.9)."""
    leading = tuple(card for card in cards if CARDS[card].type == "leadership")
    if not leading:
        return replace(side, discard=pile_of(cards_of(side.discard) + cards))
    others = tuple(card for card in cards if CARDS[card].type != "leadership")
    return replace(
        side,
        discard=pile_of(cards_of(side.discard) + others),
        leadership=pile_of(cards_of(side.leadership) + leading),
    )


def out_of_hand(side: Side, card: CardId) -> Side:
    """A card that leaves the hand is no longer a revealed hand card (R29.9)."""
    revealed = without(side.revealed, card) if card in side.revealed else side.revealed
    return replace(side, hand=without(side.hand, card), revealed=revealed)


def out_of_load(side: Side, card: CardId) -> Side:
    """A card leaves the ship it is loaded on."""
    return replace(
        side,
        influence=tuple(_unloaded(vessel, card) for vessel in side.influence),
        landed=tuple(_unloaded(vessel, card) for vessel in side.landed),
    )


def _unloaded(vessel: Vessel, card: CardId) -> Vessel:
    if card not in vessel.load:
        return vessel
    return Vessel(vessel.card, without(vessel.load, card))


def off_the_table(side: Side, card: CardId) -> Side:
    """Remove a card from its zone on the table; a bluff is named by its face here."""
    if card in side.active:
        return replace(side, active=without(side.active, card))
    if card in side.support:
        return replace(side, support=without(side.support, card))
    if card in side.covered:
        return replace(side, covered=without(side.covered, card))
    if card in side.achievements:
        return replace(side, achievements=without(side.achievements, card))
    if any(bluff.card == card for bluff in side.bluffs):
        return replace(side, bluffs=tuple(b for b in side.bluffs if b.card != card))
    for zone in ("influence", "landed"):
        vessels: tuple[Vessel, ...] = getattr(side, zone)
        for vessel in vessels:
            if vessel.card == card:
                assert not vessel.load, f"the load of {card} leaves before it"
                return replace(side, **{zone: tuple(v for v in vessels if v is not vessel)})
    changed = out_of_load(side, card)
    assert changed != side, f"{card} is not on the table of seat {side.seat}"
    return changed


def vessel_of(vessels: tuple[Vessel, ...], card: CardId) -> Vessel | None:
    return next((vessel for vessel in vessels if vessel.card == card), None)


def carrier_of(side: Side, card: CardId) -> Vessel | None:
    """The landed ship that has the card on board."""
    return next((vessel for vessel in side.landed if card in vessel.load), None)


def bluff_of(side: Side, handle: CardId) -> Bluff | None:
    return next((bluff for bluff in side.bluffs if bluff.handle == handle), None)


def area_cards(side: Side) -> int:
    """Combat and support areas, covered cards and bluffs included (R1.7, R23.8)."""
    return len(side.active) + len(side.covered) + len(side.support) + len(side.bluffs)


def all_cards(side: Side) -> Cards:
    """Every card of the player in any zone, except the leader and the inquisitor."""
    vessels = side.influence + side.landed
    return (
        *side.hand,
        *side.deck,
        *cards_of(side.discard),
        *cards_of(side.leadership),
        *side.active,
        *side.covered,
        *side.support,
        *(bluff.card for bluff in side.bluffs),
        *(vessel.card for vessel in vessels),
        *(card for vessel in vessels for card in vessel.load),
        *side.achievements,
    )
