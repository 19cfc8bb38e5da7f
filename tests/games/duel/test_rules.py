"""Rules without a scenario: the match, events, chance and the card pool."""

from collections import Counter
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from games.dice import Dice
from games.duel.cards import CARDS
from games.duel.evolve import FOLDS
from games.duel.news import brings_news
from games.duel.phases import ORDER
from games.duel.rulebook import DUEL
from games.duel.zones import all_cards
from games.illegal_action import IllegalActionError
from schemas.duel.actions import (
    AnnouncePower,
    ChooseCards,
    ChooseDeck,
    DeclineFight,
    LandShip,
    LoadShip,
    Mulligan,
    PlayCard,
)
from schemas.duel.deck import DeckList
from schemas.duel.events import (
    CardActivated,
    CardPutDown,
    CardsDiscarded,
    CombatCovered,
    DeckChosen,
    DeckShuffled,
    DuelBegan,
    DuelEnded,
    ExchangeChosen,
    PhaseEntered,
    PlayEvent,
    TurnBegan,
    TurnEnded,
)
from schemas.duel.options import DuelOptions
from schemas.duel.state import DuelState
from schemas.duel.terms import CardType, HiddenCards
from schemas.redaction import redact
from tests.games.duel.scenarios import DICE, position

FIGHT = {"turn": "A", "fight_started": True, "element": "fire"}


def started(options: DuelOptions, text: str = "rules") -> tuple[tuple[Any, ...], DuelState]:
    return DUEL.setup(DUEL.initial(options), Dice.of_text(text))


def test_r1_2_a_card_stays_in_the_zones_of_its_player() -> None:
    _, state = started(DuelOptions())
    other = replace(state.sides[1], hand=(*state.sides[1].hand, state.sides[0].hand[0]))
    assert DUEL.broken_laws(state) == ()
    assert DUEL.broken_laws(replace(state, sides=(state.sides[0], other))) != ()


def test_r1_4_every_card_is_of_a_known_type() -> None:
    assert {card.type for card in CARDS.values()} <= set(get_args(CardType))


def test_r1_11_dragons_have_no_identity() -> None:
    state = position(FIGHT | {"phase": "action", "dragons": {"A": 2, "B": 0}})
    assert state.dragons == 2


def test_r1_12_a_match_starts_without_crystals() -> None:
    _, state = started(DuelOptions())
    assert [side.crystals for side in state.sides] == [0, 0]


def test_r1_14_the_same_dice_give_the_same_shuffles_and_other_dice_others() -> None:
    orders = [
        [
            event.order
            for event in started(DuelOptions(), text)[0]
            if isinstance(event, DeckShuffled)
        ]
        for text in ("one", "one", "other")
    ]
    assert orders[0] == orders[1] != orders[2]
    assert all(len(order) == 30 for order in orders[0])


def test_r1_14_a_blind_pick_has_its_own_dice_stream() -> None:
    sides = {"A": {"hand": ["hoax-17"]}, "B": {"hand": [f"vulca-{n:02}" for n in range(1, 9)]}}
    state = position(FIGHT | {"phase": "character"} | sides)
    picked: Counter[str] = Counter()
    for number in range(60):
        dice = Dice.of_text(f"blind/{number}")
        events, after = DUEL.decide(state, 0, PlayCard("hoax-17"), dice)
        picked.update(next(e.cards for e in events if isinstance(e, CardsDiscarded)))
        assert after.throws == state.throws + 1
    assert len(picked) == 8


def test_r2_1_leaders_are_open_from_the_beginning() -> None:
    events, _ = started(DuelOptions(("aqua", "flit")))
    assert isinstance(events[0], DuelBegan)
    assert events[0].leaders == ("aqua-00", "flit-00")


