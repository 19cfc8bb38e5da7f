"""Blue Moon City behind the contract of a game."""

from games.city.assembly import leap, leaps
from games.city.contribution import contribute, contributions
from games.city.drawing import discard, draw, draws
from games.city.duty import must_offer, must_walk
from games.city.evolve import evolve, initial
from games.city.figures import figures
from games.city.founding import found_city
from games.city.laws import broken_laws
from games.city.movement import fly, hasten, move_dragon, movements, walk
from games.city.names import GAME_NAMES, WORDS
from games.city.obelisk import offer, offers
from games.city.options import check, problems
from games.city.pieces import PIECES
from games.city.resignation import withdraw
from games.city.stalemate import declarations, declare
from games.city.telling import Telling
from games.contract import Decision
from games.dice import Dice
from schemas.city import (
    CityAction,
    CityEvent,
    CityOptions,
    CityState,
    Contribute,
    DeclareStalemate,
    Discard,
    Draw,
    Fly,
    Hasten,
    Leap,
    MoveDragon,
    Offer,
    PlayAction,
    PlayEvent,
    Walk,
)
from schemas.city_figures import CityFigures
from schemas.rejection import OptionsProblem
from schemas.strict import Record


class City:
    id = "city"
    rules = "city/1"
    options_type = CityOptions
    action_type = CityAction
    event_type = CityEvent
    state_type = CityState
    figures_type = CityFigures
    seat_counts: tuple[int, ...] = (2, 3, 4)
    names = GAME_NAMES
    words = WORDS
    pieces: Record = PIECES
    error_codes: tuple[str, ...] = (
        "already_finished",
        "already_there",
        "bad_options",
        "box_taken",
        "colour_fixed",
        "colour_needed",
        "discard_limit",
        "dragon_outside",
        "must_offer",
        "must_walk",
        "no_pillar_here",
        "no_stones",
        "no_such_box",
        "no_such_tile",
        "not_a_building",
        "not_in_assembly",
        "not_in_hand",
        "not_on_courtyard",
        "not_quiet",
        "not_towards_courtyard",
        "pillar_needed",
        "pillar_too_early",
        "too_far",
        "too_few_crystals",
        "too_little",
        "wrong_phase",
    )

    def seats(self, options: CityOptions) -> int:
        check(options)
        return options.players

    def problems(self, options: CityOptions) -> tuple[OptionsProblem, ...]:
        return tuple(problems(options))

    def initial(self, options: CityOptions) -> CityState:
        return initial(options)

    def setup(self, state: CityState, dice: Dice) -> Decision:
        telling = Telling(state, dice)
        found_city(telling, dice)
        return tuple(telling.events), telling.state

    def decide(self, state: CityState, seat: int, action: PlayAction, dice: Dice) -> Decision:
        assert seat == state.turn.seat, "the table asks only the seat whose turn it is"
        telling = Telling(state, dice)
        match action:
            case Walk():
                walk(telling, action)
            case Hasten():
                hasten(telling)
            case Fly():
                fly(telling, action)
            case MoveDragon():
                move_dragon(telling, action)
            case Contribute():
                contribute(telling, action)
            case Offer():
                offer(telling, action)
            case Leap():
                leap(telling, action)
            case DeclareStalemate():
                declare(telling)
            case Discard():
                discard(telling, action)
            case Draw():
                draw(telling)
        return tuple(telling.events), telling.state

    def resign(self, state: CityState, seat: int) -> Decision:
        telling = Telling(state)
        withdraw(telling, seat)
        return tuple(telling.events), telling.state

    def evolve(self, state: CityState, event: PlayEvent) -> CityState:
        return evolve(state, event)

    def legal(self, state: CityState, seat: int) -> tuple[PlayAction, ...]:
        if state.over or seat != state.turn.seat:
            return ()
        found = movements(state)
        if state.turn.phase != "draw":
            found += contributions(state)
            found += offers(state)
            found += leaps(state)
            found += declarations(state)
        if not must_walk(state) and not must_offer(state):
            found += draws(state)
        return tuple(found)

    def idle(self, state: CityState, seat: int) -> PlayAction:
        """Draw; in the finished city, first what may not be left undone (C9.1)."""
        if must_walk(state) or must_offer(state):
            wanted = Offer if must_offer(state) else Walk
            return next(action for action in self.legal(state, seat) if isinstance(action, wanted))
        return Draw()

    def to_act(self, state: CityState) -> tuple[int, ...]:
        return () if state.over else (state.turn.seat,)

    def figures(self, state: CityState) -> CityFigures:
        return figures(state)

    def broken_laws(self, state: CityState) -> tuple[str, ...]:
        return broken_laws(state)


CITY = City()
