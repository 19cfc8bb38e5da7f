"""Blue Moon, the duel of two, behind the contract of a game."""

from games.contract import Decision
from games.dice import Dice
from games.duel.announcing import announce_power
from games.duel.bluffs import discard_bluff
from games.duel.closing import finish_phase
from games.duel.decisions import choose_cards, choose_option
from games.duel.ending import end_duel, end_match
from games.duel.evolve import evolve, initial
from games.duel.figures import figures
from games.duel.founding import begin_match, choose_deck, go_on_after_duel, mulligan
from games.duel.laws import broken_laws
from games.duel.legal import least_action, legal_actions
from games.duel.names import GAME_NAMES, WORDS
from games.duel.options import SEATS, check, problems
from games.duel.paying import pay_demand
from games.duel.pieces import PIECES
from games.duel.putting_down import load_ship, play_bluff, play_card
from games.duel.refusals import CODES, refusal
from games.duel.replacing import replace_card
from games.duel.retreat import decline_fight, retreat
from games.duel.retrieving import retrieve_card
from games.duel.rewinding import rewind_turn
from games.duel.running import run_on
from games.duel.ships import land_ship
from games.duel.telling import DuelOver, Telling
from games.duel.using import use_text
from schemas.duel import (
    AnnouncePower,
    ChooseCards,
    ChooseDeck,
    ChooseOption,
    Concede,
    DeclineFight,
    DiscardBluff,
    DuelAction,
    DuelEvent,
    DuelOptions,
    DuelState,
    FinishPhase,
    LandShip,
    LoadShip,
    Mulligan,
    PayDemand,
    PlayAction,
    PlayBluff,
    PlayCard,
    PlayEvent,
    ReplaceCard,
    Retreat,
    RetrieveCard,
    RewindTurn,
    UseText,
)
from schemas.duel_figures import DuelFigures
from schemas.rejection import OptionsProblem
from schemas.strict import Record


class Duel:
    id = "duel"
    rules = "duel/1"
    options_type = DuelOptions
    action_type = DuelAction
    event_type = DuelEvent
    state_type = DuelState
    figures_type = DuelFigures
    seat_counts: tuple[int, ...] = (SEATS,)
    names = GAME_NAMES
    words = WORDS
    pieces: Record = PIECES
    error_codes: tuple[str, ...] = CODES

    def seats(self, options: DuelOptions) -> int:
        check(options)
        return SEATS

    def problems(self, options: DuelOptions) -> tuple[OptionsProblem, ...]:
        return tuple(problems(options))

    def initial(self, options: DuelOptions) -> DuelState:
        return initial(options)

    def setup(self, state: DuelState, dice: Dice) -> Decision:
        telling = Telling(state, dice)
        begin_match(telling)
        return tuple(telling.events), telling.state

    def decide(self, state: DuelState, seat: int, action: PlayAction, dice: Dice) -> Decision:
        assert seat in self.to_act(state), "the table asks only seats that have to act"
        telling = Telling(state, dice)
        try:
            _act(telling, seat, action)
            run_on(telling)
        except DuelOver:
            go_on_after_duel(telling)
        return tuple(telling.events), telling.state

    def resign(self, state: DuelState, seat: int) -> Decision:
        """To resign is to concede the whole match."""
        telling = Telling(state)
        end_match(telling, 1 - seat, "resignation")
        return tuple(telling.events), telling.state

    def evolve(self, state: DuelState, event: PlayEvent) -> DuelState:
        return evolve(state, event)

    def legal(self, state: DuelState, seat: int) -> tuple[PlayAction, ...]:
        return tuple(legal_actions(state, seat)) if seat in self.to_act(state) else ()

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

    def broken_laws(self, state: DuelState) -> tuple[str, ...]:
        return broken_laws(state)


def _act(telling: Telling, seat: int, action: PlayAction) -> None:
    state = telling.state
    match action:
        case Concede():
            if state.stage == "decks":
                raise refusal("wrong_phase", expected=state.stage)
            end_duel(telling, 1 - seat, "conceded")
        case ChooseCards():
            choose_cards(telling, seat, action)
            return
        case ChooseOption():
            choose_option(telling, seat, action)
            return
        case ChooseDeck():
            choose_deck(telling, seat, action)
            return
        case Mulligan():
            mulligan(telling, seat, action)
            return
        case _:
            if state.decision is not None:
                raise refusal("decision_pending", reason=state.decision.reason)
            if state.stage != "turn":
                raise refusal("wrong_phase", expected=state.stage)
            _act_in_turn(telling, seat, action)


def _act_in_turn(telling: Telling, seat: int, action: PlayAction) -> None:
    match action:
        case RetrieveCard():
            retrieve_card(telling, seat, action)
        case DiscardBluff():
            discard_bluff(telling, seat, action)
        case LandShip():
            land_ship(telling, seat, action)
        case PlayCard():
            play_card(telling, seat, action)
        case PlayBluff():
            play_bluff(telling, seat, action)
        case LoadShip():
            load_ship(telling, seat, action)
        case ReplaceCard():
            replace_card(telling, seat, action)
        case UseText():
            use_text(telling, seat, action)
        case PayDemand():
            pay_demand(telling, seat, action)
        case Retreat():
            retreat(telling, seat)
        case DeclineFight():
            decline_fight(telling, seat, action)
        case AnnouncePower():
            announce_power(telling, seat, action)
        case FinishPhase():
            finish_phase(telling)
        case RewindTurn():
            rewind_turn(telling, seat)
        case _:
            raise AssertionError(f"{type(action).__name__} is no action of a turn")


DUEL = Duel()
