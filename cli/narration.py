"""A game told in plain words: one sentence for each event.

Works on what a viewer may know as well as on the whole truth: where cards are hidden, an event
carries only their number.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from cli.duel_narration import DUEL_TELLERS, DUEL_UNSAID
from cli.failure import printable
from cli.phrases import cards_in_words, count_of, counted, listed, people_of, reward_in_words
from cli.seats import seat_name
from games.city.names import DRAGON_NAMES, Language, card_name, tile_name
from games.city.options import facts
from games.duel.names import KIN_NAMES
from schemas import city, duel, table
from schemas.commit import AnyCommit, seen
from schemas.secrecy import Viewer


class Sentence(Struct, frozen=True):
    words: str
    seat: int | None = None
    name: str = ""
    """Who does it, if anyone: the sentence begins with the name."""

    @property
    def text(self) -> str:
        return f"{self.name} {self.words}" if self.name else self.words


class Narrator:
    """Knows who sits where, which numbers are printed, and in which language tiles are named."""

    def __init__(self, view: table.AnyTable, language: Language = "en") -> None:
        self.language: Language = language
        self._chairs = view.chairs
        self._options = view.options

    def tell(self, event: Any) -> Sentence:
        told = _TELLERS[type(event)](self, event)
        seat = getattr(event, "seat", None)
        if seat is None:
            return Sentence(told)
        return Sentence(told, seat, self.name(seat))

    def name(self, seat: int) -> str:
        return seat_name(self._chairs, seat)

    def tile(self, tile: str) -> str:
        return f"the {tile_name(tile, self.language)}"

    def box(self, tile: city.Building, box: int) -> str:
        """`the Aqua 4`, as printed; a box of any colour is called by its value alone."""
        boxes = facts(self._options, tile).boxes
        if box >= len(boxes):
            return f"box {box}"
        colour, value = boxes[box]
        return f"the {value}" if colour is None else f"the {people_of(colour)} {value}"


def tell(
    commit: AnyCommit, view: table.AnyTable, viewer: Viewer | None, language: Language
) -> list[Sentence]:
    """A commit in words, as the viewer may know it now that the table stands as it does."""
    events: tuple[Any, ...] = commit.events
    if viewer is not None:
        events = seen(commit, viewer, over=view.stage == "over").events
    return tell_events(events, view, language)


def tell_events(events: Iterable[Any], view: table.AnyTable, language: Language) -> list[Sentence]:
    """Events in words, as they are. Some go without saying: where a turn ends the next begins."""
    narrator = Narrator(view, language)
    return [narrator.tell(event) for event in events if not isinstance(event, _UNSAID)]


_UNSAID = (city.TurnEnded, table.ClocksSet, table.TurnKept, *DUEL_UNSAID)


# The table


def _table_opened(_: Narrator, event: table.TableOpened[Any]) -> str:
    if isinstance(event.options, duel.DuelOptions):
        own, other = map(_deck, event.options.decks)
        return f"A table for a duel is opened: {own} against {other}."
    options = event.options
    extras = ["all tiles random"] if options.random_city else []
    extras += [f"expansion {number}" for number in options.expansions]
    with_extras = f", with {listed(extras)}" if extras else ""
    return f"A table for {options.players} is opened{with_extras}."


def _deck(deck: duel.Deck) -> str:
    return KIN_NAMES[deck] if isinstance(deck, str) else "an own deck"


def _seat_taken(_: Narrator, event: table.SeatTaken) -> str:
    return f"sits down on seat {event.seat}."


def _seat_left(_: Narrator, event: table.SeatLeft) -> str:
    return f"gets up from seat {event.seat}."


def _game_started(_: Narrator, _event: table.GameStarted) -> str:
    return "The game begins."


def _seat_resigned(_: Narrator, _event: table.SeatResigned) -> str:
    return "resigns."


def _clocks_set(_: Narrator, _event: table.ClocksSet) -> str:
    return "The clocks are set."


def _time_ran_out(_: Narrator, _event: table.TimeRanOut) -> str:
    return "has run out of time."


def _turn_kept(_: Narrator, _event: table.TurnKept) -> str:
    return "begins to decide."


def _takeback_asked(_: Narrator, _event: table.TakebackAsked) -> str:
    return "asks to take the last turn back."


def _takeback_answered(_: Narrator, event: table.TakebackAnswered) -> str:
    return "agrees." if event.agree else "does not agree."


def _takeback_lapsed(_: Narrator, _event: table.TakebackLapsed) -> str:
    return "The game goes on, and nothing is taken back."


def _taken_back(_: Narrator, _event: table.TakenBack[Any]) -> str:
    return "takes the last turn back."


def _table_aborted(_: Narrator, event: table.TableAborted) -> str:
    return f"The table is closed{': ' + printable(event.reason) if event.reason else ''}."


def _game_ended(narrator: Narrator, event: table.GameEnded) -> str:
    return f"The game is over ({end_reason(event.reason)}). {winners(narrator, event.results)}"


def end_reason(reason: str) -> str:
    return printable(_REASONS.get(reason, reason))


_REASONS = {
    "obelisk": "enough offerings on the obelisk",
    "city_finished": "the city is finished and nobody can pay an offering",
    "stalemate": "everyone declared a stalemate",
    "no_stones": "nobody has a stone left",
    "resignation": "the others resigned",
    "fourth_dragon": "a fourth dragon decides the last game",
    "no_cards": "the cards of the last game have run out",
    "conceded": "the last game was given up",
}


def winners(narrator: Narrator, results: Iterable[table.Result]) -> str:
    names = [narrator.name(result.seat) for result in results if result.won]
    if not names:
        return "Nobody wins."
    return f"{names[0]} wins." if len(names) == 1 else f"{listed(names)} share the victory."


# The city


def _city_founded(narrator: Narrator, event: city.CityFounded) -> str:
    return f"The city is laid out. {narrator.name(event.start)} begins."


def _hand_dealt(_: Narrator, event: city.HandDealt) -> str:
    return f"is dealt {cards_in_words(event.cards)}."


def _turn_began(_: Narrator, event: city.TurnBegan) -> str:
    return f"begins turn {event.number}."


def _figure_moved(narrator: Narrator, event: city.FigureMoved) -> str:
    to = narrator.tile(event.to)
    if event.card is not None:
        return f"discards {card_name(event.card)} and flies to {to}."
    if event.steps:
        return f"walks {counted(event.steps, 'step')} to {to}."
    return f"leaps to {to}."


def _steps_gained(_: Narrator, event: city.StepsGained) -> str:
    return f"discards {card_name(event.card)} for {counted(event.steps, 'more step')}."


def _dragon_moved(narrator: Narrator, event: city.DragonMoved) -> str:
    dragon = f"{DRAGON_NAMES[event.dragon]}, the {event.dragon} dragon,"
    return f"discards {card_name(event.card)}: {dragon} moves to {narrator.tile(event.to)}."


def _stone_placed(narrator: Narrator, event: city.StonePlaced) -> str:
    box = narrator.box(event.tile, event.box)
    paid = cards_in_words(event.cards)
    return f"pays {paid} for {box} of {narrator.tile(event.tile)}."


def _reward_gained(narrator: Narrator, event: city.RewardGained) -> str:
    gains = reward_in_words(event.reward)
    if event.kind == "star":
        return f"gets {gains} as master builder of {narrator.tile(event.tile)}."
    if event.kind == "participant":
        return f"gets {gains} for taking part in {narrator.tile(event.tile)}."
    return f"gets {gains} from {narrator.tile(event.source)} beside it."


def _scales_gained(narrator: Narrator, event: city.ScalesGained) -> str:
    dragons = counted(event.scales, "dragon")
    return f"gets {counted(event.scales, 'scale')} for {dragons} at {narrator.tile(event.tile)}."


def _scales_scored(narrator: Narrator, event: city.ScalesScored) -> str:
    scores = [
        f"{narrator.name(score.seat)} gets {counted(score.crystals, 'crystal')} "
        f"for {counted(score.scales, 'scale')}"
        for score in event.scores
    ]
    return f"The last scale is taken: {listed(scores)}."


def _building_finished(narrator: Narrator, event: city.BuildingFinished) -> str:
    tile = tile_name(event.tile, narrator.language)
    return f"The {tile} is finished; {narrator.name(event.master_builder)} is its master builder."


def _offering_made(_: Narrator, event: city.OfferingMade) -> str:
    pillar = f" and {card_name(event.pillar)}" if event.pillar else ""
    return f"makes an offering for {counted(event.crystals, 'crystal')}{pillar}."


def _stalemate_declared(_: Narrator, _event: city.StalemateDeclared) -> str:
    return "declares a stalemate."


def _card_discarded(_: Narrator, event: city.CardDiscarded) -> str:
    return f"discards {card_name(event.card)} before the draw."


def _deck_shuffled(_: Narrator, event: city.DeckShuffled) -> str:
    return f"The discard pile becomes a new deck of {counted(count_of(event.order), 'card')}."


def _cards_drawn(_: Narrator, event: city.CardsDrawn) -> str:
    return f"draws {cards_in_words(event.cards)}."


def _cards_set_aside(_: Narrator, event: city.CardsSetAside) -> str:
    return f"wins {cards_in_words(event.cards)}, set aside unseen."


def _aside_taken(_: Narrator, event: city.AsideTaken) -> str:
    return f"takes up what was set aside: {cards_in_words(event.cards)}."


def _seat_withdrawn(_: Narrator, event: city.SeatWithdrawn) -> str:
    return f"leaves {cards_in_words(event.cards)} on the discard pile."


def _turn_ended(_: Narrator, _event: city.TurnEnded) -> str:
    return "ends the turn."


_TELLERS: dict[type, Callable[[Narrator, Any], str]] = {
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
    **DUEL_TELLERS,
}
