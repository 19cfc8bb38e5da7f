"""Verifiable dice: fair, with one stream per label, and reproducible in any language."""

import hmac
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice, permutations
from struct import unpack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.dice import SEED_BYTES, Dice, _uniform, commitment_of

KEY = bytes(range(32))
SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
PEOPLES = ("vulca", "terrah", "aqua", "flit", "khind", "mimix", "hoax", "pillar")
WORDS = 1 << 32


# Test vectors for other implementations


# Label, limit, and the first numbers of the stream. The limit 2^31 + 1 rejects about half of the
# words: compare it with 2^32, which rejects none.
NUMBERS = [
    ("city/start", 4, (0, 1, 2, 2, 3, 1, 2, 3)),
    ("city/start", 80, (60, 13, 78, 6, 11, 1, 22, 71)),
    ("", 3, (2, 2, 0, 0, 1, 1, 2, 0)),
    ("ÄÖ/straße", 7, (5, 2, 0, 4, 2, 3, 1, 2)),
    ("bot/0", (1 << 31) + 1, (478207796, 1251151681, 1560678764, 1516156720)),
    ("bot/0", 1 << 32, (3883102353, 478207796, 3986826567, 2523120197)),
]


@pytest.mark.parametrize(("label", "limit", "numbers"), NUMBERS)
def test_the_numbers_of_a_label(label: str, limit: int, numbers: tuple[int, ...]) -> None:
    pick = Dice(lambda: KEY).picker(label)

    assert tuple(pick(limit) for _ in numbers) == numbers
    assert Dice(lambda: KEY).below(label, limit) == numbers[0]
    assert tuple(islice(plain_numbers(KEY, label, limit), len(numbers))) == numbers


def test_the_order_of_a_shuffle() -> None:
    expected = (
        "mimix",
        "aqua",
        "pillar",
        "vulca",
        "khind",
        "flit",
        "terrah",
        "hoax",
    )

    assert Dice(lambda: KEY).shuffled("city/deck/1", PEOPLES) == expected
    assert plain_shuffle(KEY, "city/deck/1", PEOPLES) == list(expected)


def test_the_dice_of_a_table() -> None:
    dice = Dice.of_table(SEED, ("c0ffee", "", "0b"))
    expected = (4, 24, 0, 20)

    assert dice.shuffled("city/corners", (0, 4, 20, 24)) == expected
    key = hmac.new(bytes.fromhex(SEED), b"bluemoon/dice/c0ffee//0b", sha256).digest()
    assert plain_shuffle(key, "city/corners", (0, 4, 20, 24)) == list(expected)


def test_the_dice_of_a_text() -> None:
    key = sha256(b"Blue Moon").digest()
    expected = (5, 0, 9, 7, 3, 2, 6, 8, 4, 1)

    assert Dice.of_text("Blue Moon").shuffled("x", range(10)) == expected
    assert plain_shuffle(key, "x", range(10)) == list(expected)


def test_a_seed_derived_from_a_key() -> None:
    expected = "bbc13875dc37aab762774a244e7ba705001f29f40ceb88323d0f0963cdab4f8f"

    assert Dice(lambda: KEY).derive("table") == expected
    assert hmac.new(KEY, b"derive/table", sha256).hexdigest() == expected
    assert len(bytes.fromhex(expected)) == SEED_BYTES


def test_the_commitment_of_a_seed() -> None:
    expected = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"

    assert commitment_of(SEED) == expected
    assert sha256(KEY).hexdigest() == expected


# A second, naive implementation of the same dice


def plain_words(key: bytes, label: str) -> Iterator[int]:
    """HMAC-SHA-256 of label, a zero byte and an 8 byte counter: eight big-endian words each."""
    counter = 0
    while True:
        message = label.encode("utf-8") + bytes([0]) + counter.to_bytes(8, "big")
        yield from unpack(">8I", hmac.new(key, message, sha256).digest())
        counter += 1