def test_r2_5_the_exchange_is_hidden_until_both_have_chosen() -> None:
    _, state = started(DuelOptions())
    exchange = Mulligan(HiddenCards(state.sides[0].hand[:2]))
    (event,), state = DUEL.decide(state, 0, exchange, DICE)
    assert isinstance(event, ExchangeChosen)
    assert redact(event, 1).exchange is None
    assert redact(state, 1).sides[0].exchange is None
    assert redact(exchange, 1).exchange is None
    _, state = DUEL.decide(state, 1, Mulligan(HiddenCards()), DICE)
    assert state.stage == "turn"


def test_r3_7_a_turn_goes_through_its_phases_in_order() -> None:
    sides = {"A": {"hand": ["vulca-05"]}, "B": {"hand": ["hoax-01"]}}
    state = position({"turn": "A", "phase": "turn_start", "fight_started": False} | sides)
    events, state = DUEL.decide(state, 0, PlayCard("vulca-05"), DICE)
    more, _ = DUEL.decide(state, 0, AnnouncePower("fire"), DICE)
    phases = [e.phase for e in (*events, *more) if isinstance(e, PhaseEntered)]
    assert phases == list(ORDER[1:])
    assert [type(e) for e in more[-2:]] == [TurnEnded, TurnBegan]


def test_r16_3_a_seat_with_reserves_may_choose_another_deck() -> None:
    options = DuelOptions(("vulca", "hoax"), reserves=(("flit", "aqua"), ()))
    _, state = started(options)
    assert DUEL.to_act(state) == (0,)
    assert DUEL.legal(state, 0) == (ChooseDeck(0), ChooseDeck(1), ChooseDeck(2))
    events, state = DUEL.decide(state, 0, ChooseDeck(2), DICE)
    began = next(event for event in events if isinstance(event, DuelBegan))
    assert began.leaders == ("aqua-00", "hoax-00")
    assert set(all_cards(state.sides[0])) >= {"aqua-01"}


def test_r16_3_leaders_are_revealed_at_the_same_time() -> None:
    options = DuelOptions(("vulca", "hoax"), reserves=(("flit",), ("aqua",)))
    _, state = started(options)
    assert DUEL.to_act(state) == (0, 1)
    (event,), state = DUEL.decide(state, 0, ChooseDeck(1), DICE)
    assert isinstance(event, DeckChosen)
    assert redact(event, 1).deck is None
    assert redact(state, 1).sides[0].next_deck is None
    assert redact(ChooseDeck(1), 1).deck is None
    assert DUEL.to_act(state) == (1,)
    with pytest.raises(IllegalActionError, match="no such deck") as refusal:
        DUEL.decide(state, 1, ChooseDeck(2), DICE)
    assert refusal.value.code == "no_such_deck"
    events, state = DUEL.decide(state, 1, ChooseDeck(1), DICE)
    began = next(event for event in events if isinstance(event, DuelBegan))
    assert began.leaders == ("flit-00", "aqua-00")
    assert DUEL.broken_laws(state) == ()


def test_r17_10_clients_can_check_whether_an_action_brings_news() -> None:
    sides = {
        "A": {"hand": ["pillar-08", "pillar-27", "vulca-18"]},
        "B": {"combat_active": ["hoax-09"], "hand": ["hoax-02"]},
    }
    state = position(FIGHT | {"phase": "booster_support"} | sides)
    assert brings_news(state, 0, PlayCard("pillar-27"), DICE)
    assert not brings_news(state, 0, PlayCard("vulca-18"), DICE)


def test_r18_1_a_card_is_put_down_then_covers_then_works() -> None:
    sides = {
        "A": {"combat_active": ["vulca-13"], "hand": ["vulca-05"]},
        "B": {"combat_active": ["hoax-09"]},
    }
    state = position(FIGHT | {"phase": "character"} | sides)
    events, _ = DUEL.decide(state, 0, PlayCard("vulca-05"), DICE)
    assert [type(event) for event in events] == [CardPutDown, CombatCovered, CardActivated]


