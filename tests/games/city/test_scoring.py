"""Scoring a building (C5), with the rule book's example of the University step by step."""

import pytest

from schemas.city.actions import Contribute, Discard, Draw
from schemas.city.events import (
    AsideTaken,
    BuildingFinished,
    CardDiscarded,
    CardsDrawn,
    CardsSetAside,
    DeckShuffled,
    RewardGained,
    ScaleScore,
    ScalesGained,
    ScalesScored,
    StonePlaced,
    TurnBegan,
    TurnEnded,
)
from schemas.city.options import Reward
from schemas.city.terms import Building, Card, Cards
from tests.games.city.given import Given, Outcome, given

PAYING: Cards = ("khind-1",) * 5


def about_to_finish(tile: Building, *owners: int | None, players: int = 3, seat: int = 0) -> Given:
    """The seat stands on the building and holds cards that pay for the last free box."""
    city = given(players).stones_on(tile, *owners).figure(seat, tile).turn(seat)
    return city.hand(seat, *PAYING)


def finish(city: Given, tile: Building) -> Outcome:
    owners = city.sites.get(tile, (None,))
    return city.when(Contribute(owners.index(None), PAYING))


def rewards(outcome: Outcome, kind: str) -> dict[int, list[Building]]:
    """Who got a kind of reward, and from which tiles."""
    tiles: dict[int, list[Building]] = {}
    for event in outcome.events_of(RewardGained):
        if event.kind == kind:
            tiles.setdefault(event.seat, []).append(event.source)
    return tiles


# C5.1 Master builder


@pytest.mark.parametrize(
    ("tile", "owners", "master"),
    [
        ("hospice", (None,), 0),
        ("library", (1, 1, None), 1),
        ("library", (None, 1, 1), 1),
        ("library", (0, 1, None), 0),
        ("library", (1, 0, None), 0),
        ("mill", (1, 1, None), 1),
    ],
)
def test_c5_1_the_master_builder_has_the_most_stones(
    tile: Building, owners: tuple[int | None, ...], master: int
) -> None:
    scored = finish(about_to_finish(tile, *owners), tile)
    assert rewards(scored, "star") == {master: [tile]}
    assert scored.events_of(BuildingFinished) == [BuildingFinished(tile, master)]


@pytest.mark.parametrize(
    ("tile", "owners", "master"),
    [
        ("watchtower", (None, 1), 0),
        ("watchtower", (1, None), 1),
        ("library", (2, 1, None), 2),
        ("library", (1, None, 2), 1),
        ("library", (None, 2, 1), 0),
        ("palace", (1, 0, None, 1), 1),
        ("palace", (0, 1, 1, None), 0),
        ("palace", (2, 1, 1, None), 1),
        ("palace", (2, None, 0, 2), 2),
        ("palace", (2, 0, None, 1), 0),
    ],
)
def test_c5_1_a_tie_goes_to_the_tied_seat_with_the_leftmost_stone(
    tile: Building, owners: tuple[int | None, ...], master: int
) -> None:
    """Only seats tied for the most stones count: a single stone further left does not win."""
    city = about_to_finish(tile, *owners)
    scored = city.when(Contribute(owners.index(None), PAYING, "red" if tile == "palace" else None))
    assert rewards(scored, "star") == {master: [tile]}
    assert scored.events_of(BuildingFinished) == [BuildingFinished(tile, master)]


def test_c5_1_the_master_builder_gets_the_star_reward() -> None:
    scored = finish(about_to_finish("library", 1, None, 1), "library")
    assert RewardGained(1, "star", "library", "library", Reward(crystals=2)) in scored.events
    assert scored.seat(1).crystals == 2 + 2


# C5.2 Participants


def test_c5_2_every_seat_with_a_stone_gets_the_participant_reward_once() -> None:
    scored = finish(about_to_finish("flight_tower", 1, None, 1), "flight_tower")
    assert rewards(scored, "participant") == {0: ["flight_tower"], 1: ["flight_tower"]}
    assert [seat.crystals for seat in scored.state.seats] == [2, 2 + 2, 0]


def test_c5_2_the_palace_gives_a_crystal_a_card_and_a_scale() -> None:
    city = about_to_finish("palace", 1, 1, 2, None).deck("flit-1", "flit-2", "flit-3")
    scored = city.when(Contribute(3, PAYING, "grey"))
    assert [seat.crystals for seat in scored.state.seats] == [1, 1 + 2, 1]
    assert [seat.scales for seat in scored.state.seats] == [1, 1, 1]
    assert scored.seat(0).aside == ("flit-1",)
    assert [scored.seat(1).hand, scored.seat(2).hand] == [("flit-2",), ("flit-3",)]


