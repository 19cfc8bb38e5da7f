"""The published facts about the cards match the rules."""

from typing import get_args

from msgspec.structs import replace

from games.duel.cards import CARDS
from games.duel.deck_building import violations
from games.duel.names import WORDS
from games.duel.pieces import PIECES
from schemas.duel.pieces import DeckLimits, DuelCard
from schemas.duel.terms import People


def test_every_card_is_published_as_it_is_printed() -> None:
    assert [piece.id for piece in PIECES.cards] == list(CARDS)
    for piece in PIECES.cards:
        card = CARDS[piece.id]
        printed = set(DuelCard.__struct_fields__) - {"limits", "extra_limits"}
        assert {name: getattr(piece, name) for name in printed} == {
            name: getattr(card, name) for name in printed
        }
        assert WORDS[piece.id] == {"en": piece.name, "de": piece.name_de}


def test_r33_2_leaders_have_deck_limits() -> None:
    for piece in PIECES.cards:
        assert (piece.limits is not None) == (piece.type == "leader")
        assert piece.limits in (None, PIECES.limits)


def test_r33_11_an_inquisitor_publishes_what_it_adds_to_the_limits() -> None:
    extra = {piece.id: piece.extra_limits for piece in PIECES.cards if piece.extra_limits}
    assert extra == {"inq-serpent-tongue": DeckLimits(15, 10)}
    uncertain = {piece.id for piece in PIECES.cards if piece.certainty is not None}
    assert uncertain == {"inq-serpent-tongue", "inq-thunder-fist"}


def test_every_people_has_a_legal_preset_deck() -> None:
    assert [preset.people for preset in PIECES.decks] == list(get_args(People))
    leaders = {piece.id: piece.people for piece in PIECES.cards if piece.type == "leader"}
    for preset in PIECES.decks:
        assert violations(preset.deck) == ()
        assert len(preset.deck.cards) == PIECES.limits.cards
        assert leaders[preset.deck.leader or ""] == preset.people


def test_r33_3_one_copy_more_than_the_published_maximum_is_too_many() -> None:
    deck = PIECES.decks[0].deck
    repeated = (deck.cards[0],) * PIECES.copies_max
    codes = [v.code for v in violations(replace(deck, cards=(*repeated, *deck.cards[1:])))]
    assert "duplicate_card" not in codes
    codes = [v.code for v in violations(replace(deck, cards=(*repeated, *deck.cards)))]
    assert "duplicate_card" in codes
