"""`bluemoon simulate`: the same seed gives the same bytes, and a rejected run writes nothing."""

import json
from collections import Counter
from itertools import combinations, permutations
from pathlib import Path

import pytest

from games.duel.decks import DECKS
from tests.cli.runner import call, error_from, run

GAMES = 3


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("simulate") / "new" / "games"
    result = call("simulate", "city", "--games", GAMES, "--seed", 7, "--out", folder)
    assert result.exit_code == 0, result.output
    return folder


def test_each_game_is_a_log_that_verifies(simulated: Path) -> None:
    assert sorted(contents(simulated)) == [f"city-7-00000{number}.jsonl" for number in range(GAMES)]
    for path in simulated.iterdir():
        assert call("replay", path, "--verify").exit_code == 0


def test_the_same_seed_gives_the_same_bytes_in_another_process(
    simulated: Path, tmp_path: Path
) -> None:
    repeated = tmp_path / "again"

    assert run("simulate", "city", "--games", GAMES, "--seed", 7, "--out", repeated).returncode == 0

    assert contents(repeated) == contents(simulated)


def test_game_does_not_depend_on_the_number_of_games(simulated: Path, tmp_path: Path) -> None:
    call("simulate", "city", "--games", 1, "--seed", 7, "--out", tmp_path / "one")

    assert contents(tmp_path / "one").items() <= contents(simulated).items()


def test_games_of_a_run_differ(simulated: Path) -> None:
    # The fifth commit is the first with random events.
    shuffles = [json.loads(log.splitlines()[4])["events"] for log in contents(simulated).values()]

    assert all(shuffles.count(events) == 1 for events in shuffles)


def test_another_seed_gives_another_game(simulated: Path, tmp_path: Path) -> None:
    call("simulate", "city", "--games", 1, "--seed", 8, "--out", tmp_path)

    other_seed = (tmp_path / "city-8-000000.jsonl").read_bytes()
    first_seed = (simulated / "city-7-000000.jsonl").read_bytes()
    assert (
        other_seed.replace(b"city-8-", b"city-7-").splitlines()[4:] != first_seed.splitlines()[4:]
    )


def test_results_have_wins_endings_lengths_and_speed() -> None:
    result = call("simulate", "city", "--games", 2, "--players", 2, "--bots", "builder,random")

    assert result.exit_code == 0
    assert result.stderr == ""
    for word in ("Wins", "builder", "random", "Endings", "turns", "commands", "p90", "commands/s"):
        assert word in result.stdout


def test_simulates_duels(tmp_path: Path) -> None:
    result = call("simulate", "duel", "--games", 2, "--bots", "duelist,random", "--out", tmp_path)

    assert result.exit_code == 0
    assert "duelist" in result.stdout
    assert len(list(tmp_path.iterdir())) == 2


def test_deck_matrix_shows_wins_of_every_pair(tmp_path: Path) -> None:
    result = call(
        *("simulate", "duel", "--decks", "all", "--games", 2, "--crystals", 1),
        *("--bots", "random", "--out", tmp_path),
    )

    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines()]
    shares = {row[0]: row[1:10] for row in rows if row and row[0] in DECKS and len(row) > 10}
    assert list(shares) == list(DECKS)
    for (at, own), (to, other) in combinations(enumerate(DECKS), 2):
        assert int(shares[own][to]) + int(shares[other][at]) == 100
    assert "72 games" in result.stdout
    decks = Counter(
        tuple(
            json.loads(path.read_bytes().splitlines()[0])["command"]["action"]["options"]["decks"]
        )
        for path in tmp_path.iterdir()
    )
    assert set(decks) == set(permutations(DECKS, 2))


def test_deck_matrix_needs_one_bot_and_a_duel() -> None:
    bots = error_from("simulate", "duel", "--decks", "all", "--bots", "duelist,random")
    assert "expected one bot, got duelist,random" in bots
    assert "--decks: city has no such option" in error_from("simulate", "city", "--decks", "all")


def test_accepts_an_empty_folder(tmp_path: Path) -> None:
    assert call("simulate", "city", "--games", 1, "--out", tmp_path).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["city-0-000000.jsonl"]