def test_r21_5_a_choice_is_lost_when_its_text_is_ignored() -> None:
    chosen = {"combat_active": ["mimix-05", "mimix-06", "vulca-21"]}
    sides = {"A": {"hand": ["flit-09"]}, "B": chosen | {"targets": {"vulca-21": "mimix-06"}}}
    state = position(FIGHT | {"phase": "character"} | sides)
    _, after = DUEL.decide(state, 0, PlayCard("flit-09"), DICE)
    assert len(state.sides[1].choices) == 1
    assert after.sides[1].choices == ()


def test_r22_25_cards_show_three_kinds_of_bluff_icons() -> None:
    shown = {icon for card in CARDS.values() for icon in card.icons}
    assert {icon for icon in shown if icon.startswith("bluff_")} == {
        "bluff_fire",
        "bluff_earth",
        "bluff_none",
    }


def test_r6_4_a_seat_that_declines_without_cards_draws_from_its_deck() -> None:
    sides = {"A": {"hand": []}, "B": {"hand": ["hoax-01"]}}
    given = {"turn": "A", "phase": "retreat_or_decline", "fight_started": False} | sides
    _, after = DUEL.decide(position(given), 0, DeclineFight(()), DICE)
    assert len(after.sides[0].hand) == 6
    assert after.turn.seat == 1
    empty = given | {"A": {"hand": [], "draw_count": 0}}
    events, _ = DUEL.decide(position(empty), 0, DeclineFight(()), DICE)
    assert any(isinstance(event, DuelEnded) for event in events)


def test_r24_15_cards_may_be_loaded_from_hand_in_the_turn_of_a_landing() -> None:
    ships = [{"ship": "buka-28", "load": ["buka-01"]}, {"ship": "buka-29", "load": []}]
    sides = {
        "A": {"hand": ["buka-02", "buka-03"], "influence": ships},
        "B": {"combat_active": ["hoax-09"], "hand": ["hoax-01"]},
    }
    state = position(FIGHT | {"phase": "turn_start"} | sides)
    _, state = DUEL.decide(state, 0, LandShip("buka-28"), DICE)
    _, state = DUEL.decide(state, 0, PlayCard("buka-01"), DICE)
    assert LoadShip("buka-02", "buka-29") in DUEL.legal(state, 0)
    _, state = DUEL.decide(state, 0, LoadShip("buka-02", "buka-29"), DICE)
    assert state.sides[0].influence[0].load == ("buka-02",)


def test_r31_2_no_card_has_a_text_of_the_rank_must() -> None:
    assert all(card.effect is None or card.effect.rank != "must" for card in CARDS.values())


def test_r33_10_a_table_is_not_opened_with_a_bad_deck() -> None:
    options = DuelOptions(("vulca", DeckList(leader="hoax-00", cards=("hoax-01",))))
    with pytest.raises(IllegalActionError, match="exactly 30") as refusal:
        DUEL.seats(options)
    assert refusal.value.code == "bad_options"
    with pytest.raises(IllegalActionError, match="exactly 30"):
        DUEL.seats(DuelOptions(reserves=((), (DeckList(leader="hoax-00", cards=("hoax-01",)),))))


def test_r34_5_everything_is_visible_when_the_match_is_over() -> None:
    _, state = started(DuelOptions(mulligan=False))
    hidden: Any = redact(state, 1)
    assert hidden.sides[0].hand == 6
    assert redact(state, 1, over=True) == state


def test_unlisted_sets_of_many_cards_are_accepted() -> None:
    """With many cards to choose from not every set is listed, but every set is accepted."""
    hand = [f"vulca-{n:02}" for n in range(1, 14)]
    sides = {"A": {"hand": ["aqua-11", *hand]}, "B": {"combat_active": ["hoax-09"]}}
    state = position(FIGHT | {"phase": "character"} | sides)
    _, pending = DUEL.decide(state, 0, PlayCard("aqua-11"), DICE)
    assert len(DUEL.legal(pending, 0)) == 1 + 13 + 1
    _, after = DUEL.decide(pending, 0, ChooseCards(tuple(hand[3:8])), DICE)
    assert len(after.sides[0].hand) == 8


def test_every_event_has_a_fold() -> None:
    assert set(get_args(PlayEvent)) == set(FOLDS)
