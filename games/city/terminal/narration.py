"""Narrate the events of Blue Moon City.

In redacted events, hidden cards are a number.
"""

from collections.abc import Callable
from typing import Any

from games.city.names import Language, card_name, dragon_name, tile_name
from games.city.options import facts
from games.city.terminal.language import city_language
from games.city.terminal.phrases import describe_cards, describe_reward, people_of_colour
from games.terminal_kit.narrator import Narrator
from games.terminal_kit.phrases import count_cards, join_words, pluralize
from schemas.city.events import (
    AsideTaken,
    BuildingFinished,
    CardDiscarded,
    CardsDrawn,
    CardsSetAside,
    CityFounded,
    DeckShuffled,
    DragonMoved,
    FigureMoved,
    HandDealt,
    OfferingMade,
    RewardGained,
    ScalesGained,
    ScalesScored,
    SeatWithdrawn,
    StalemateDeclared,
    StepsGained,
    StonePlaced,
    TurnBegan,
    TurnEnded,
)
from schemas.city.terms import Building
from schemas.table import AnyTable


class CityNarrator(Narrator):
    """Knows the printed tile values, too."""

    language: Language

    def __init__(self, view: AnyTable, language: str = "en") -> None:
        super().__init__(view, city_language(language))

    def tile(self, tile: str) -> str:
        return f"the {tile_name(tile, self.language)}"

    def box(self, tile: Building, box: int) -> str:
        """Return `the Aqua 4 box`, as printed, or `the 4 box` for a box of any colour."""
        boxes = facts(self.view.options, tile).boxes
        if box >= len(boxes):
            return f"box {box}"
        colour, value = boxes[box]
        people = "" if colour is None else f"{people_of_colour(colour)} "
        return f"the {people}{value} box"


def _city_founded(narrator: CityNarrator, event: CityFounded) -> str:
    return f"The city is laid out. {narrator.name(event.start)} goes first."


def _hand_dealt(_: CityNarrator, event: HandDealt) -> str:
    return f"is dealt {describe_cards(event.cards)}."


def _turn_began(_: CityNarrator, event: TurnBegan) -> str:
    return f"begins turn {event.number}."


def _figure_moved(narrator: CityNarrator, event: FigureMoved) -> str:
    to = narrator.tile(event.to)
    if event.card is not None:
        return f"discards {card_name(event.card)} and flies to {to}."
    if event.steps:
        return f"walks {pluralize(event.steps, 'step')} to {to}."
    return f"leaps to {to}."


def _steps_gained(_: CityNarrator, event: StepsGained) -> str:
    return f"discards {card_name(event.card)} for {pluralize(event.steps, 'more step')}."


def _dragon_moved(narrator: CityNarrator, event: DragonMoved) -> str:
    dragon = f"{dragon_name(event.dragon, narrator.language)}, the {event.dragon} dragon,"
    return f"discards {card_name(event.card)}: {dragon} moves to {narrator.tile(event.to)}."


def _stone_placed(narrator: CityNarrator, event: StonePlaced) -> str:
    box = narrator.box(event.tile, event.box)
    paid = describe_cards(event.cards)
    return f"pays {paid} for {box} of {narrator.tile(event.tile)}."


def _reward_gained(narrator: CityNarrator, event: RewardGained) -> str:
    gains = describe_reward(event.reward)
    if event.kind == "star":
        return f"gets {gains} as master builder of {narrator.tile(event.tile)}."
    if event.kind == "participant":
        return f"gets {gains} for contributing to {narrator.tile(event.tile)}."
    neighbour = tile_name(event.source, narrator.language)
    return f"gets {gains} from the neighbouring {neighbour}."


def _scales_gained(narrator: CityNarrator, event: ScalesGained) -> str:
    dragons = pluralize(event.scales, "dragon")
    return f"gets {pluralize(event.scales, 'scale')} for {dragons} at {narrator.tile(event.tile)}."


def _scales_scored(narrator: CityNarrator, event: ScalesScored) -> str:
    scores = [
        f"{narrator.name(score.seat)} gets {pluralize(score.crystals, 'crystal')} "
        f"for {pluralize(score.scales, 'scale')}"
        for score in event.scores
    ]
    return f"The last scale is taken: {join_words(scores)}."


def _building_finished(narrator: CityNarrator, event: BuildingFinished) -> str:
    tile = tile_name(event.tile, narrator.language)
    return f"The {tile} is finished; {narrator.name(event.master_builder)} is its master builder."


def _offering_made(_: CityNarrator, event: OfferingMade) -> str:
    pillar = f" and {card_name(event.pillar)}" if event.pillar else ""
    marked = ", without a stone" if event.marked else ""
    return f"makes an offering for {pluralize(event.crystals, 'crystal')}{pillar}{marked}."


def _stalemate_declared(_: CityNarrator, _event: StalemateDeclared) -> str:
    return "declares a stalemate."


def _card_discarded(_: CityNarrator, event: CardDiscarded) -> str:
    return f"discards {card_name(event.card)} before drawing."


def _deck_shuffled(_: CityNarrator, event: DeckShuffled) -> str:
    return f"The discard pile becomes a new deck of {pluralize(count_cards(event.order), 'card')}."


def _cards_drawn(_: CityNarrator, event: CardsDrawn) -> str:
    return f"draws {describe_cards(event.cards)}."


def _cards_set_aside(_: CityNarrator, event: CardsSetAside) -> str:
    return f"gains {describe_cards(event.cards)}, set aside face down."


def _aside_taken(_: CityNarrator, event: AsideTaken) -> str:
    return f"picks up {describe_cards(event.cards)} set aside earlier."


def _seat_withdrawn(_: CityNarrator, event: SeatWithdrawn) -> str:
    return f"withdraws and discards {describe_cards(event.cards)}."


SENTENCES: dict[type, Callable[[CityNarrator, Any], str]] = {
    CityFounded: _city_founded,
    HandDealt: _hand_dealt,
    TurnBegan: _turn_began,
    FigureMoved: _figure_moved,
    StepsGained: _steps_gained,
    DragonMoved: _dragon_moved,
    StonePlaced: _stone_placed,
    RewardGained: _reward_gained,
    ScalesGained: _scales_gained,
    ScalesScored: _scales_scored,
    BuildingFinished: _building_finished,
    OfferingMade: _offering_made,
    StalemateDeclared: _stalemate_declared,
    CardDiscarded: _card_discarded,
    DeckShuffled: _deck_shuffled,
    CardsDrawn: _cards_drawn,
    CardsSetAside: _cards_set_aside,
    AsideTaken: _aside_taken,
    SeatWithdrawn: _seat_withdrawn,
}
SILENT_EVENTS = (TurnEnded,)
"""Events that are obvious from others."""
