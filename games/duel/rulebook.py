"""The rulebook of Blue Moon, the duel."""

from typing import cast, get_args

from msgspec import UNSET
from msgspec.structs import replace

from games.contract import Decision
from games.dice import Dice
from games.duel.amendments import FIRST, SECOND
from games.duel.announcing import announce_power
from games.duel.bluffs import discard_bluff
from games.duel.closing import finish_phase
from games.duel.decisions import choose_cards, choose_option
from games.duel.emitter import DuelEndedError, Emitter
from games.duel.ending import end_duel, end_match
from games.duel.evolve import evolve, initial
from games.duel.figures import figures
from games.duel.founding import begin_match, choose_deck, go_on_after_duel, mulligan
from games.duel.laws import broken_laws
from games.duel.legal import least_action, legal_actions
from games.duel.options import SEATS, check, problems
from games.duel.own_decks import fronts_of, read_decks, with_brought_decks
from games.duel.paying import pay_demand
from games.duel.putting_down import load_ship, play_bluff, play_card
from games.duel.refusals import DuelCode, refusal
from games.duel.replacing import replace_card
from games.duel.retreat import decline_fight, retreat
from games.duel.retrieving import retrieve_card
from games.duel.rewinding import rewind_turn
from games.duel.running import run_on
from games.duel.ships import land_ship
from games.duel.using import use_text
from games.illegal_action import TableActionError
from schemas.duel.actions import (
    AnnouncePower,
    ChooseCards,
    ChooseDeck,
    ChooseOption,
    Concede,
    DeclineFight,
    DiscardBluff,
    DuelAction,
    FinishPhase,
    LandShip,
    LoadShip,
    Mulligan,
    PayDemand,
    PlayAction,
    PlayBluff,
    PlayCard,
    ReplaceCard,
    Retreat,
    RetrieveCard,
    RewindTurn,
    UseText,
)
from schemas.duel.events import DuelEvent, PlayEvent
from schemas.duel.figures import DuelFigures
from schemas.duel.options import DuelOptions
from schemas.duel.state import DuelState
from schemas.duel.terms import DuelAmendment
from schemas.legal import Skip
from schemas.rejection import OptionsProblem
from schemas.rules import Amendment
from schemas.table import JsonObject


