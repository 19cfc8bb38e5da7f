"""The rulebook of Blue Moon City."""

from typing import get_args

from msgspec import UNSET
from msgspec.structs import replace

from games.city.amendments import FIRST, SECOND, names
from games.city.assembly import leap, leaps
from games.city.contribution import contribute, contributions
from games.city.drawing import discard, draw, draws
from games.city.duty import must_offer, must_walk
from games.city.emitter import Emitter
from games.city.evolve import evolve, initial
from games.city.figures import figures
from games.city.founding import found_city
from games.city.illegal_action import CityCode
from games.city.laws import broken_laws
from games.city.movement import fly, hasten, move_dragon, movements, walk
from games.city.obelisk import offer, offers
from games.city.options import check, problems
from games.city.resignation import withdraw
from games.city.skips import skips
from games.city.stalemate import declarations, declare
from games.contract import Decision
from games.dice import Dice
from schemas.city.actions import (
    CityAction,
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
    Walk,
)
from schemas.city.events import CityEvent, PlayEvent
from schemas.city.figures import CityFigures
from schemas.city.options import CityOptions
from schemas.city.state import CityState
from schemas.legal import Skip
from schemas.rejection import OptionsProblem
from schemas.rules import Amendment


class City:
    game = "city"
    options_type: type[CityOptions] = CityOptions
    action_type = CityAction
    event_type = CityEvent
    state_type: type[CityState] = CityState
    figures_type = CityFigures
    seat_counts: tuple[int, ...] = (2, 3, 4)
    error_codes: tuple[str, ...] = get_args(CityCode)

    def __init__(self, rules: str, amendments: tuple[Amendment, ...]) -> None:
        self.rules = rules
        self.amendments = amendments

    def seats(self, options: CityOptions) -> int:
        check(options, names(self.amendments))
        return options.players

    def problems(self, options: CityOptions) -> tuple[OptionsProblem, ...]:
        return tuple(problems(options, names(self.amendments)))

    def initial(self, options: CityOptions) -> CityState:
        return self.adopt(initial(options))

    def setup(self, state: CityState, dice: Dice) -> Decision[PlayEvent, CityState]:
        emitter = Emitter(state, dice)
        found_city(emitter, dice)
        return tuple(emitter.events), emitter.state

    def decide(
        self, state: CityState, seat: int, action: PlayAction, dice: Dice
    ) -> Decision[PlayEvent, CityState]:
        assert seat == state.turn.seat, "the table asks only the seat whose turn it is"
        emitter = Emitter(state, dice)
        match action:
            case Walk():
                walk(emitter, action)
            case Hasten():
                hasten(emitter)
            case Fly():
                fly(emitter, action)
            case MoveDragon():
                move_dragon(emitter, action)
            case Contribute():
                contribute(emitter, action)
            case Offer():
                offer(emitter, action)
            case Leap():
                leap(emitter, action)
            case DeclareStalemate():
                declare(emitter)
            case Discard():
                discard(emitter, action)
            case Draw():
                draw(emitter)
        return tuple(emitter.events), emitter.state

    def resign(self, state: CityState, seat: int) -> Decision[PlayEvent, CityState]:
        emitter = Emitter(state)
        withdraw(emitter, seat)
        return tuple(emitter.events), emitter.state

    def evolve(self, state: CityState, event: PlayEvent) -> CityState:
        return evolve(state, event)

    def legal(self, state: CityState, seat: int) -> tuple[PlayAction, ...]:
        if state.over or seat != state.turn.seat:
            return ()
        actions = movements(state)
        if state.turn.phase != "draw":
            actions += contributions(state)
            actions += offers(state)
            actions += leaps(state)
            actions += declarations(state)
        if not must_walk(state) and not must_offer(state):
            actions += draws(state)
        return tuple(actions)

    def skips(self, state: CityState, legal: tuple[PlayAction, ...]) -> tuple[Skip, ...]:
        return skips(state, legal)

    def idle(self, state: CityState, seat: int) -> PlayAction:
        """Draw; in the finished city, first do what is mandatory (C9.1)."""
        if must_walk(state) or must_offer(state):
            duty = Offer if must_offer(state) else Walk
            return next(action for action in self.legal(state, seat) if isinstance(action, duty))
        return Draw()

    def to_act(self, state: CityState) -> tuple[int, ...]:
        return () if state.over else (state.turn.seat,)

    def figures(self, state: CityState) -> CityFigures:
        return figures(state)

    def amended(self, rules: str, amendments: tuple[Amendment, ...]) -> "City":
        return City(rules, amendments)

    def adopt(self, state: CityState) -> CityState:
        return replace(state, amendments=names(self.amendments) or UNSET)

    def broken_laws(self, state: CityState) -> tuple[str, ...]:
        return broken_laws(state)


CITY_1 = City("city/1", FIRST)
CITY_2 = City("city/2", SECOND)
CITY = CITY_2
"""The current rules."""
