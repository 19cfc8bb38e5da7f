"""Options of a table, checked together, and the numbers that follow from them."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import UNSET, UnsetType
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
from games.city.illegal_action import CityActionError
from schemas.city.options import CardSplit, CityOptions, TileNumbers
from schemas.city.terms import Building, Cards, CityAmendment
from schemas.rejection import OptionsProblem

CORNERS_PER_EXPANSION = 2
_AMENDED: dict[str, CityAmendment] = {
    "offer_without_stones": "offering-without-stone",
    "corners": "chosen-corners",
}
"""Options that came with an amendment."""


def check(options: CityOptions, amendments: tuple[CityAmendment, ...]) -> None:
    """Refuse options that do not fit together or do not exist under these rules."""
    for problem in problems(options, amendments):
        raise CityActionError("bad_options", problem.message, **problem.detail)


def problems(
    options: CityOptions, amendments: tuple[CityAmendment, ...]
) -> Iterator[OptionsProblem]:
    if len(set(options.expansions)) != len(options.expansions):
        yield _problem(
            "expansions",
            f"Each expansion can be chosen once, but {list(options.expansions)} were given.",
            given=list(options.expansions),
        )
    split = options.split
    total = split.ones + split.twos + split.threes
    if total != CARDS_PER_PEOPLE:
        yield _problem(
            "split",
            f"A people has {CARDS_PER_PEOPLE} cards, but the split {split.ones} + {split.twos} + "
            f"{split.threes} makes {total}.",
            expected=CARDS_PER_PEOPLE,
            given=total,
        )
    yield from _newer_options(options, amendments)
    yield from _wrong_corners(options)
    earlier_tiles: set[Building] = set()
    for at, numbers in enumerate(options.tiles):
        yield from _wrong_numbers(numbers, at, earlier_tiles, options)
        earlier_tiles.add(numbers.tile)


def _newer_options(
    options: CityOptions, amendments: tuple[CityAmendment, ...]
) -> Iterator[OptionsProblem]:
    """Options of an amendment do not exist under earlier rules."""
    for field, amendment in _AMENDED.items():
        if getattr(options, field) is not UNSET and amendment not in amendments:
            yield _problem(field, f"These rules have no option {field}.", needed=amendment)


def _wrong_corners(options: CityOptions) -> Iterator[OptionsProblem]:
    """The extra tiles need two corners for each set (C10.1)."""
    corners = options.corners
    if isinstance(corners, UnsetType):
        return
    expected = CORNERS_PER_EXPANSION * len(set(options.expansions))
    if len(set(corners)) != len(corners) or len(corners) != expected:
        yield _problem(
            "corners",
            f"The extra tiles fill {expected} different corners, but {list(corners)} were given.",
            expected=expected,
            given=list(corners),
        )


def _wrong_numbers(
    numbers: TileNumbers, at: int, earlier_tiles: set[Building], options: CityOptions
) -> Iterator[OptionsProblem]:
    tile = numbers.tile
    if tile in earlier_tiles:
        yield _problem("tiles", f"The numbers of {tile} are given twice.", at, tile=tile)
    if tile not in buildings_in_play(options):
        yield _problem(
            "tiles",
            f"Numbers are given for {tile}, which is not in play without its expansion.",
            at,
            tile=tile,
        )
    expected = len(FACTS[tile].boxes)
    if numbers.boxes is not None and len(numbers.boxes) != expected:
        yield _problem(
            "tiles",
            f"{tile} has {expected} boxes, but {len(numbers.boxes)} values were given.",
            at,
            tile=tile,
            expected=expected,
            given=len(numbers.boxes),
        )


def _problem(field: str, message: str, at: int | None = None, **detail: object) -> OptionsProblem:
    where = field if at is None else f"{field}[{at}]"
    return OptionsProblem("bad_options", message, where, {"field": field} | detail)


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