class Duel:
    game = "duel"
    options_type: type[DuelOptions] = DuelOptions
    action_type = DuelAction
    event_type = DuelEvent
    state_type: type[DuelState] = DuelState
    figures_type = DuelFigures
    seat_counts: tuple[int, ...] = (SEATS,)
    error_codes: tuple[str, ...] = get_args(DuelCode)

    def __init__(self, rules: str, amendments: tuple[Amendment, ...]) -> None:
        self.rules = rules
        self.amendments = amendments
        self._followed = tuple(cast(DuelAmendment, amendment.name) for amendment in amendments)

    def seats(self, options: DuelOptions) -> int:
        check(options, self._followed)
        return SEATS

    def problems(self, options: DuelOptions) -> tuple[OptionsProblem, ...]:
        return tuple(problems(options, self._followed))

    def initial(self, options: DuelOptions) -> DuelState:
        return self.adopt(initial(options))

    def read_deck(self, options: DuelOptions, deck: JsonObject) -> JsonObject:
        # Only these rules know the option, see `problems`.
        if options.own_decks is not True:
            raise TableActionError(
                "deck_not_accepted", "This table does not accept decks from players."
            )
        return read_decks(deck)

    def front_of(self, deck: JsonObject) -> JsonObject:
        return fronts_of(deck)

    def with_decks(self, state: DuelState, decks: tuple[JsonObject | None, ...]) -> DuelState:
        return with_brought_decks(state, decks)

    def setup(self, state: DuelState, dice: Dice) -> Decision[PlayEvent, DuelState]:
        emitter = Emitter(state, dice)
        begin_match(emitter)
        return tuple(emitter.events), emitter.state

    def decide(
        self, state: DuelState, seat: int, action: PlayAction, dice: Dice
    ) -> Decision[PlayEvent, DuelState]:
        assert seat in self.to_act(state), "the table asks only seats that have to act"
        emitter = Emitter(state, dice)
        try:
            _act(emitter, seat, action)
            run_on(emitter)
        except DuelEndedError:
            go_on_after_duel(emitter)
        return tuple(emitter.events), emitter.state

    def resign(self, state: DuelState, seat: int) -> Decision[PlayEvent, DuelState]:
        """Concede the whole match."""
        emitter = Emitter(state)
        end_match(emitter, 1 - seat, "resignation")
        return tuple(emitter.events), emitter.state

    def evolve(self, state: DuelState, event: PlayEvent) -> DuelState:
        return evolve(state, event)

    def legal(self, state: DuelState, seat: int) -> tuple[PlayAction, ...]:
        return tuple(legal_actions(state, seat)) if seat in self.to_act(state) else ()

    def skips(self, _state: DuelState, _legal: tuple[PlayAction, ...]) -> tuple[Skip, ...]:
        return ()

    def idle(self, state: DuelState, seat: int) -> PlayAction:
        return least_action(state, seat)

    def to_act(self, state: DuelState) -> tuple[int, ...]:
        if state.over:
            return ()
        if state.decision is not None:
            return (state.decision.by,)
        if state.stage != "turn":
            return tuple(side.seat for side in state.sides if not side.chosen)
        return (state.turn.seat,)

    def figures(self, state: DuelState) -> DuelFigures:
        return figures(state)

    def amended(self, rules: str, amendments: tuple[Amendment, ...]) -> "Duel":
        return Duel(rules, amendments)

    def adopt(self, state: DuelState) -> DuelState:
        return replace(state, amendments=self._followed or UNSET)

    def broken_laws(self, state: DuelState) -> tuple[str, ...]:
        return broken_laws(state)


def _act(emitter: Emitter, seat: int, action: PlayAction) -> None:
    state = emitter.state
    match action:
        case Concede():
            if state.stage == "decks":
                raise refusal("wrong_phase", expected=state.stage)
            end_duel(emitter, 1 - seat, "conceded")
        case ChooseCards():
            choose_cards(emitter, seat, action)
            return
        case ChooseOption():
            choose_option(emitter, seat, action)
            return
        case ChooseDeck():
            choose_deck(emitter, seat, action)
            return
        case Mulligan():
            mulligan(emitter, seat, action)
            return
        case _:
            if state.decision is not None:
                raise refusal("decision_pending", reason=state.decision.reason)
            if state.stage != "turn":
                raise refusal("wrong_phase", expected=state.stage)
            _act_in_turn(emitter, seat, action)


def _act_in_turn(emitter: Emitter, seat: int, action: PlayAction) -> None:
    match action:
        case RetrieveCard():
            retrieve_card(emitter, seat, action)
        case DiscardBluff():
            discard_bluff(emitter, seat, action)
        case LandShip():
            land_ship(emitter, seat, action)
        case PlayCard():
            play_card(emitter, seat, action)
        case PlayBluff():
            play_bluff(emitter, seat, action)
        case LoadShip():
            load_ship(emitter, seat, action)
        case ReplaceCard():
            replace_card(emitter, seat, action)
        case UseText():
            use_text(emitter, seat, action)
        case PayDemand():
            pay_demand(emitter, seat, action)
        case Retreat():
            retreat(emitter, seat)
        case DeclineFight():
            decline_fight(emitter, seat, action)
        case AnnouncePower():
            announce_power(emitter, seat, action)
        case FinishPhase():
            finish_phase(emitter)
        case RewindTurn():
            rewind_turn(emitter, seat)
        case _:
            raise AssertionError(f"{type(action).__name__} is not an action of a turn")


DUEL_1 = Duel("duel/1", FIRST)
DUEL = DUEL_2 = Duel("duel/2", SECOND)
