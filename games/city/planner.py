"""A bot that thinks ahead.

It makes up worlds that look like what its seat sees, and in each of them tries every plan for the
turn: it follows the plan, lets apprentices play on for a while, and judges where that leads. All
plans are tried in the same worlds, so luck favours none of them. A plan that has fallen behind the
best beyond doubt is tried no more; when all that are left begin with the same action, that is it.

How long it may think is not the planner's to say: it asks a budget before each playout. With no
budget at all it is a builder.
"""

from games.bots import Budget, Pick
from games.city.apprentice import deeds, end_turn, exchange, follow, play_turn
from games.city.builder import builder_bot
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
"""Plans that are equal after so many worlds stay equal."""
DOUBT = 2
"""A plan is out when it is behind by more than the root of this many standard errors."""
DICE_NAMES = 1 << 32
"""As many dice as `pick` can tell apart."""


class Planner:
    """A planner with a budget, which it asks before each playout."""

    def __init__(self, budget: Budget) -> None:
        self._may_go_on = budget

    def __call__(
        self, view: AnyTable, seat: int, legal: tuple[PlayAction, ...], pick: Pick
    ) -> PlayAction:
        play: CityState | None = view.play
        assert play is not None, "a bot is asked in a running game"
        plain = builder_bot(view, seat, legal, pick)
        if not self._may_go_on(0) or play.turn.phase == "draw" or city_is_finished(play):
            return plain
        plan = self._best(play, seat, plain, pick)
        if plan is None:
            return plain
        wanted = plan or exchange(play, play.seats[seat]) or (Draw(),)
        return wanted[0] if wanted[0] in legal else plain

    def _best(self, play: CityState, seat: int, plain: PlayAction, pick: Pick) -> Plan | None:
        """The plan that did best; none when there was no time for a single world."""
        left = _promising(determinise(play, seat, pick), seat, plain, _dice(pick))
        scores: dict[Plan, list[int]] = {plan: [] for plan in left}
        spent = 0
        for worlds in range(WORLDS_MAX):
            if len({plan[:1] for plan in left}) == 1:
                break
            world, dice = determinise(play, seat, pick), _dice(pick)
            tried: list[int] = []
            for plan in left:
                if spent and not self._may_go_on(spent):
                    return _leader(scores, left) if worlds else None
                spent += 1
                tried.append(_outcome(world, seat, plan, dice))
            for plan, score in zip(left, tried, strict=True):
                scores[plan].append(score)
            leader = _leader(scores, left)
            if worlds + 1 >= WORLDS_BEFORE_CUT:
                left = [plan for plan in left if not _beaten(scores[plan], scores[leader])]
        return _leader(scores, left)


def _dice(pick: Pick) -> Dice:
    return Dice.of_text(f"planner/{pick(DICE_NAMES)}")


def _promising(world: CityState, seat: int, plain: PlayAction, dice: Dice) -> list[Plan]:
    """The plans that look best before anything is drawn, and what a builder would do."""
    looks = {plan: judge(follow(world, plan, dice), seat) for plan in plans(world, dice)}
    found = sorted(looks, key=lambda plan: looks[plan], reverse=True)[:PLANS_MAX]
    if looks[found[0]] == VICTORY:
        return found[:1]
    if not isinstance(plain, Discard | Draw) and all(plan[:1] != (plain,) for plan in found):
        found.append(_begun(world, plain, dice))
    return found


def _begun(world: CityState, first: PlayAction, dice: Dice) -> Plan:
    """A plan that begins with this action, carried on by an apprentice."""
    after = follow(world, (first,), dice)
    if after.over or after.turn.phase == "draw":
        return (first,)
    return first, *deeds(after, after.seats[after.turn.seat])


def _outcome(world: CityState, seat: int, plan: Plan, dice: Dice) -> int:
    state = end_turn(follow(world, plan, dice), dice)
    for _ in range(HORIZON_TURNS):
        if state.over:
            break
        state = play_turn(state, dice)
    return judge(state, seat)


def _leader(scores: dict[Plan, list[int]], left: list[Plan]) -> Plan:
    return max(left, key=lambda plan: sum(scores[plan]))


def _beaten(scores: list[int], best: list[int]) -> bool:
    """Is the mean of the differences, world by world, too large to be chance?

    Multiplied out, so that whole numbers suffice: mean squared > DOUBT * variance / worlds.
    """
    worlds = len(scores)
    gaps = [more - less for more, less in zip(best, scores, strict=True)]
    total = sum(gaps)
    variance = worlds * sum([gap * gap for gap in gaps]) - total * total
    return total * total * (worlds - 1) > DOUBT * variance
