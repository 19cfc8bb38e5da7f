"""Which ignoring texts are in force: the algorithm compared with R19.10, card by card."""

from itertools import combinations, product

from games.duel.cards import CARDS
from games.duel.effects import Ignore
from games.duel.ignoring import IgnoringText, in_force

LASTING = tuple(
    card.id
    for card in CARDS.values()
    if isinstance(card.effect, Ignore) and card.effect.when == "continuous"
)
ENTHRALL = "hoax-28"
SUBSETS = [set(cards) for size in range(5) for cards in combinations(LASTING, size)]


def by_the_book(own: set[str], other: set[str], enthralled: bool) -> tuple[set[str], set[str]]:
    """R19.10 (a) to (f). Only the first player can have Enthrall: it lasts for one turn."""
    sides = (own, other)

    def gas(seat: int, *, enthrall: bool) -> bool:
        """(d): an unignored Laughing Gas works unless the other has an unignored one too."""
        return unignored_gas(seat, enthrall=enthrall) and not unignored_gas(
            1 - seat, enthrall=enthrall
        )

    def unignored_gas(seat: int, *, enthrall: bool) -> bool:
        if "khind-27" not in sides[seat]:
            return False
        silenced = enthrall and seat == 0
        flutter = "flit-08" in sides[1 - seat] and not silenced
        return "flit-07" not in sides[1 - seat] and not flutter

    enthrall = enthralled and "flit-07" not in other and not gas(1, enthrall=False)
    working_texts: list[set[str]] = []
    for seat, opponent in ((0, 1), (1, 0)):
        mine, theirs = sides[seat], sides[opponent]
        silenced = enthrall and seat == 1
        opponents = {"flit-07"} & theirs
        if enthrall and opponent == 0:
            opponents.add(ENTHRALL)
        if gas(opponent, enthrall=enthrall):
            opponents.add("khind-27")
        if not (enthrall and opponent == 1):
            opponents |= {"flit-08", "flit-12"} & theirs
        working = {"flit-07"} & mine
        if enthrall and seat == 0:
            working.add(ENTHRALL)
        if not silenced:
            working |= {"flit-08", "flit-09", "flit-12", "flit-13"} & mine
        if gas(seat, enthrall=enthrall):
            working.add("khind-27")
        if "hoax-16" in mine and not opponents & {"flit-07", ENTHRALL, "khind-27", "flit-12"}:
            working.add("hoax-16")
        if "terrah-26" in mine and not opponents & {"flit-07", ENTHRALL, "khind-27", "flit-08"}:
            working.add("terrah-26")
        working_texts.append(working)
    return working_texts[0], working_texts[1]


def computed(own: set[str], other: set[str], enthralled: bool) -> tuple[set[str], set[str]]:
    active = [(0, card) for card in own] + [(1, card) for card in other]
    if enthralled:
        active.append((0, ENTHRALL))
    texts = []
    for seat, card in active:
        effect = CARDS[card].effect
        assert isinstance(effect, Ignore)
        texts.append(IgnoringText(seat, card, effect))
    working = in_force(texts)
    mine, theirs = ({text.card for text in working if text.seat == seat} for seat in (0, 1))
    return mine, theirs


def test_r19_10_all_small_sets_of_ignoring_texts_against_each_other() -> None:
    assert len(LASTING) == 8
    for own, other in product(SUBSETS, SUBSETS):
        for enthralled in (False, True):
            expected = by_the_book(own, other, enthralled)
            assert computed(own, other, enthralled) == expected, (own, other, enthralled)
