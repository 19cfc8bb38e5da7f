"""Costs paid with hand cards: all or nothing, and nothing superfluous (R28.3, R28.4, R29.5)."""

from collections.abc import Iterator

from msgspec.structs import replace

from games.duel.cards import CARDS
from games.duel.effect_terms import Cost
from games.duel.reading import Reading
from games.duel.refusals import DuelActionError
from games.duel.values import Numbers, printed
from schemas.duel.terms import Cards, CardType

_TYPES: tuple[tuple[str, CardType], ...] = (
    ("characters", "character"),
    ("leadership", "leadership"),
    ("hyla", "hyla"),
    ("achievement", "achievement"),
)


def is_met(reading: Reading, seat: int, cost: Cost, cards: Cards) -> bool:
    """Whether these cards reach the cost. Values count after ignoring, types and moons as facts
    (R28.6)."""
    if cost.any_of:
        return any(is_met(reading, seat, part, cards) for part in cost.any_of)
    if cost.moons is not None:
        return sum(CARDS[card].moons or 0 for card in cards) >= cost.moons
    for field, kind in _TYPES:
        count = getattr(cost, field)
        if count is not None:
            return sum(CARDS[card].type == kind for card in cards) >= int(count)
    numbers = [printed(reading, seat, card, active=False) for card in cards]
    fire, earth = (sum(n[0] for n in numbers), sum(n[1] for n in numbers))
    if cost.either is not None:
        return max(fire, earth) >= cost.either
    if cost.distinct_cards:
        return _split(numbers, cost.fire or 0, cost.earth or 0)
    return fire >= (cost.fire or 0) and earth >= (cost.earth or 0)


def _split(numbers: list[Numbers], fire: int, earth: int) -> bool:
    """No card counts for both sums (R28.7)."""
    if fire <= 0 and earth <= 0:
        return True
    if not numbers:
        return False
    (first_fire, first_earth), rest = numbers[0], numbers[1:]
    return _split(rest, fire - first_fire, earth) or _split(rest, fire, earth - first_earth)


def is_superfluous(reading: Reading, seat: int, cost: Cost, paid: Cards, cards: Cards) -> bool:
    """Whether one of the cards could be left out, given what was paid before."""
    return any(
        is_met(reading, seat, cost, paid + cards[:at] + cards[at + 1 :]) for at in range(len(cards))
    )


def require_payment(reading: Reading, seat: int, cost: Cost, paid: Cards, cards: Cards) -> None:
    if not is_met(reading, seat, cost, paid + cards):
        raise DuelActionError(
            "cost_not_met",
            f"The cost is {describe_cost(cost)}; {', '.join(cards) or 'no card'} is not enough.",
            cards=list(cards),
        )
    if is_superfluous(reading, seat, cost, paid, cards):
        raise DuelActionError(
            "superfluous_card",
            f"The cost is {describe_cost(cost)}; one of {', '.join(cards)} is not needed for it.",
            cards=list(cards),
        )


def payments(reading: Reading, seat: int, cost: Cost, paid: Cards) -> list[Cards]:
    """Every way to pay from the hand."""
    return list(_extended(reading, seat, cost, paid, (), reading.side(seat).hand))


def _extended(  # noqa: PLR0913, PLR0917 - a search passes on everything it has found
    reading: Reading, seat: int, cost: Cost, paid: Cards, chosen: Cards, rest: Cards
) -> Iterator[Cards]:
    """A sufficient payment is not extended: any further card would be superfluous."""
    if is_met(reading, seat, cost, paid + chosen):
        if chosen and not is_superfluous(reading, seat, cost, paid, chosen):
            yield chosen
        return
    for at, card in enumerate(rest):
        yield from _extended(reading, seat, cost, paid, (*chosen, card), rest[at + 1 :])


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
