"""The benchmarks measure the installed games that have a workload."""

from bench.empty_rules import EMPTY, register_empty_rules
from bench.recorded import record_games
from bench.workloads import FOLDER, clear_caches, hard_positions, lineups, recorded_game
from games import registry
from games.registry import plugins, rulebook_with_rules


def test_every_workload_belongs_to_an_installed_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} <= set(plugins())


def test_titles_stay_the_same_so_that_results_can_be_compared() -> None:
    assert [lineup.name for lineup in lineups()] == [
        "City, 2 builder players",
        "City, 4 builder players",
        "City, 2 random players",
        "City, 4 random players",
        "Blue Moon, duelist players",
        "Blue Moon, random players",
    ]
    assert recorded_game().name == "City"


def test_bots_and_options_of_all_workloads_exist() -> None:
    for lineup in lineups():
        assert lineup.bot in lineup.plugin.bots
        for options in lineup.options:
            assert lineup.plugin.rulebook.problems(options) == ()
    clear_caches()


def test_hard_positions_are_legal() -> None:
    positions = hard_positions()
    assert len(positions) >= 2
    for hard in positions:
        assert hard.plugin.rulebook.broken_laws(hard.state) == ()
        assert hard.action in hard.plugin.rulebook.legal(hard.state, hard.seat)


def test_recordings_alternate_between_the_options() -> None:
    recordings = record_games(2, "random", 12)
    assert [recording.name for recording in recordings] == ["random2x0", "random4x1"]
    assert all(len(recording.moves) == 12 for recording in recordings)


def test_the_empty_game_is_known_once_registered() -> None:
    register_empty_rules()
    try:
        assert rulebook_with_rules(EMPTY.rules) is EMPTY
    finally:
        registry.rediscover()
    assert rulebook_with_rules(EMPTY.rules) is None
