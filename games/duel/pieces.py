"""The cards and decks of Blue Moon, as renderers receive them."""

from games.duel.card import Card
from games.duel.cards import CARDS
from games.duel.deck_building import COPIES_MAX, USUAL_LIMITS
from games.duel.decks import DECKS
from games.duel.dragons import CARDS_FOR_TWO, DRAGONS
from games.duel.drawing import HAND_CARDS
from games.duel.effects import DeckLimits
from games.duel.ending import CONCEDED_CRYSTALS
from games.duel.founding import START_CARDS
from games.duel.retreat import DECLINED_CARDS_MAX
from games.duel.values import BLUFF_NUMBERS
from schemas.duel.pieces import DeckLimits as Limits
from schemas.duel.pieces import DuelCard, DuelPieces, PresetDeck


def _piece(card: Card) -> DuelCard:
    return DuelCard(
        id=card.id,
        name=card.name,
        name_de=card.name_de,
        people=card.people,
        number=card.number,
        type=card.type,
        fire=card.fire,
        earth=card.earth,
        icons=card.icons,
        moons=card.moons,
        capacity=card.capacity,
        text=card.text,
        set=card.set,
        known=card.known,
        limits=_limits(card.effect) if isinstance(card.effect, DeckLimits) else None,
        extra_limits=None if card.extra_limits is None else _limits(card.extra_limits),
        certainty=card.certainty,
    )


def _limits(limits: DeckLimits) -> Limits:
    return Limits(limits.cards, limits.foreign_moons)


PIECES = DuelPieces(
    cards=tuple(map(_piece, CARDS.values())),
    decks=tuple(PresetDeck(people, deck) for people, deck in DECKS.items()),
    limits=_limits(USUAL_LIMITS),
    copies_max=COPIES_MAX,
    start_cards=START_CARDS,
    hand_cards=HAND_CARDS,
    declined_cards_max=DECLINED_CARDS_MAX,
    bluff_fire=BLUFF_NUMBERS[0],
    bluff_earth=BLUFF_NUMBERS[1],
    dragons=DRAGONS,
    cards_for_two_dragons=CARDS_FOR_TWO,
    conceded_crystals=CONCEDED_CRYSTALS,
)
