"""Narrate events: one sentence for each.

Redacted events work, too: they carry the number of hidden cards instead of the cards.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from games.city.names import DRAGON_NAMES, Language, card_name, tile_name
from games.city.options import facts
from games.city.terminal.seats import seat_name
from games.duel.names import KIN_NAMES
from games.duel.terminal.narration import DUEL_SENTENCES, DUEL_SILENT_EVENTS
from games.terminal_kit.errors import printable
from games.terminal_kit.phrases import (
    count_cards,
    describe_cards,
    describe_reward,
    join_words,
    people_of_colour,
    pluralize,
)
from schemas import city, duel, table
from schemas.commit import AnyCommit, redact_commit
from schemas.redaction import Viewer


class Sentence(Struct, frozen=True):
    words: str
    seat: int | None = None
    name: str = ""
    """The player the sentence starts with, if any."""

    @property
    def text(self) -> str:
        return f"{self.name} {self.words}" if self.name else self.words


class Narrator:
    """Knows the players, the printed tile values and the language of tile names."""

    def __init__(self, view: table.AnyTable, language: Language = "en") -> None:
        self.language: Language = language
        self._seats = view.seats
        self._options = view.options

    def narrate(self, event: Any) -> Sentence:
        words = _SENTENCES[type(event)](self, event)
        seat = getattr(event, "seat", None)
        if seat is None:
            return Sentence(words)
        return Sentence(words, seat, self.name(seat))

    def name(self, seat: int) -> str:
        return seat_name(self._seats, seat)

    def tile(self, tile: str) -> str:
        return f"the {tile_name(tile, self.language)}"

    def box(self, tile: city.Building, box: int) -> str:
        """Return `the Aqua 4 box`, as printed, or `the 4 box` for a box of any colour."""
        boxes = facts(self._options, tile).boxes
        if box >= len(boxes):
            return f"box {box}"
        colour, value = boxes[box]
        people = "" if colour is None else f"{people_of_colour(colour)} "
        return f"the {people}{value} box"


def narrate_commit(
    commit: AnyCommit, view: table.AnyTable, viewer: Viewer | None, language: Language
) -> list[Sentence]:
    """Narrate a commit for a viewer. `view` is the table as of now, which may be over."""
    events: tuple[Any, ...] = commit.events
    if viewer is not None:
        events = redact_commit(commit, viewer, over=view.stage == "over").events
    return narrate_events(events, view, language)


def narrate_events(
    events: Iterable[Any], view: table.AnyTable, language: Language
) -> list[Sentence]:
    """Narrate events as they are, except those that are obvious from others."""
    narrator = Narrator(view, language)
    return [narrator.narrate(event) for event in events if not isinstance(event, _SILENT_EVENTS)]


_SILENT_EVENTS = (city.TurnEnded, table.ClocksSet, table.TurnKept, *DUEL_SILENT_EVENTS)


# The table


def _table_opened(_: Narrator, event: table.TableOpened[Any]) -> str:
    if isinstance(event.options, duel.DuelOptions):
        first, second = map(_deck, event.options.decks)
        return f"A duel table opens: {first} against {second}."
    options = event.options
    extras = ["a random city"] if options.random_city else []
    extras += [f"expansion {number}" for number in options.expansions]
    with_extras = f" with {join_words(extras)}" if extras else ""
    return f"A table for {options.players} players opens{with_extras}."


def _deck(deck: duel.Deck) -> str:
    return KIN_NAMES[deck] if isinstance(deck, str) else "a custom deck"


def _seat_taken(_: Narrator, event: table.SeatTaken) -> str:
    return f"takes seat {event.seat}."


def _seat_left(_: Narrator, event: table.SeatLeft) -> str:
    return f"leaves seat {event.seat}."


def _game_started(_: Narrator, _event: table.GameStarted) -> str:
    return "The game begins."


def _seat_resigned(_: Narrator, _event: table.SeatResigned) -> str:
    return "resigns."


def _clocks_set(_: Narrator, _event: table.ClocksSet) -> str:
    return "The clocks are set."


def _time_ran_out(_: Narrator, _event: table.TimeRanOut) -> str:
    return "runs out of time."


def _turn_kept(_: Narrator, _event: table.TurnKept) -> str:
    return "starts to decide."


def _takeback_asked(_: Narrator, _event: table.TakebackAsked) -> str:
    return "asks to take back the last turn."


def _takeback_answered(_: Narrator, event: table.TakebackAnswered) -> str:
    return "agrees." if event.agree else "declines."


def _takeback_lapsed(_: Narrator, _event: table.TakebackLapsed) -> str:
    return "The takeback request has expired."


def _taken_back(_: Narrator, _event: table.TakenBack[Any]) -> str:
    return "takes back the last turn."


def _table_aborted(_: Narrator, event: table.TableAborted) -> str:
    return f"The table is closed{': ' + printable(event.reason) if event.reason else ''}."


def _game_ended(narrator: Narrator, event: table.GameEnded) -> str:
    winners = describe_winners(narrator, event.results)
    return f"The game is over ({describe_end_reason(event.reason)}). {winners}"


def describe_end_reason(reason: str) -> str:
    return printable(_REASONS.get(reason, reason))


_REASONS = {
    "obelisk": "enough offerings were made",
    "city_finished": "the city is finished and nobody can afford an offering",
    "stalemate": "everyone declared a stalemate",
    "no_stones": "nobody has any stones left",
    "resignation": "all opponents resigned",
    "fourth_dragon": "a fourth dragon decided the last game",
    "no_cards": "the cards ran out in the last game",
    "conceded": "the last game was conceded",
}


def describe_winners(narrator: Narrator, results: Iterable[table.Result]) -> str:
    names = [narrator.name(result.seat) for result in results if result.won]
    if not names:
        return "Nobody wins."
    return f"{names[0]} wins." if len(names) == 1 else f"{join_words(names)} share the victory."


# The city


def _city_founded(narrator: Narrator, event: city.CityFounded) -> str:
    return f"The city is laid out. {narrator.name(event.start)} goes first."


def _hand_dealt(_: Narrator, event: city.HandDealt) -> str:
    return f"is dealt {describe_cards(event.cards)}."


def _turn_began(_: Narrator, event: city.TurnBegan) -> str:
    return f"begins turn {event.number}."


def _figure_moved(narrator: Narrator, event: city.FigureMoved) -> str:
    to = narrator.tile(event.to)
    if event.card is not None:
        return f"discards {card_name(event.card)} and flies to {to}."
    if event.steps:
        return f"walks {pluralize(event.steps, 'step')} to {to}."
    return f"leaps to {to}."


def _steps_gained(_: Narrator, event: city.StepsGained) -> str:
    return f"discards {card_name(event.card)} for {pluralize(event.steps, 'more step')}."


def _dragon_moved(narrator: Narrator, event: city.DragonMoved) -> str:
    dragon = f"{DRAGON_NAMES[event.dragon]}, the {event.dragon} dragon,"
    return f"discards {card_name(event.card)}: {dragon} moves to {narrator.tile(event.to)}."


def _stone_placed(narrator: Narrator, event: city.StonePlaced) -> str:
    box = narrator.box(event.tile, event.box)
    paid = describe_cards(event.cards)
    return f"pays {paid} for {box} of {narrator.tile(event.tile)}."


def _reward_gained(narrator: Narrator, event: city.RewardGained) -> str:
    gains = describe_reward(event.reward)
    if event.kind == "star":
        return f"gets {gains} as master builder of {narrator.tile(event.tile)}."
    if event.kind == "participant":
        return f"gets {gains} for contributing to {narrator.tile(event.tile)}."
    neighbour = tile_name(event.source, narrator.language)
    return f"gets {gains} from the neighbouring {neighbour}."


def _scales_gained(narrator: Narrator, event: city.ScalesGained) -> str:
    dragons = pluralize(event.scales, "dragon")
    return f"gets {pluralize(event.scales, 'scale')} for {dragons} at {narrator.tile(event.tile)}."


def _scales_scored(narrator: Narrator, event: city.ScalesScored) -> str:
    scores = [
        f"{narrator.name(score.seat)} gets {pluralize(score.crystals, 'crystal')} "
        f"for {pluralize(score.scales, 'scale')}"
        for score in event.scores
    ]
    return f"The last scale is taken: {join_words(scores)}."


def _building_finished(narrator: Narrator, event: city.BuildingFinished) -> str:
    tile = tile_name(event.tile, narrator.language)
    return f"The {tile} is finished; {narrator.name(event.master_builder)} is its master builder."


def _offering_made(_: Narrator, event: city.OfferingMade) -> str:
    pillar = f" and {card_name(event.pillar)}" if event.pillar else ""
    return f"makes an offering for {pluralize(event.crystals, 'crystal')}{pillar}."


def _stalemate_declared(_: Narrator, _event: city.StalemateDeclared) -> str:
    return "declares a stalemate."


def _card_discarded(_: Narrator, event: city.CardDiscarded) -> str:
    return f"discards {card_name(event.card)} before drawing."


def _deck_shuffled(_: Narrator, event: city.DeckShuffled) -> str:
    return f"The discard pile becomes a new deck of {pluralize(count_cards(event.order), 'card')}."


def _cards_drawn(_: Narrator, event: city.CardsDrawn) -> str:
    return f"draws {describe_cards(event.cards)}."


def _cards_set_aside(_: Narrator, event: city.CardsSetAside) -> str:
    return f"gains {describe_cards(event.cards)}, set aside face down."


def _aside_taken(_: Narrator, event: city.AsideTaken) -> str:
    return f"picks up {describe_cards(event.cards)} set aside earlier."


def _seat_withdrawn(_: Narrator, event: city.SeatWithdrawn) -> str:
    return f"withdraws and discards {describe_cards(event.cards)}."


def _turn_ended(_: Narrator, _event: city.TurnEnded) -> str:
    return "ends the turn."


_SENTENCES: dict[type, Callable[[Narrator, Any], str]] = {
    table.TableOpened: _table_opened,
    table.SeatTaken: _seat_taken,
    table.SeatLeft: _seat_left,
    table.GameStarted: _game_started,
    table.SeatResigned: _seat_resigned,
    table.ClocksSet: _clocks_set,
    table.TimeRanOut: _time_ran_out,
    table.TurnKept: _turn_kept,
    table.TakebackAsked: _takeback_asked,
    table.TakebackAnswered: _takeback_answered,
    table.TakebackLapsed: _takeback_lapsed,
    table.TakenBack: _taken_back,
    table.TableAborted: _table_aborted,
    table.GameEnded: _game_ended,
    city.CityFounded: _city_founded,
    city.HandDealt: _hand_dealt,
    city.TurnBegan: _turn_began,
    city.FigureMoved: _figure_moved,
    city.StepsGained: _steps_gained,
    city.DragonMoved: _dragon_moved,
    city.StonePlaced: _stone_placed,
    city.RewardGained: _reward_gained,
    city.ScalesGained: _scales_gained,
    city.ScalesScored: _scales_scored,
    city.BuildingFinished: _building_finished,
    city.OfferingMade: _offering_made,
    city.StalemateDeclared: _stalemate_declared,
    city.CardDiscarded: _card_discarded,
    city.DeckShuffled: _deck_shuffled,
    city.CardsDrawn: _cards_drawn,
    city.CardsSetAside: _cards_set_aside,
    city.AsideTaken: _aside_taken,
    city.SeatWithdrawn: _seat_withdrawn,
    city.TurnEnded: _turn_ended,
    **DUEL_SENTENCES,
}
