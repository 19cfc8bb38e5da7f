"""Options of a table, checked together, and the numbers that follow from them."""

from functools import lru_cache

from msgspec.structs import replace

from games.city.components import (
    BUILDINGS,
    CARDS,
    CARDS_PER_PEOPLE,
    FACTS,
    PEOPLE_OF,
    VALUE_OF,
    TileFacts,
)
from games.illegal import Illegal
from schemas.city import Building, Cards, CardSplit, CityOptions, TileNumbers


def check(options: CityOptions) -> None:
    """Refuse what no field alone can show to be wrong."""
    if len(set(options.expansions)) != len(options.expansions):
        raise _bad(
            f"Each expansion can be chosen once, but {list(options.expansions)} were given.",
            field="expansions",
            given=list(options.expansions),
        )
    split = options.split
    total = split.ones + split.twos + split.threes
    if total != CARDS_PER_PEOPLE:
        raise _bad(
            f"A people has {CARDS_PER_PEOPLE} cards, but the split {split.ones} + {split.twos} + "
            f"{split.threes} makes {total}.",
            field="split",
            expected=CARDS_PER_PEOPLE,
            given=total,
        )
    seen: set[Building] = set()
    for numbers in options.tiles:
        _check_numbers(numbers, seen, options)
        seen.add(numbers.tile)


def _check_numbers(numbers: TileNumbers, seen: set[Building], options: CityOptions) -> None:
    tile = numbers.tile
    if tile in seen:
        raise _bad(f"The numbers of {tile} are given twice.", field="tiles", tile=tile)
    if tile not in buildings_in_play(options):
        raise _bad(
            f"Numbers are given for {tile}, which is not in play without its expansion.",
            field="tiles",
            tile=tile,
        )
    expected = len(FACTS[tile].boxes)
    if numbers.boxes is not None and len(numbers.boxes) != expected:
        raise _bad(
            f"{tile} has {expected} boxes, but {len(numbers.boxes)} values were given.",
            field="tiles",
            tile=tile,
            expected=expected,
            given=len(numbers.boxes),
        )


def _bad(message: str, **detail: object) -> Illegal:
    return Illegal("bad_options", message, **detail)


def buildings_in_play(options: CityOptions) -> tuple[Building, ...]:
    return tuple(
        tile
        for tile in BUILDINGS
        if (expansion := FACTS[tile].expansion) is None or expansion in options.expansions
    )


def whole_deck(split: CardSplit) -> Cards:
    """All 80 cards, unshuffled (C1.4)."""
    of_value = {1: split.ones, 2: split.twos, 3: split.threes}
    deck: list[str] = []
    for card in CARDS:
        khind = PEOPLE_OF[card] == "khind"
        deck += [card] * (CARDS_PER_PEOPLE if khind else of_value[VALUE_OF[card]])
    return tuple(deck)  # type: ignore[arg-type]


def facts(options: CityOptions, tile: Building) -> TileFacts:
    """What is printed on a tile at this table."""
    return _all_facts(options.tiles)[tile] if options.tiles else FACTS[tile]


@lru_cache(maxsize=1024)
def _all_facts(changes: tuple[TileNumbers, ...]) -> dict[Building, TileFacts]:
    return FACTS | {numbers.tile: _changed(FACTS[numbers.tile], numbers) for numbers in changes}


def _changed(printed: TileFacts, numbers: TileNumbers) -> TileFacts:
    boxes = printed.boxes
    if numbers.boxes is not None:
        boxes = tuple(
            (colour, value) for (colour, _), value in zip(boxes, numbers.boxes, strict=True)
        )
    return replace(
        printed,
        boxes=boxes,
        star=numbers.star or printed.star,
        participant=numbers.participant or printed.participant,
        neighbour=numbers.neighbour or printed.neighbour,
    )
