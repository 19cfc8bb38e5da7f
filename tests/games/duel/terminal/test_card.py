"""`bluemoon card`: show a card."""

import json

from games.duel.cards import CARDS
from tests.cli.runner import WIDE, call, error_from


def shown(card: str, *options: str) -> str:
    result = call("card", "show", card, *options, env=WIDE)
    assert result.exit_code == 0
    return " ".join(result.stdout.replace("│", " ").split())


def test_show_prints_a_card_and_its_effect() -> None:
    output = shown("khind-06")

    assert "TopDog · khind-06" in output
    assert "type Khind character" in output
    assert "fire, earth 2, 2" in output
    assert "icons GANG top" in output
    assert "moons 1 ☾" in output
    assert "Once each turn you may discard an opposing active card showing an icon" in output
    assert "effect discard_in_play: when my_turn, optional true, whose opponent" in output
    assert "except [last_active_character,protected]" in output
    assert "decks khind" in output


def test_show_omits_missing_values() -> None:
    output = shown("vulca-08")

    for row in ("icons", "text", "effect", "carries", "set"):
        assert f" {row} " not in output


def test_show_prints_the_capacity_of_a_ship() -> None:
    assert "carries up to 1 card" in shown("buka-31")


def test_show_marks_unavailable_cards() -> None:
    assert "deck building not available: " in shown("tutu-pampam")
    assert "deck building" not in shown("inq-412")


def test_show_names_a_card_in_german() -> None:
    assert "Seemond · buka-31" in shown("buka-31", "--lang", "de")


def test_show_json_has_every_field() -> None:
    facts = json.loads(call("card", "show", "vulca-14", "--json").stdout)

    assert facts["name"] == "Cinder"
    assert facts["effect"]["kind"] == "discard_in_play"
    assert facts["effect"]["cards"] == ["booster", "support"]


def test_every_type_and_every_kind_of_effect_can_be_shown() -> None:
    examples = {(card.type, type(card.effect)): card for card in CARDS.values()}

    for card in examples.values():
        assert f"{card.name} · {card.id}" in shown(card.id)


def test_unknown_card_is_rejected_with_the_nearest_ids() -> None:
    near = error_from("card", "show", "vulca14")
    assert near.startswith("there is no card 'vulca14'; did you mean vulca-14, ")
    assert error_from("card", "show", "zzz") == "there is no card 'zzz'"
