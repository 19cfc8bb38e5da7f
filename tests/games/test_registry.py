"""Plug-ins are found through entry points, and a plug-in that cannot be used is named."""

import re
from collections.abc import Sequence
from importlib.metadata import Distribution, EntryPoint, entry_points
from pathlib import Path

import pytest
from msgspec.structs import replace

from games import registry
from games.city.plugin import PLUGIN
from games.city.rulebook import CITY, City
from games.registry import PluginError, load, plugin_of, plugins, rulebook_with_rules, rulebooks

MODULE = """
from msgspec.structs import replace
from games.city.plugin import PLUGIN
from games.city.rulebook import City


class Aaa(City):
    game = "aaa"


AAA = replace(PLUGIN, rulebooks=(Aaa("aaa/1", ()),))
NOTHING = 1
NO_RULES = replace(PLUGIN, rulebooks=())
NO_DEFAULT = replace(PLUGIN, default_bot="oracle")
NO_ENGLISH = replace(PLUGIN, names={"de": "Stadt"})
"""


@pytest.fixture
def distribution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed distribution with modules `plugin_module` and `broken_plugin`."""
    (tmp_path / "plugin_module.py").write_text(MODULE)
    (tmp_path / "broken_plugin.py").write_text("raise RuntimeError('first line\\nsecond line')\n")
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def installed(folder: Path, *points: str) -> Sequence[EntryPoint]:
    """Write the metadata of `others 1.2` and return its entry points."""
    metadata = folder / "others-1.2.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.2\n")
    lines = "\n".join(points)
    (metadata / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{lines}\n")
    return tuple(Distribution.at(metadata).entry_points)


def test_our_games_are_found_like_any_other() -> None:
    assert {"city", "duel"} <= set(plugins())
    assert plugin_of("city") is PLUGIN
    assert [rulebook_with_rules(rules) for rules in ("city/2", "city/1")] == [*PLUGIN.rulebooks]
    assert plugin_of("chess") is None
    assert rulebook_with_rules("city/99") is None


def test_our_games_come_before_those_of_other_projects(distribution: Path) -> None:
    """The first one is the default, for example of `bluemoon up --demo`."""
    others = installed(distribution, "aaa = plugin_module:AAA")
    ours = [point for point in entry_points(group=registry.GROUP) if point.name in ("city", "duel")]

    assert list(load([*others, *ours])) == ["city", "duel", "aaa"]


def test_every_rules_version_of_a_plugin_is_known() -> None:
    older = City("city/0", ())
    registry.add(replace(PLUGIN, rulebooks=(CITY, older)))
    try:
        assert plugins()["city"].rulebook is CITY
        assert rulebooks()["city/0"] is older
    finally:
        registry.rediscover()
    assert rulebook_with_rules("city/0") is None


@pytest.mark.parametrize(
    ("point", "problem"),
    [
        ("city = plugin_module:NOTHING", "is of type int, expected a GamePlugin"),
        ("city = plugin_module:MISSING", "cannot be imported: AttributeError"),
        ("city = missing_module:PLUGIN", "cannot be imported: ModuleNotFoundError"),
        ("city = broken_plugin:PLUGIN", "cannot be imported: RuntimeError: first line second line"),
        ("town = plugin_module:PLUGIN", "is named 'town', but its rules are for the game 'city'"),
        ("city = plugin_module:NO_RULES", "has no rules"),
        (
            "city = plugin_module:NO_DEFAULT",
            "has the default bot 'oracle', expected one of: random",
        ),
        ("city = plugin_module:NO_ENGLISH", "has no English name"),
    ],
)
def test_an_unusable_plugin_is_named_on_one_line(
    distribution: Path, point: str, problem: str
) -> None:
    name, _, value = point.partition(" = ")
    source = f'plug-in {name} = "{value}" of others 1.2'

    with pytest.raises(PluginError, match=re.escape(f"{source} {problem}")) as error:
        load(installed(distribution, point))

    assert "\n" not in str(error.value)


def test_two_plugins_for_one_game_are_both_named(distribution: Path) -> None:
    theirs = installed(distribution, "city = plugin_module:PLUGIN")
    ours = installed_by_us("city")

    with pytest.raises(PluginError) as error:
        load([*ours, *theirs])

    assert str(error.value) == (
        "two plug-ins bring the game 'city': "
        'plug-in city = "games.city.plugin:PLUGIN" of bluemoon 0.1.0 and '
        'plug-in city = "plugin_module:PLUGIN" of others 1.2'
    )


def installed_by_us(game: str) -> list[EntryPoint]:
    points = Distribution.from_name("bluemoon").entry_points
    return [point for point in points if point.group == registry.GROUP and point.name == game]
