"""Names of cards and peoples."""

from games.duel.cards import CARDS
from games.duel.names import GAME_NAMES, KIN_NAMES, WORDS, card_name


def test_every_card_and_kin_has_an_english_name() -> None:
    assert set(WORDS) == {*CARDS, *KIN_NAMES}
    assert [word for word, names in WORDS.items() if not names["en"]] == []
    assert GAME_NAMES == {"en": "Blue Moon", "de": "Blue Moon"}


def test_every_card_has_a_german_name() -> None:
    assert [card for card in CARDS if not WORDS[card]["de"]] == []


def test_a_card_has_the_name_of_its_edition() -> None:
    assert card_name("buka-31") == "Sea Moon"
    assert card_name("buka-31", "de") == "Seemond"


def test_r33_7_an_unknown_card_is_named_by_its_id() -> None:
    assert card_name("hoax-99", "de") == "hoax-99"