def test_c5_2_a_figure_without_a_stone_gets_nothing() -> None:
    scored = finish(about_to_finish("hospice", None).figure(1, "hospice"), "hospice")
    assert rewards(scored, "participant") == {0: ["hospice"]}
    assert scored.seat(1).crystals == 0


# C5.3 Neighbours


def test_c5_3_every_participant_gets_the_reward_of_every_finished_neighbour() -> None:
    city = (
        about_to_finish("watchtower", None, 2)
        .beside("watchtower", "library", "flight_tower")
        .finished("library", "flight_tower")
    )
    scored = finish(city, "watchtower")
    around = sorted(rewards(scored, "neighbour")[0])
    assert around == ["flight_tower", "library"]
    assert rewards(scored, "neighbour").keys() == {0, 2}
    assert [seat.crystals for seat in scored.state.seats] == [1 + 3 + 2, 0, 1 + 3 + 2]


def test_c5_3_each_participant_gets_a_neighbour_reward_once() -> None:
    city = about_to_finish("library", 1, 1, None).beside("library", "flight_tower")
    scored = finish(city.finished("flight_tower"), "library")
    assert rewards(scored, "neighbour") == {0: ["flight_tower"], 1: ["flight_tower"]}


@pytest.mark.parametrize(
    ("neighbour", "reward"),
    [
        ("fire_temple", Reward(crystals=3)),
        ("water_temple", Reward(scales=2)),
        ("earth_temple", Reward(cards=2)),
        ("palace", Reward(crystals=1, cards=1, scales=1)),
        ("monastery_tower", Reward(scales=1)),
    ],
)
def test_c5_3_a_neighbour_gives_its_own_neighbour_reward(
    neighbour: Building, reward: Reward
) -> None:
    city = about_to_finish("hospice", None).beside("hospice", neighbour).finished(neighbour)
    scored = finish(city, "hospice")
    neighbour_rewards = [
        event for event in scored.events_of(RewardGained) if event.kind == "neighbour"
    ]
    assert neighbour_rewards == [RewardGained(0, "neighbour", "hospice", neighbour, reward)]
    assert scored.seat(0).crystals == 1 + reward.crystals
    assert scored.seat(0).scales == 1 + reward.scales
    assert len(scored.seat(0).aside) == reward.cards


def test_c5_3_unfinished_neighbours_give_nothing() -> None:
    city = about_to_finish("hospice", None).beside("hospice", "library")
    assert rewards(finish(city, "hospice"), "neighbour") == {}
    begun = city.stones_on("library", 1, 1, None)
    assert rewards(finish(begun, "hospice"), "neighbour") == {}


def test_c5_3_diagonal_and_farther_buildings_give_nothing() -> None:
    city = about_to_finish("hospice", None).place("hospice", 1, 1).place("library", 0, 2)
    city = city.place("mill", 1, 3).finished("library", "mill")
    assert rewards(finish(city, "hospice"), "neighbour") == {}


def test_c5_3_the_finished_building_is_not_its_own_neighbour() -> None:
    scored = finish(about_to_finish("hospice", None), "hospice")
    assert rewards(scored, "neighbour") == {}
    assert scored.seat(0).crystals == 1


def test_c5_3_a_building_finished_earlier_is_not_paid_again() -> None:
    """Only participants of the scored building are paid, not those of its neighbours."""
    city = about_to_finish("hospice", None).beside("hospice", "library").finished("library")
    scored = finish(city.figure(1, "library"), "hospice")
    assert [seat.crystals for seat in scored.state.seats] == [1 + 3, 0, 0]


# C5.4 Scales


def test_c5_4_scales_are_scored_once_for_the_whole_scoring() -> None:
    """All rewards come first; a scale owed but missing counts too."""
    city = about_to_finish("palace", 1, 2, None, 1).scales(4, 3, 4)
    scored = city.when(Contribute(2, PAYING, "blue"))
    kinds = [type(event) for event in scored.events]
    assert kinds.count(ScalesScored) == 1
    assert RewardGained not in kinds[kinds.index(ScalesScored) :]
    assert scored.events_of(ScalesScored) == [
        ScalesScored((ScaleScore(0, 5, 3), ScaleScore(1, 4, 3), ScaleScore(2, 5, 3)))
    ]
    assert scored.state.supply == 12
    assert [(seat.scales, seat.owed) for seat in scored.state.seats] == [(0, 0)] * 3


def test_c5_4_no_scale_scoring_while_the_supply_lasts() -> None:
    city = about_to_finish("palace", 1, 2, None, 1).scales(4, 3, 1)
    scored = city.when(Contribute(2, PAYING, "blue"))
    assert scored.events_of(ScalesScored) == []
    assert scored.state.supply == 1


