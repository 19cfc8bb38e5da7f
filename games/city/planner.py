"""A bot that thinks ahead.

It makes up worlds that look like what its seat sees, and in each of them tries every plan for the
turn: it follows the plan, lets apprentices play on for a while, and judges where that leads. All
plans are tried in the same worlds, so luck favours none of them. A plan that has fallen behind the
best beyond doubt is tried no more; when all that are left begin with the same action, that is it.
What a builder would do has the benefit of the doubt.

How long it may think is not the planner's to say: it asks a budget before each playout. With no
budget at all it is a builder.
"""

from games.bots import Budget, Pick
from games.city.apprentice import end_turn, exchange, follow, play_turn
from games.city.builder import builder_bot, intention
from games.city.determinise import determinise
from games.city.ending import city_is_finished
from games.city.judgement import VICTORY, judge
from games.city.plans import Plan, plans
from games.dice import Dice
from schemas.city import CityState, Discard, Draw, PlayAction
from schemas.table import AnyTable

HORIZON_TURNS = 4
"""How many turns apprentices play on: farther away chance drowns what a plan is worth."""
PLANS_MAX = 8
"""Plans that look best at once; the others are not tried."""
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
    """A planner with a budget, which it asks before each playout.

    A plan is out when it is behind by more than the root of `doubt` standard errors: the more
    time there is, the more proof may be asked for.
    """

    def __init__(self, budget: Budget, doubt: int = QUICK_DOUBT) -> None:
        self._may_go_on = budget
        self._doubt = doubt

    def __call__(
        self, view: AnyTable, seat: int, legal: tuple[PlayAction, ...], pick: Pick
    ) -> PlayAction:
        play: CityState | None = view.play
        assert play is not None, "a bot is asked in a running game"
        may_think = self._may_go_on(0)
        plain = builder_bot(view, seat, legal, pick)
        if not may_think or play.turn.phase == "draw" or city_is_finished(play):
            return plain
        begun: Plan = () if isinstance(plain, Discard | Draw) else (plain,)
        plan = self._best_plan(play, seat, begun, pick)
        if plan[:1] == begun:
            return plain
        actions = plan or exchange(play, play.seats[seat]) or (Draw(),)
        return actions[0] if actions[0] in legal else plain

    def _best_plan(self, play: CityState, seat: int, plain: Plan, pick: Pick) -> Plan:
        """The plan that did best, unless one that begins plainly may be as good."""
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
            # Counted only now: a world in which some plans were not tried would be unfair.
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
    """The plans that look best before anything is drawn, and what a builder means to do."""
    looks = {plan: judge(follow(world, plan, dice), seat) for plan in plans(world, dice)}
    best_plans = sorted(looks, key=lambda plan: looks[plan], reverse=True)[:PLANS_MAX]
    if looks[best_plans[0]] == VICTORY:
        return best_plans[:1]
    meant = intention(world, world.seats[seat])
    if meant[:1] != plain:
        # It offers, leaps or declares a stalemate, which an intention does not contain.
        meant = plain
    return best_plans if meant in best_plans else [*best_plans, meant]


def _outcome(world: CityState, seat: int, plan: Plan, dice: Dice) -> int:
    """How well the seat stands some turns after it followed the plan."""
    state = end_turn(follow(world, plan, dice), dice)
    for _ in range(HORIZON_TURNS):
        if state.over:
            break
        state = play_turn(state, dice)
    return judge(state, seat)


# The race


def _leader(scores: Scores, left: list[Plan]) -> Plan:
    return max(left, key=lambda plan: sum(scores[plan]))


def _choice(scores: Scores, left: list[Plan], plain: Plan) -> Plan:
    return _leader(scores, [plan for plan in left if plan[:1] == plain] or left)


def _beaten(scores: list[int], best: list[int], doubt: int) -> bool:
    """Is the mean of the differences, world by world, too large to be chance?

    Multiplied out, so that whole numbers suffice: mean squared > doubt * variance / worlds.
    """
    worlds = len(scores)
    gaps = [more - less for more, less in zip(best, scores, strict=True)]
    total = sum(gaps)
    variance = worlds * sum([gap * gap for gap in gaps]) - total * total
    return total * total * (worlds - 1) > doubt * variance