def test_options_reach_the_table(tmp_path: Path) -> None:
    options = tmp_path / "options.json"
    options.write_text('{"players": 4, "random_city": true}', encoding="utf-8")
    out = tmp_path / "out"

    result = call(
        "simulate", "city", "--games", 1, "--out", out,
        "--options", options, "--players", 2, "--expansions", "2,1",
    )  # fmt: skip

    assert result.exit_code == 0, result.output
    opened = json.loads((out / "city-0-000000.jsonl").read_bytes().splitlines()[0])
    output = opened["command"]["action"]["options"]
    assert output["players"] == 2
    assert output["random_city"] is True
    assert output["expansions"] == [2, 1]


# Errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "there is no game 'chess'; known: city"),
        (["city", "--players", "5"], "invalid options: Expected `int` <= 4 - at `$.players`"),
        (["city", "--players", "many"], "--players"),
        (["city", "--games", "0"], "--games: expected 1 to 1000000, got 0"),
        (["city", "--seed", "-1"], "--seed: expected 0 to 9223372036854775807, got -1"),
        (["city", "--bots", "deep_blue"], "--bots: there is no bot 'deep_blue'"),
        (["city", "--bots", "random,random"], "--bots: expected 3 bots, got 2"),
        (
            ["city", "--expansions", "3"],
            "invalid options: Invalid enum value 3 - at `$.expansions[0]`",
        ),
        (["city", "--expansions", "1,1"], "invalid options: Each expansion can be chosen once"),
        (["city", "--expansions", "x"], "--expansions: expected numbers like 1,2, got 'x'"),
        (["city", "--options", "missing.json"], "missing.json: No such file or directory"),
        (["city", "--unheard-of"], "--unheard-of"),
    ],
)
def test_rejects_invalid_options_and_writes_nothing(
    tmp_path: Path, arguments: list[str], message: str
) -> None:
    out = tmp_path / "out"

    assert message in error_from("simulate", *arguments, "--out", out)
    assert not out.exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "Input data was truncated"),
        ("[]", "Expected `object`"),
        ('{"playerz": 3}', "unknown field `playerz`"),
        ('{"players": "3"}', "Expected `int`, got `str` - at `$.players`"),
        ('{"split": {"ones": 6}}', "A people has 10 cards"),
    ],
)
def test_rejects_invalid_options_in_a_file(tmp_path: Path, content: str, message: str) -> None:
    options = tmp_path / "options.json"
    options.write_text(content, encoding="utf-8")

    assert message in error_from(
        "simulate", "city", "--options", options, "--out", tmp_path / "out"
    )
    assert list(tmp_path.iterdir()) == [options]


def test_rejects_a_folder_that_is_not_empty(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious", encoding="utf-8")

    output = error_from("simulate", "city", "--games", 1, "--out", tmp_path)

    assert output == f"{tmp_path}: the folder is not empty"
    assert contents(tmp_path) == {"mine": b"precious"}


def test_rejects_a_folder_that_cannot_be_created(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    out = tmp_path / "file" / "out"

    assert error_from("simulate", "city", "--games", 1, "--out", out) == f"{out}: Not a directory"
    assert error_from("simulate", "city", "--games", 1, "--out", tmp_path / "file") == (
        f"{tmp_path / 'file'}: Not a directory"
    )


def test_plays_a_duel_with_the_named_decks() -> None:
    result = call("simulate", "duel", "--decks", "hoax,vulca", "--games", 2, "--bots", "random")

    assert result.exit_code == 0, result.output
    assert "2 games" in result.output


@pytest.mark.parametrize(
    ("game", "decks", "reason"),
    [
        (
            "city",
            "hoax,vulca",
            "--decks: city has no such option; known: --random-city, --expansions, --corners, "
            "--offer-without-stones and --option",
        ),
        ("duel", "hoax,oracle", "--decks: there is no deck 'oracle'; known: hoax, vulca"),
        ("duel", "hoax", "--decks: expected two decks like hoax,vulca, got 'hoax'"),
    ],
)
def test_rejects_invalid_decks(game: str, decks: str, reason: str) -> None:
    assert error_from("simulate", game, "--decks", decks).startswith(reason)