def test_c5_4_no_scale_scoring_without_new_scales() -> None:
    scored = finish(about_to_finish("mill", 1, 1, None).scales(4, 4, 3), "mill")
    assert scored.events_of(ScalesScored) == []


# C5.5 Stones return


def test_c5_5_stones_return_to_their_owners() -> None:
    city = about_to_finish("library", 1, None, 2).stones_left(1, 4)
    assert [seat.stones for seat in city.state.seats] == [10, 4, 9]
    scored = finish(city, "library")
    assert [seat.stones for seat in scored.state.seats] == [10, 5, 10]
    assert scored.site("library").stones == (None, None, None)


def test_c5_5_the_building_is_finished_for_good() -> None:
    scored = finish(about_to_finish("library", 1, None, 2).figure(1, "library"), "library")
    assert scored.site("library").finished
    later = scored.when(Draw())
    assert later.site("library").finished
    assert not any(isinstance(action, Contribute) for action in later.legal())


def test_c5_5_figures_and_dragons_stay() -> None:
    city = about_to_finish("library", 1, None, 2).figure(1, "library").dragon("red", "library")
    scored = finish(city, "library")
    assert [seat.figure for seat in scored.state.seats] == ["library", "library", "courtyard"]
    assert scored.state.dragons.red == "library"


# C5.6, C5.7 Cards

NEXT: tuple[Card, ...] = (
    *("flit-1", "flit-2"),
    *("hoax-1", "hoax-2"),
    *("aqua-1", "aqua-2"),
    *("vulca-1", "vulca-2"),
)


def test_c5_6_cards_won_by_the_acting_seat_are_set_aside() -> None:
    scored = finish(about_to_finish("mill", 0, 0, None).deck(*NEXT), "mill")
    assert scored.events_of(CardsSetAside) == [CardsSetAside(0, ("flit-1", "flit-2"))]
    assert scored.seat(0).hand == ()
    assert scored.seat(0).aside == ("flit-1", "flit-2")


def test_c5_6_cards_set_aside_cannot_pay_or_be_discarded_in_this_turn() -> None:
    scored = finish(about_to_finish("mill", 0, 0, None).deck(*NEXT), "mill")
    scored.when(Discard("flit-1")).refuses("not_in_hand", card="flit-1", held=0)


def test_c5_6_cards_set_aside_join_the_hand_after_the_draw() -> None:
    scored = finish(about_to_finish("mill", 0, 0, None).deck(*NEXT), "mill")
    drawn = scored.when(Draw())
    drawn.then(
        CardsDrawn(0, ("hoax-1", "hoax-2")),
        AsideTaken(0, ("flit-1", "flit-2")),
        TurnEnded(0),
        TurnBegan(1, 2),
    )
    assert drawn.seat(0).hand == ("flit-1", "flit-2", "hoax-1", "hoax-2")
    assert drawn.seat(0).aside == ()


def test_c5_6_other_seats_take_their_cards_at_once() -> None:
    scored = finish(about_to_finish("mill", 1, 1, None).deck(*NEXT), "mill")
    assert scored.events_of(CardsDrawn) == [CardsDrawn(1, ("flit-1", "flit-2"))]
    assert scored.seat(1).hand == ("flit-1", "flit-2")
    assert scored.seat(1).aside == scored.seat(0).aside == ()


def test_c5_6_cards_won_several_times_in_a_turn_are_all_set_aside() -> None:
    city = about_to_finish("mill", 0, 0, None).beside("mill", "market_hall")
    scored = finish(city.finished("market_hall").deck(*NEXT), "mill")
    assert scored.seat(0).aside == NEXT[:4]
    assert scored.when(Draw()).seat(0).hand == tuple(sorted(NEXT[:6]))


def test_c5_7_cards_are_handed_out_star_first_then_in_turn_order_from_the_acting_seat() -> None:
    city = about_to_finish("mill", 1, 0, None, seat=2).beside("mill", "market_hall")
    scored = finish(city.finished("market_hall").deck(*NEXT), "mill")
    handed = [e for e in scored.events if isinstance(e, CardsDrawn | CardsSetAside)]
    assert handed == [
        CardsDrawn(1, ("flit-1", "flit-2")),
        CardsSetAside(2, ("hoax-1", "hoax-2")),
        CardsDrawn(0, ("aqua-1", "aqua-2")),
        CardsDrawn(1, ("vulca-1", "vulca-2")),
    ]


def test_c5_7_turn_order_passes_from_the_last_seat_to_the_first() -> None:
    city = about_to_finish("library", 0, 3, None, players=4, seat=3)
    scored = finish(city, "library")
    assert list(rewards(scored, "participant")) == [3, 0]


