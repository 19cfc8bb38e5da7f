"""Texts that discard: cards in play, from a hand, from a deck (R29.8, R29.14, R29.16)."""

from games.duel.cards import CARDS
from games.duel.conditions import holds
from games.duel.effects import DiscardDeck, DiscardHand, DiscardInPlay
from games.duel.emitter import Emitter
from games.duel.reading import Reading
from games.duel.zones import bluff_of, vessel_of
from schemas.duel.events import BluffsShown, CardsDiscarded, HandShuffled
from schemas.duel.state import Decision
from schemas.duel.terms import CardId, Cards, CardType, HiddenCards

# In play


def discard_from_table(emitter: Emitter, seat: int, cards: Cards) -> None:
    """Bluffs are named by their handles and shown; a ship's load goes with it (R24.9, R25.7)."""
    if not cards:
        return
    side = emitter.side(seat)
    bluffs = [bluff for card in cards if (bluff := bluff_of(side, card))]
    if bluffs:
        emitter.emit(
            BluffsShown(
                seat,
                tuple(bluff.handle for bluff in bluffs),
                tuple(bluff.card for bluff in bluffs),
            )
        )
    faces = {bluff.handle: bluff.card for bluff in bluffs}
    loads = tuple(
        loaded
        for card in cards
        if (vessel := vessel_of(side.influence, card))
        for loaded in vessel.load
    )
    emitter.emit(
        CardsDiscarded(seat, loads + tuple(faces.get(card, card) for card in cards), "table")
    )


def carry_out_discard_in_play(
    emitter: Emitter, owner: int, card: CardId, effect: DiscardInPlay, seat: int
) -> None:
    reading = emitter.reading
    if effect.condition is not None and not holds(reading, owner, effect.condition):
        return
    candidates = discardable(reading, owner, effect, seat)
    if not candidates:
        return
    if effect.one_type_only:
        _discard_one_type(emitter, owner, card, effect, seat)
    elif "one_active_character" in effect.exempt:
        _discard_all_but_one(emitter, owner, card, candidates, seat)
    elif effect.count == "all":
        discard_from_table(emitter, seat, candidates)
    else:
        emitter.ask(
            Decision(
                owner,
                "choose_cards",
                card,
                owner,
                seat,
                cards=candidates,
                least=0 if effect.optional else min(effect.count, len(candidates)),
                most=min(effect.count, len(candidates)),
            )
        )


def _discard_one_type(
    emitter: Emitter, owner: int, card: CardId, effect: DiscardInPlay, seat: int
) -> None:
    """R32.18."""
    types = [kind for kind in effect.cards if _of_type(emitter.reading, owner, effect, seat, kind)]
    if len(types) == 1:
        discard_from_table(emitter, seat, _of_type(emitter.reading, owner, effect, seat, types[0]))
        return
    emitter.ask(
        Decision(
            owner,
            "choose_option",
            card,
            owner,
            seat,
            options=tuple(types),
            least=1,
            most=1,
        )
    )


def _of_type(reading: Reading, owner: int, effect: DiscardInPlay, seat: int, kind: str) -> Cards:
    cards = discardable(reading, owner, effect, seat)
    return tuple(card for card in cards if _kind(card) == kind)


def _discard_all_but_one(
    emitter: Emitter, owner: int, card: CardId, candidates: Cards, seat: int
) -> None:
    """The text's owner chooses the one character that stays (R32.13)."""
    # A PROTECTED one can be chosen too. Under duel/1 it stayed in addition to the chosen one.
    stays_anyway = emitter.state.follows("protected-survivor")
    standing = emitter.side(seat).active if stays_anyway else candidates
    characters = tuple(other for other in standing if _kind(other) == "character")
    if len(characters) > 1:
        emitter.ask(
            Decision(owner, "choose_cards", card, owner, seat, cards=characters, least=1, most=1)
        )
        return
    discard_from_table(emitter, seat, tuple(c for c in candidates if c not in characters))


def answer_discard_in_play(
    emitter: Emitter, decision: Decision, effect: DiscardInPlay, chosen: Cards
) -> None:
    if "one_active_character" in effect.exempt:
        candidates = discardable(emitter.reading, decision.owner, effect, decision.whose)
        chosen = tuple(card for card in candidates if card not in chosen)
    discard_from_table(emitter, decision.whose, chosen)


def answer_type(emitter: Emitter, decision: Decision, effect: DiscardInPlay, kind: str) -> None:
    cards = _of_type(emitter.reading, decision.owner, effect, decision.whose, kind)
    discard_from_table(emitter, decision.whose, cards)