def plain_numbers(key: bytes, label: str, limit: int) -> Iterator[int]:
    whole = (WORDS // limit) * limit
    return (word % limit for word in plain_words(key, label) if word < whole)


def plain_shuffle(key: bytes, label: str, items: Sequence[object]) -> list[object]:
    order = list(items)
    words = plain_words(key, label)
    for place in reversed(range(1, len(order))):
        choices = place + 1
        word = next(words)
        while word >= (WORDS // choices) * choices:
            word = next(words)
        chosen = word % choices
        order[place], order[chosen] = order[chosen], order[place]
    return order


@given(
    key=st.binary(min_size=32, max_size=32),
    label=st.text(max_size=20),
    items=st.lists(st.integers(), max_size=90),
)
def test_both_implementations_agree(key: bytes, label: str, items: list[int]) -> None:
    assert list(Dice(lambda: key).shuffled(label, items)) == plain_shuffle(key, label, items)


# Shuffles


@given(label=st.text(max_size=20), items=st.lists(st.integers(0, 9), max_size=90))
def test_a_shuffle_is_a_permutation(label: str, items: list[int]) -> None:
    assert sorted(Dice(lambda: KEY).shuffled(label, items)) == sorted(items)


def test_a_shuffle_does_not_change_its_input() -> None:
    items = [1, 2, 3, 4, 5]
    Dice(lambda: KEY).shuffled("x", items)
    assert items == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("items", [(), ("alone",)])
def test_empty_and_single_item_sequences_have_one_order(items: tuple[str, ...]) -> None:
    assert Dice(lambda: KEY).shuffled("x", items) == items


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    missing = cells - len(counts)
    return sum((n - expected) ** 2 / expected for n in counts.values()) + missing * expected


# Chi-square limits at p = 0.001 (23, 24 and 6 degrees of freedom). Keys are fixed, so these tests
# are deterministic.


@pytest.mark.parametrize("text", ["first", "second", "third"])
def test_every_order_of_four_is_equally_likely(text: str) -> None:
    dice = Dice.of_text(text)
    orders: Counter[object] = Counter(dice.shuffled(str(n), "abcd") for n in range(4800))

    assert set(orders) == set(permutations("abcd"))
    assert chi_square(orders, math.factorial(4)) < 49.73


def test_a_card_is_equally_likely_at_every_place() -> None:
    dice = Dice.of_text("places")
    places: Counter[object] = Counter(
        dice.shuffled(str(n), range(25)).index(24) for n in range(2500)
    )
    assert chi_square(places, 25) < 51.18


def test_every_number_below_seven_is_equally_likely() -> None:
    pick = Dice.of_text("sevens").picker("x")
    numbers: Counter[object] = Counter(pick(7) for _ in range(7000))

    assert set(numbers) == set(range(7))
    assert chi_square(numbers, 7) < 22.46


# Labels


def test_each_label_has_its_own_numbers() -> None:
    dice = Dice(lambda: KEY)
    orders = [dice.shuffled(f"city/deck/{number}", range(80)) for number in range(1, 50)]

    assert len(set(orders)) == len(orders)


def test_labels_do_not_affect_each_other() -> None:
    dice = Dice(lambda: KEY)
    expected = dice.shuffled("city/deck/1", range(80))

    dice.below("city/start", 4)
    dice.shuffled("city/tiles", range(16))
    dice.shuffled("city/deck/1", range(7))

    assert dice.shuffled("city/deck/1", range(80)) == expected


def test_a_label_and_its_extensions_share_no_block() -> None:
    """The zero byte separates label and counter."""
    streams = ["x", "x\0", "x\0\0", "x/1"]
    words = [tuple(islice(plain_words(KEY, label), 64)) for label in streams]

    assert not set(words[0]) & set(words[1])
    assert len({Dice(lambda: KEY).below(label, WORDS) for label in streams}) == len(streams)


def test_consecutive_labels_are_not_correlated() -> None:
    """Pairs of numbers from consecutive labels are uniform (35 degrees of freedom)."""
    dice = Dice.of_text("pairs")
    pairs: Counter[object] = Counter(
        (dice.below(f"deck/{n}", 6), dice.below(f"deck/{n + 1}", 6)) for n in range(0, 7200, 2)
    )
    assert chi_square(pairs, 36) < 66.62


def test_another_key_gives_other_numbers() -> None:
    orders = {Dice.of_text(str(n)).shuffled("x", range(20)) for n in range(50)}
    assert len(orders) == 50


def test_entropy_depends_on_the_seat() -> None:
    keys = [("ab", ""), ("", "ab"), ("a", "b"), ("ab",), ("ab", "", "")]
    orders = {Dice.of_table(SEED, entropies).shuffled("x", range(20)) for entropies in keys}

    assert len(orders) == len(keys)


# Rejection sampling at the boundary


def test_a_word_past_the_last_whole_multiple_is_rejected() -> None:
    """2^32 = 3 x 1431655765 + 1: the extra word would favour 0."""
    assert _uniform(iter([WORDS - 1, 5]), 3) == 5 % 3
    assert _uniform(iter([WORDS - 2]), 3) == 2
    assert _uniform(iter([WORDS - 3]), 3) == 1
    assert _uniform(iter([WORDS - 1, WORDS - 1, 7]), 3) == 1


@pytest.mark.parametrize("limit", [1, 2, 256, 1 << 31, 1 << 32])
def test_no_word_is_rejected_when_the_limit_is_a_power_of_two(limit: int) -> None:
    assert _uniform(iter([WORDS - 1]), limit) == limit - 1
    assert _uniform(iter([0]), limit) == 0


@pytest.mark.parametrize("limit", [3, 5, 6, 7, 80, 1000, (1 << 31) + 1])
def test_every_number_has_the_same_number_of_words(limit: int) -> None:
    """The number of accepted words is a multiple of the limit."""
    accepted = WORDS - WORDS % limit

    assert accepted % limit == 0
    assert _uniform(iter([accepted - 1]), limit) == limit - 1
    assert _uniform(iter([accepted, 0]), limit) == 0, "the first word past the boundary is rejected"
    assert _uniform(iter([accepted, 1]), limit) == 1


@pytest.mark.parametrize("limit", [0, -1, WORDS + 1])
def test_an_invalid_limit_is_refused(limit: int) -> None:
    with pytest.raises(AssertionError):
        Dice(lambda: KEY).below("x", limit)


@given(limit=st.integers(1, WORDS), label=st.text(max_size=8))
def test_a_number_is_below_its_limit(limit: int, label: str) -> None:
    assert 0 <= Dice(lambda: KEY).below(label, limit) < limit
