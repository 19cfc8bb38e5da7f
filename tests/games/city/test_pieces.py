"""The published facts about the pieces match what the rules do with them."""

from typing import Any

import pytest

from games.city.components import FACTS
from games.city.names import WORDS
from games.city.payment import suffices
from games.city.pieces import PIECES
from games.city.rulebook import CITY
from schemas.city.actions import Fly, Hasten, MoveDragon, Offer, Walk
from schemas.city.options import CityOptions
from schemas.city.pieces import CityCard
from schemas.city.terms import Cards, Colour
from tests.games.city.given import given


def cards_that(power: str) -> list[CityCard]:
    return [card for card in PIECES.cards if power in card.powers]


def listed(city: Any, kind: type) -> list[Any]:
    return [action for action in CITY.legal(city.state, 0) if isinstance(action, kind)]


def test_every_card_is_listed_once_and_the_deck_has_80() -> None:
    assert sum(card.copies for card in PIECES.cards) == 80
    assert len({card.id for card in PIECES.cards}) == len(PIECES.cards)


@pytest.mark.parametrize(
    ("power", "action"),
    [("fly", Fly), ("hasten", Hasten), ("move_dragon", MoveDragon), ("offer_again", Offer)],
)
def test_published_powers_match_the_legal_actions(power: str, action: type) -> None:
    usable = []
    for card in PIECES.cards:
        city = given().crystals(0, 30).dragon("red", "mill").dragon("green", "mill")
        city = city.dragon("blue", "mill").hand(0, card.id)
        if power == "offer_again":
            city = city.turn(0, phase="contribution", offerings=1).obelisk(0)
        if listed(city, action):
            usable.append(card)
    assert usable == cards_that(power)


def test_c3_2_hastening_gives_the_published_number_of_steps() -> None:
    (flit,) = cards_that("hasten")
    hastened = given().hand(0, flit.id).when(Hasten())
    assert hastened.state.turn.steps == PIECES.steps + (flit.amount or 0)


def test_c3_3_a_dragon_moves_the_published_distance() -> None:
    dragons = {piece.people: piece.dragon for piece in PIECES.peoples}
    for card in cards_that("move_dragon"):
        dragon = dragons[card.people]
        assert dragon is not None
        city = given().place("mill", 0, 1).dragon(dragon, "mill").hand(0, card.id)
        layout = city.state.layout
        reached = [layout.index(action.to) for action in listed(city, MoveDragon)]
        farthest = max(cell // 5 + abs(cell % 5 - 1) for cell in reached)
        assert farthest == (card.amount or 6)
        outside = given().hand(0, card.id)
        assert bool(listed(outside, MoveDragon)) == (card.amount is None)


@pytest.mark.parametrize("colour", ["black", "yellow"])
def test_c4_4_to_c4_6_payments_match_the_published_powers(colour: Colour) -> None:
    for card in PIECES.cards:
        paid = (card.id,) if card.colour != colour else ()
        if "any_colour" in card.powers:
            assert suffices(paid, colour, card.amount or 0)
        elif "pair" in card.powers:
            assert not suffices(paid, colour, 1)
            assert suffices(paid * 2, colour, card.amount or 0)
        elif "recolour" in card.powers:
            most = card.amount or 0
            blue: Cards = ("aqua-1",)
            assert suffices(paid + blue * (most + 1), colour, most)
            assert not suffices(paid + blue * (most + 1), colour, most + 1)
        elif paid:
            assert not suffices(paid * 2, colour, 1)


def test_c7_2_a_further_offering_costs_the_published_surcharge() -> None:
    (obelisk,) = (s.obelisk for s in PIECES.setups if s.players == 3)
    for card in cards_that("offer_again"):
        city = given(3).crystals(0, 30).hand(0, card.id)
        city = city.turn(0, phase="contribution", offerings=1).obelisk(0)
        offered = city.when(Offer(card.id))  # type: ignore[arg-type]
        assert offered.state.seats[0].crystals == 30 - obelisk[1] - (card.amount or 0)


def test_every_tile_is_listed_with_its_numbers_and_has_a_name() -> None:
    assert [tile.tile for tile in PIECES.tiles] == list(FACTS)
    for tile in PIECES.tiles:
        facts = FACTS[tile.tile]
        assert [(box.colour, box.value) for box in tile.boxes] == list(facts.boxes)
        assert (tile.star, tile.participant, tile.neighbour) == (
            facts.star,
            facts.participant,
            facts.neighbour,
        )
        assert tile.tile in WORDS
    assert {piece.people for piece in PIECES.peoples} < set(WORDS)


def test_published_set_ups_match_a_new_city() -> None:
    assert [setup.players for setup in PIECES.setups] == list(CITY.seat_counts)
    for setup in PIECES.setups:
        city = CITY.initial(CityOptions(setup.players))
        assert city.supply == setup.scales
        assert {seat.stones for seat in city.seats} == {PIECES.stones}
    walked = given().when(Walk("palace"))
    assert walked.state.turn.steps == PIECES.steps - 1