def discardable(reading: Reading, owner: int, effect: DiscardInPlay, seat: int) -> Cards:
    """The cards of a seat that the text may discard, bluffs by their handles."""
    side = reading.side(seat)
    cards = [card for card in side.active if _may_go(reading, owner, effect, seat, card)]
    if not effect.active_only:
        cards += [
            card
            for card in side.covered
            if _may_go(reading, owner, effect, seat, card, active=False)
        ]
    if effect.area == "combat":
        return tuple(cards)
    others = (*side.support, *(v.card for v in side.influence), *side.achievements)
    cards += [card for card in others if _may_go(reading, owner, effect, seat, card)]
    if _bluffs_may_go(effect):
        cards += [bluff.handle for bluff in side.bluffs]
    return tuple(cards)


def _may_go(  # noqa: PLR0913 - whose text, whose card, and where it lies
    reading: Reading,
    owner: int,
    effect: DiscardInPlay,
    seat: int,
    card: CardId,
    *,
    active: bool = True,
) -> bool:
    facts = CARDS[card]
    if effect.cards != "any" and facts.type not in effect.cards:
        return False
    standing = reading.standing(seat, card, active=active)
    if standing.safe and seat != owner:
        return False
    having = effect.having
    if having is not None:
        if having.icon == "any" and not facts.icons:
            return False
        if having.icon == "free" and "free" not in standing.icons:
            return False
    for exempt in effect.exempt:
        if exempt == "protected" and "protected" in standing.icons:
            return False
        if exempt == "active_protected" and standing.safe:
            return False
        if exempt == "last_active_character" and _is_last_character(reading, seat, card):
            return False
    return True


def _is_last_character(reading: Reading, seat: int, card: CardId) -> bool:
    active = reading.side(seat).active
    characters = [other for other in active if CARDS[other].type == "character"]
    return characters == [card]


def _bluffs_may_go(effect: DiscardInPlay) -> bool:
    """A bluff is a support without text that shows an icon, but not FREE (R25.3)."""
    if effect.cards != "any" and "support" not in effect.cards:
        return False
    return effect.having is None or effect.having.icon == "any"


def _kind(card: CardId) -> CardType:
    return CARDS[card].type if card in CARDS else "support"


# From a hand


def carry_out_discard_hand(
    emitter: Emitter, owner: int, card: CardId, effect: DiscardHand, seat: int
) -> None:
    side = emitter.side(seat)
    count = _hand_count(effect, len(side.hand))
    if not count:
        return
    if effect.chosen_by == "me_blind":
        _discard_blindly(emitter, owner, card, seat, count)
        return
    emitter.ask(
        Decision(
            seat,
            "choose_cards",
            card,
            owner,
            seat,
            hidden=HiddenCards(side.hand),
            least=0 if effect.count == "any" else count,
            most=count,
        )
    )


def _hand_count(effect: DiscardHand, held: int) -> int:
    """The number of cards that the text names, as far as possible (R29.1)."""
    if effect.down_to is not None:
        return max(0, held - effect.down_to)
    if effect.count == "any" or effect.count is None:
        return held
    return min(effect.count, held)


def _discard_blindly(emitter: Emitter, owner: int, card: CardId, seat: int, count: int) -> None:
    """Among revealed cards the text's owner may pick instead (R29.8)."""
    side = emitter.side(seat)
    if not side.revealed or count == len(side.hand):
        pick_blindly(emitter, seat, (), count)
        return
    emitter.ask(
        Decision(
            owner,
            "choose_cards",
            card,
            owner,
            seat,
            cards=side.revealed,
            most=min(count, len(side.revealed)),
        )
    )


def pick_blindly(emitter: Emitter, seat: int, picked: Cards, count: int) -> None:
    """Pick the remaining cards at random, unrevealed cards first."""
    side = emitter.side(seat)
    if len(picked) >= min(count, len(side.hand)):
        emitter.emit(CardsDiscarded(seat, picked, "hand"))
        return
    mixed = emitter.mixed(side.hand)
    emitter.emit(HandShuffled(seat, HiddenCards(mixed)))
    unseen = [card for card in mixed if card not in side.revealed]
    revealed = [card for card in mixed if card in side.revealed and card not in picked]
    blind = (*unseen, *revealed)[: count - len(picked)]
    emitter.emit(CardsDiscarded(seat, picked + blind, "hand", blind=bool(blind)))


def answer_discard_hand(
    emitter: Emitter, decision: Decision, effect: DiscardHand, cards: Cards
) -> None:
    if effect.chosen_by == "me_blind":
        held = len(emitter.side(decision.whose).hand)
        pick_blindly(emitter, decision.whose, cards, _hand_count(effect, held))
    elif cards:
        emitter.emit(CardsDiscarded(decision.whose, cards, "hand"))


# From a deck


def carry_out_discard_deck(emitter: Emitter, effect: DiscardDeck, seat: int) -> None:
    cards = emitter.side(seat).deck[: effect.count]
    if cards:
        emitter.emit(CardsDiscarded(seat, cards, "deck"))
