"""A bot that searches ahead.

It samples worlds that are consistent with its view, and tries every plan for the turn in each of
them: it follows the plan, lets apprentices play on for some turns, and judges the result. All plans
are tried in the same worlds, so luck favours none of them. A plan that is significantly worse than
the best is dropped. The search ends when all remaining plans begin with the same action. If the
builder's plan may be as good as the best, the planner takes it.

A budget limits the search: the planner calls it before each playout. Without a budget it plays like
a builder.
"""

from games.bots import Budget, Pick
from games.city.apprentice import end_turn, exchange, follow, play_turn
from games.city.builder import builder_bot, intention
from games.city.determinise import determinise
from games.city.ending import city_is_finished
from games.city.judgement import VICTORY, judge
from games.city.plans import Plan, plans
from games.city.visiting import just_pulled
from games.dice import Dice
from schemas.city.actions import Contribute, Discard, Draw, MoveDragon, PlayAction
from schemas.city.state import CityState
from schemas.table import AnyTable

HORIZON_TURNS = 4
"""How many turns apprentices play on. Later, chance matters more than the plan."""
PLANS_MAX = 8
"""How many plans are tried: those that look best before any playout."""
WORLDS_BEFORE_CUT = 4
WORLDS_MAX = 250
"""Plans that are still equal after this many worlds count as equal."""
DICE_NAMES = 1 << 32
"""The number of different dice that `pick` can choose from."""

QUICK_DOUBT = 1
CAREFUL_DOUBT = 4

Scores = dict[Plan, list[int]]
"""What each plan led to, world by world."""


class Planner:
    """A planner with a budget, which it calls before each playout.

    A plan is dropped when it is behind by more than sqrt(doubt) standard errors: with more time,
    more proof can be required.
    """

    def __init__(self, budget: Budget, doubt: int = QUICK_DOUBT) -> None:
        self._may_go_on = budget
        self._doubt = doubt

    def __call__(
        self, view: AnyTable, seat: int, legal: tuple[PlayAction, ...], pick: Pick
    ) -> PlayAction:
        play: CityState | None = view.play
        assert play is not None, "bots act only in a running game"
        may_think = self._may_go_on(0)
        plain = builder_bot(view, seat, legal, pick)
        if not may_think or play.turn.phase == "draw" or city_is_finished(play):
            return plain
        builder_start: Plan = () if isinstance(plain, Discard | Draw) else (plain,)
        plan = self._best_plan(play, seat, builder_start, pick)
        if plan[:1] == builder_start:
            return plain
        actions = plan or exchange(play, play.seats[seat]) or (Draw(),)
        return actions[0] if actions[0] in legal else plain

    def _best_plan(self, play: CityState, seat: int, plain: Plan, pick: Pick) -> Plan:
        """The best plan, unless one that begins like the builder's may be as good."""
        left = _promising(determinise(play, seat, pick), seat, plain, _dice(pick))
        scores: Scores = {plan: [] for plan in left}
        spent = 0
        for world_number in range(1, WORLDS_MAX + 1):
            if len({plan[:1] for plan in left}) == 1:
                break
            world, dice = determinise(play, seat, pick), _dice(pick)
            tried: list[int] = []
            for plan in left:
                if spent and not self._may_go_on(spent):
                    return _choice(scores, left, plain)
                spent += 1
                tried.append(_outcome(world, seat, plan, dice))
            # Scores count only now: a world in which some plans were not tried would be unfair.
            for plan, score in zip(left, tried, strict=True):
                scores[plan].append(score)
            if world_number >= WORLDS_BEFORE_CUT:
                best = scores[_leader(scores, left)]
                left = [plan for plan in left if not _beaten(scores[plan], best, self._doubt)]
        return _choice(scores, left, plain)


def _dice(pick: Pick) -> Dice:
    return Dice.of_text(f"planner/{pick(DICE_NAMES)}")


# Plans to try


def _promising(world: CityState, seat: int, plain: Plan, dice: Dice) -> list[Plan]:
    """The plans that look best before the draw, and the builder's own plan."""
    scores = {plan: judge(follow(world, plan, dice), seat) for plan in _plans(world, seat, dice)}
    best_plans = sorted(scores, key=lambda plan: scores[plan], reverse=True)[:PLANS_MAX]
    if scores[best_plans[0]] == VICTORY:
        return best_plans[:1]
    intended = intention(world, world.seats[seat])
    if intended[:1] != plain:
        # The builder offers, leaps or declares a stalemate, which an intention does not contain.
        intended = plain
    if just_pulled(world, world.seats[seat]):
        return best_plans
    return best_plans if intended in best_plans else [*best_plans, intended]


def _plans(world: CityState, seat: int, dice: Dice) -> list[Plan]:
    """All plans; after a dragon was pulled, those that build there, if there are any."""
    every_plan = plans(world, dice)
    if not just_pulled(world, world.seats[seat]):
        return every_plan
    here = [plan for plan in every_plan if plan and isinstance(plan[0], Contribute | MoveDragon)]
    return here or every_plan


def _outcome(world: CityState, seat: int, plan: Plan, dice: Dice) -> int:
    """Judge the position some turns after the seat followed the plan."""
    state = end_turn(follow(world, plan, dice), dice)
    for _ in range(HORIZON_TURNS):
        if state.over:
            break
        state = play_turn(state, dice)
    return judge(state, seat)


# Comparing plans


def _leader(scores: Scores, left: list[Plan]) -> Plan:
    return max(left, key=lambda plan: sum(scores[plan]))


def _choice(scores: Scores, left: list[Plan], plain: Plan) -> Plan:
    return _leader(scores, [plan for plan in left if plan[:1] == plain] or left)


def _beaten(scores: list[int], best: list[int], doubt: int) -> bool:
    """Whether the mean of the differences, world by world, is too large to be chance.

    Multiplied out to stay with integers: mean squared > doubt * variance / worlds.
    """
    worlds = len(scores)
    gaps = [more - less for more, less in zip(best, scores, strict=True)]
    total = sum(gaps)
    variance = worlds * sum([gap * gap for gap in gaps]) - total * total
    return total * total * (worlds - 1) > doubt * variance