def test_c5_7_the_pile_is_shuffled_when_the_deck_runs_out_in_between() -> None:
    """The cards just paid are among the shuffled ones (C8.2)."""
    city = about_to_finish("mill", 1, 0, None, seat=2).beside("mill", "market_hall")
    scored = finish(city.finished("market_hall").deck_of(*NEXT[:3]), "mill")
    handed = [e for e in scored.events if isinstance(e, CardsDrawn | CardsSetAside | DeckShuffled)]
    assert handed[:2] == [
        CardsDrawn(1, ("flit-1", "flit-2")),
        CardsSetAside(2, ("hoax-1",)),
    ]
    shuffled = handed[2]
    assert isinstance(shuffled, DeckShuffled)
    assert len(shuffled.order) == 80 - 3
    assert handed[3:] == [
        CardsSetAside(2, shuffled.order[:1]),
        CardsDrawn(0, shuffled.order[1:3]),
        CardsDrawn(1, shuffled.order[3:5]),
    ]


# C5.8 The courtyard


@pytest.mark.parametrize("tile", ["fire_temple", "earth_temple", "water_temple"])
def test_c5_8_the_courtyard_gives_no_neighbour_reward(tile: Building) -> None:
    scored = finish(about_to_finish(tile, 1, 1, None), tile)
    assert rewards(scored, "neighbour") == {}
    assert [seat.crystals for seat in scored.state.seats] == [2, 2 + 2, 0]


# The example of the University

VIOLET, GREY = 0, 1


def university() -> Given:
    """Grey's stone is on the 2. Fire Temple and Market Hall beside it are finished, the Palace is
    not; two dragons are there."""
    return (
        given(players=2)
        .place("university", 1, 3)
        .beside("university", "fire_temple", "market_hall", "palace")
        .stones_on("university", None, GREY)
        .finished("fire_temple", "market_hall")
        .dragon("red", "university")
        .dragon("blue", "university")
        .figure(VIOLET, "university")
        .hand(VIOLET, "hoax-3", "hoax-2", "terrah-1", "terrah-2")
        .deck("flit-1", "flit-2", "aqua-1", "aqua-2", "vulca-1", "vulca-2", "pillar-1", "pillar-2")
    )


def test_c5_1_the_university_step_by_step() -> None:
    university().when(Contribute(0, ("hoax-3", "hoax-2"))).then(
        StonePlaced(VIOLET, "university", 0, ("hoax-3", "hoax-2"), "white"),
        ScalesGained(VIOLET, "university", 2),
        RewardGained(VIOLET, "star", "university", "university", Reward(scales=1)),
        RewardGained(VIOLET, "participant", "university", "university", Reward(crystals=1)),
        RewardGained(VIOLET, "neighbour", "university", "fire_temple", Reward(crystals=3)),
        RewardGained(VIOLET, "neighbour", "university", "market_hall", Reward(cards=2)),
        CardsSetAside(VIOLET, ("flit-1", "flit-2")),
        RewardGained(GREY, "participant", "university", "university", Reward(crystals=1)),
        RewardGained(GREY, "neighbour", "university", "fire_temple", Reward(crystals=3)),
        RewardGained(GREY, "neighbour", "university", "market_hall", Reward(cards=2)),
        CardsDrawn(GREY, ("aqua-1", "aqua-2")),
        BuildingFinished("university", VIOLET),
    )


def test_c5_2_the_university_gives_the_rewards_of_the_example() -> None:
    scored = university().when(Contribute(0, ("hoax-3", "hoax-2")))
    violet, grey = scored.state.seats
    assert (violet.scales, violet.crystals, len(violet.aside)) == (2 + 1, 1 + 3, 2)
    assert (grey.scales, grey.crystals, len(grey.hand)) == (0, 1 + 3, 2)
    assert (violet.stones, grey.stones) == (10, 10)


def test_c5_6_the_university_violet_discards_2_draws_4_then_takes_the_2() -> None:
    drawn = university().when(
        Contribute(0, ("hoax-3", "hoax-2")), Discard("terrah-1"), Discard("terrah-2"), Draw()
    )
    assert drawn.events[-6:] == (
        CardDiscarded(VIOLET, "terrah-1"),
        CardDiscarded(VIOLET, "terrah-2"),
        CardsDrawn(VIOLET, ("vulca-1", "vulca-2", "pillar-1", "pillar-2")),
        AsideTaken(VIOLET, ("flit-1", "flit-2")),
        TurnEnded(VIOLET),
        TurnBegan(GREY, 2),
    )
    assert len(drawn.seat(VIOLET).hand) == 6
