"""`bluemoon deck`: listing, showing and checking decks."""

import json
from pathlib import Path

import pytest

from games.duel.cards import CARDS
from games.duel.decks import DECKS
from games.duel.names import card_name
from games.duel.terminal.deck_file import DECK_BYTES_MAX
from schemas.duel.terms import People
from tests.cli.runner import WIDE, call, error_from

VULCA = DECKS["vulca"]


def deck_file(folder: Path, **changes: object) -> Path:
    deck = {"leader": VULCA.leader, "cards": list(VULCA.cards), **changes}
    path = folder / "mine.json"
    path.write_text(json.dumps(deck))
    return path


def test_ls_lists_the_nine_decks_with_their_leaders() -> None:
    output = call("deck", "ls", env=WIDE).stdout

    for people, deck in DECKS.items():
        assert people in output
        assert card_name(deck.leader or "") in output


def test_ls_json_prints_a_line_per_deck() -> None:
    rows = [json.loads(line) for line in call("deck", "ls", "--json").stdout.splitlines()]

    assert [row["deck"] for row in rows] == list(DECKS)
    assert [tuple(row["cards"]) for row in rows] == [deck.cards for deck in DECKS.values()]


@pytest.mark.parametrize("people", DECKS)
def test_show_names_the_leader_and_every_card(people: People) -> None:
    result = call("deck", "show", people, env=WIDE)

    assert result.exit_code == 0
    for card in (DECKS[people].leader, *DECKS[people].cards):
        assert card is not None
        assert card_name(card) in result.stdout


def test_show_groups_cards_by_type_with_values_moons_icons_and_text() -> None:
    lines = call("deck", "show", "vulca", env=WIDE).stdout.splitlines()

    assert lines[0].rstrip() == "Inferno leads the Vulca · 30 cards · 5 of 10 foreign moons"
    headings = [line.strip() for line in lines if line.rstrip().endswith(")")]
    assert headings == ["Characters (18)", "Boosters (4)", "Supports (5)", "Leadership cards (3)"]
    (cinder,) = [line.split(maxsplit=5) for line in lines if "vulca-14" in line]
    assert cinder[:5] == ["vulca-14", "2", "2", "☾", "Cinder"]
    assert cinder[5].startswith("On arrival you may throw out one booster")
    (armor,) = [line for line in lines if "Infernal Armor" in line]
    assert armor.rstrip().endswith("SHIELD earth")
    (mutant,) = [line for line in lines if "mutant-106" in line]
    assert mutant.rstrip().endswith("SHIELD, STOP")


def test_narrow_terminal_shows_texts_below_names() -> None:
    output = call("deck", "show", "vulca", env={"COLUMNS": "80"}).stdout
    lines = [line.strip() for line in output.splitlines()]

    place = next(number for number, line in enumerate(lines) if line.endswith("Cinder"))
    assert lines[place + 1].startswith("On arrival you may")
    assert all(len(line) <= 80 for line in output.splitlines())


def test_show_names_cards_in_german() -> None:
    output = call("deck", "show", "terrah", "--lang", "de", env=WIDE).stdout

    assert CARDS["terrah-25"].name_de in output
    assert CARDS["terrah-25"].name not in output


def test_show_json_is_a_legal_deck_file(tmp_path: Path) -> None:
    path = tmp_path / "copy.json"
    path.write_text(call("deck", "show", "vulca", "--json").stdout)

    result = call("deck", "check", path)

    assert result.exit_code == 0
    assert result.stdout == f"{path}: legal: Inferno leads 30 cards, 5 foreign moons\n"
    assert result.stderr == ""


def test_check_reads_stdin() -> None:
    deck = call("deck", "show", "buka", "--json").stdout.encode()

    assert call("deck", "check", "-", stdin=deck).stdout == (
        "-: legal: Council of Eight leads 30 cards, 0 foreign moons\n"
    )


def test_check_prints_one_line_per_violation(tmp_path: Path) -> None:
    path = deck_file(tmp_path, cards=[*VULCA.cards[:28], "hoax-99", "hoax-98", "vulca-01"])

    result = call("deck", "check", path)

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.splitlines() == [
        f"{path}: unknown_card: There is no card hoax-99. (hoax-99, hoax-98)",
        f"{path}: duplicate_card: Flamebreath the Dazzling is in the deck more than once.",
        f"{path}: wrong_size: A deck has exactly 30 cards, this one has 31.",
    ]


def test_check_json_has_codes_and_details(tmp_path: Path) -> None:
    path = deck_file(tmp_path, cards=list(VULCA.cards[:29]))

    result = call("deck", "check", path, "--json")

    assert result.exit_code == 2
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {
            "code": "wrong_size",
            "message": "A deck has exactly 30 cards, this one has 29.",
            "detail": {"expected": 30, "given": 29},
        }
    ]


def test_check_json_is_empty_for_a_legal_deck(tmp_path: Path) -> None:
    result = call("deck", "check", deck_file(tmp_path), "--json")

    assert (result.exit_code, result.output) == (0, "")


def test_show_prints_an_illegal_deck_with_its_violations(tmp_path: Path) -> None:
    path = deck_file(
        tmp_path, leader=None, inquisitor="inq-412", cards=["vulca-01", "[red]no\x1bne"]
    )

    result = call("deck", "show", path, env=WIDE)

    assert result.exit_code == 0
    assert "No leader: not given, with Argus Eye · 2 cards" in result.stdout
    assert "Flamebreath the Dazzling" in result.stdout
    assert "[red]no\\x1bne" in result.stdout
    assert "\x1b" not in result.stdout
    assert "leader_missing: Choose a leader." in result.stdout
    assert "wrong_size: A deck has exactly 30 cards, this one has 2." in result.stdout


def test_rejects_a_deck_that_is_neither_known_nor_a_file() -> None:
    assert error_from("deck", "show", "vulka") == (
        "there is no deck or file 'vulka'; decks: "
        "hoax, vulca, mimix, flit, khind, terrah, pillar, aqua, buka"
    )


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "Input data was truncated"),
        (b"[]", "Expected `object`, got `array`"),
        (b'{"leader": "vulca-00"}', "Object missing required field `cards`"),
        (b'{"cards": [], "moons": 3}', "Object contains unknown field `moons`"),
        (b'{"cards": ["\xff"]}', "invalid UTF-8 at byte 0"),
        (b" " * (DECK_BYTES_MAX + 1), f"the deck list is longer than {DECK_BYTES_MAX} bytes"),
    ],
    ids=["empty", "list", "no-cards", "unknown", "not-utf-8", "long"],
)
def test_rejects_a_file_without_a_deck_list(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(content)

    for command in ("check", "show"):
        line = error_from("deck", command, path)
        assert line.startswith(f"{path}: ")
        assert complaint in line


def test_rejects_a_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "none.json"

    assert error_from("deck", "check", path) == f"{path}: No such file or directory"
