"""Conditions of texts: a number of the position compared with a bound (R23.2, R23.7, R23.8)."""

from games.duel.cards import CARDS
from games.duel.effect_terms import Condition
from games.duel.effects import ForceRetreat, GainDragon
from games.duel.reading import Reading
from games.duel.values import present_power
from games.duel.zones import area_cards
from schemas.duel.terms import CardType


def holds(reading: Reading, seat: int, condition: Condition) -> bool:
    """Whether the condition of a text of the seat holds now."""
    state = reading.state
    if condition.metric == "played_from_landed_ship":
        return state.turn.source not in ("hand", "deck")
    # "Attacked with" needs a fight, and one in the element named (R23.2).
    if condition.metric == "opponent_power" and (
        state.element is None or condition.element not in (None, state.element)
    ):
        return False
    number = _measured(reading, seat, condition)
    if condition.at_least is not None and number < condition.at_least:
        return False
    return condition.at_most is None or number <= condition.at_most


def _measured(reading: Reading, seat: int, condition: Condition) -> int:
    mine, other = reading.side(seat), reading.side(1 - seat)
    match condition.metric:
        case "opponent_dragons":
            return reading.dragons_of(1 - seat)
        case "opponent_hand_minus_mine":
            return len(other.hand) - len(mine.hand)
        case "opponent_area_cards":
            return area_cards(other)
        case "my_area_cards":
            return area_cards(mine)
        case "opponent_active_cards":
            return len(other.active) + len(other.support) + len(other.bluffs)
        case "opponent_active_characters":
            return active_of_type(reading, 1 - seat, "character")
        case "opponent_active_boosters":
            return active_of_type(reading, 1 - seat, "booster")
        case "opponent_active_supports":
            return len(other.support) + len(other.bluffs)
        case "opponent_active_cards_with_icons":
            shown = sum(bool(CARDS[card].icons) for card in (*other.active, *other.support))
            return shown + len(other.bluffs)
        case "opponent_active_cards_with_free_icon":
            return sum(
                "free" in reading.standing(1 - seat, card, active=True).icons
                for card in (*other.active, *other.support)
            )
        case "opponent_active_hyla":
            return sum(CARDS[vessel.card].type == "hyla" for vessel in other.influence)
        case "opponent_power":
            element = reading.state.element
            assert element is not None, "asked only while a fight has an element"
            return present_power(reading, 1 - seat, element)
        case "my_influence_cards":
            return len(mine.influence)
        case "my_active_storms":
            return len(reading.texts_of_kind(seat, GainDragon))
        case "my_active_floods":
            return len(reading.texts_of_kind(seat, ForceRetreat))
        case "played_from_landed_ship":
            raise AssertionError("answered by yes or no, not by a number")


def active_of_type(reading: Reading, seat: int, kind: CardType) -> int:
    return sum(CARDS[card].type == kind for card in reading.side(seat).active)
