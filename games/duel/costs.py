"""Costs paid with hand cards: all or nothing, and nothing superfluous (R28.3, R28.4, R29.5)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from games.duel.cards import CARDS
from games.duel.effect_terms import Cost
from games.duel.reading import Reading
from games.duel.refusals import DuelActionError
from games.duel.values import Numbers, printed
from schemas.duel.terms import Cards, CardType

PAYMENTS_LISTED_MAX = 252
"""No payment contains another one (R28.4), so ten cards have at most this many."""

SPLITS_KEPT_MAX = 4096
"""Cards show few different numbers, so most sets of them come again."""

_TYPES: tuple[tuple[str, CardType], ...] = (
    ("characters", "character"),
    ("leadership", "leadership"),
    ("hyla", "hyla"),
    ("achievement", "achievement"),
)


class Coin(NamedTuple):
    """What a card can pay. Values count after ignoring, types and moons as facts (R28.6)."""

    fire: int
    earth: int
    moons: int
    type: CardType


Coins = tuple[Coin, ...]


def _coins(reading: Reading, seat: int, cards: Cards) -> Coins:
    return tuple(
        Coin(*printed(reading, seat, card, active=False), CARDS[card].moons or 0, CARDS[card].type)
        for card in cards
    )


def is_met(reading: Reading, seat: int, cost: Cost, cards: Cards) -> bool:
    """Whether these cards reach the cost."""
    return _is_met(cost, _coins(reading, seat, cards))


def _is_met(cost: Cost, coins: Coins) -> bool:
    if cost.any_of:
        return any(_is_met(part, coins) for part in cost.any_of)
    if cost.moons is not None:
        return sum(coin.moons for coin in coins) >= cost.moons
    for field, kind in _TYPES:
        count = getattr(cost, field)
        if count is not None:
            return sum(coin.type == kind for coin in coins) >= int(count)
    fire, earth = sum(coin.fire for coin in coins), sum(coin.earth for coin in coins)
    if cost.either is not None:
        return max(fire, earth) >= cost.either
    if fire < (cost.fire or 0) or earth < (cost.earth or 0):
        return False
    if not cost.distinct_cards:
        return True
    numbers = sorted((coin.fire, coin.earth) for coin in coins)
    return is_split(tuple(numbers), cost.fire or 0, cost.earth or 0)


@lru_cache(SPLITS_KEPT_MAX)
def is_split(numbers: tuple[Numbers, ...], fire: int, earth: int) -> bool:
    """No card counts for both sums (R28.7)."""
    # The most earth that is left for each amount of fire: more fire than asked for is of no use.
    reached = {0: 0}
    for card_fire, card_earth in numbers:
        after: dict[int, int] = {}
        for paid_fire, paid_earth in reached.items():
            with_fire = min(fire, paid_fire + card_fire)
            after[with_fire] = max(after.get(with_fire, 0), paid_earth)
            after[paid_fire] = max(after.get(paid_fire, 0), paid_earth + card_earth)
        reached = after
    return reached.get(fire, -1) >= earth


def _is_superfluous(cost: Cost, paid: Coins, coins: Coins) -> bool:
    """Whether one of the cards could be left out, given what was paid before."""
    return any(_is_met(cost, paid + coins[:at] + coins[at + 1 :]) for at in range(len(coins)))


def require_payment(reading: Reading, seat: int, cost: Cost, paid: Cards, cards: Cards) -> None:
    if not is_met(reading, seat, cost, paid + cards):
        raise DuelActionError(
            "cost_not_met",
            f"The cost is {describe_cost(cost)}; {', '.join(cards) or 'no card'} is not enough.",
            cards=list(cards),
        )
    if _is_superfluous(cost, _coins(reading, seat, paid), _coins(reading, seat, cards)):
        raise DuelActionError(
            "superfluous_card",
            f"The cost is {describe_cost(cost)}; one of {', '.join(cards)} is not needed for it.",
            cards=list(cards),
        )


def payments(reading: Reading, seat: int, cost: Cost, paid: Cards) -> list[Cards]:
    """Every way to pay from the hand; of very many only the first are listed."""
    hand = reading.side(seat).hand
    before, coins = _coins(reading, seat, paid), _coins(reading, seat, hand)
    found = islice(_extended(cost, before, coins, (), 0), PAYMENTS_LISTED_MAX)
    return [tuple(hand[at] for at in places) for places in found]


def _extended(
    cost: Cost, paid: Coins, hand: Coins, chosen: tuple[int, ...], start: int
) -> Iterator[tuple[int, ...]]:
    """A sufficient payment is not extended: any further card would be superfluous."""
    coins = tuple(hand[at] for at in chosen)
    if _is_met(cost, paid + coins):
        if chosen and not _is_superfluous(cost, paid, coins):
            yield chosen
        return
    if not _is_met(cost, paid + coins + hand[start:]):
        return
    for at in range(start, len(hand)):
        yield from _extended(cost, paid, hand, (*chosen, at), at + 1)


def doubled(cost: Cost) -> Cost:
    """All numbers twice (R28.11)."""
    return replace(
        cost,
        fire=_twice(cost.fire),
        earth=_twice(cost.earth),
        either=_twice(cost.either),
        moons=_twice(cost.moons),
        characters=_twice(cost.characters),
    )


def _twice(number: int | None) -> int | None:
    return None if number is None else 2 * number


def describe_cost(cost: Cost) -> str:
    """`2 fire and 2 earth`: for messages."""
    if cost.any_of:
        return " or ".join(map(describe_cost, cost.any_of))
    named = ("fire", "earth", "characters", "leadership", "hyla", "achievement", "moons")
    parts = [f"{getattr(cost, name)} {name}" for name in named if getattr(cost, name) is not None]
    if cost.either is not None:
        parts.append(f"{cost.either} of one element")
    return " and ".join(parts)
