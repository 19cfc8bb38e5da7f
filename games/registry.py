"""The installed games, found through the entry point group `bluemoon.games`.

    [project.entry-points."bluemoon.games"]
    city = "games.city.plugin:PLUGIN"

The name of the entry point is the game's id. Discovery runs once, on first use.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from games.contract import AnyRulebook
from games.plugin import AnyGamePlugin, GamePlugin

GROUP = "bluemoon.games"
DISTRIBUTION = "bluemoon"


class PluginError(Exception):
    """A plug-in that cannot be used: one line that names its entry point and distribution."""


def plugins() -> Mapping[str, AnyGamePlugin]:
    """The plug-ins by game: those of this project first, then others, each in alphabetical order.

    So the first one, which is the default, does not depend on what else is installed. Raises
    PluginError.
    """
    return _installed()[0]


def rulebooks() -> Mapping[str, AnyRulebook]:
    """Every rules version of every game, by its name. Raises PluginError."""
    return _installed()[1]


def plugin_of(game: str) -> AnyGamePlugin | None:
    return plugins().get(game)


def rulebook_with_rules(rules: str) -> AnyRulebook | None:
    """The rules that a history was played under: `city/1`."""
    return rulebooks().get(rules)


def newest_rulebook(rules: str) -> AnyRulebook | None:
    """The current rules of the game that these rules, known or not, are a version of."""
    plugin = plugin_of(rules.partition("/")[0])
    return None if plugin is None else plugin.rulebook


def add(plugin: AnyGamePlugin) -> None:
    """Add a plug-in that is not installed. For benchmarks and tests."""
    by_game, by_rules = _installed()
    by_game[plugin.game] = plugin
    by_rules.update({rulebook.rules: rulebook for rulebook in plugin.rulebooks})


def rediscover() -> None:
    """Look for plug-ins again. For tests that install some."""
    _installed.cache_clear()


@cache
def _installed() -> tuple[dict[str, AnyGamePlugin], dict[str, AnyRulebook]]:
    by_game = load(entry_points(group=GROUP))
    by_rules = {
        rulebook.rules: rulebook for plugin in by_game.values() for rulebook in plugin.rulebooks
    }
    return by_game, by_rules


def load(points: Iterable[EntryPoint]) -> dict[str, AnyGamePlugin]:
    """Import the plug-ins of these entry points. Raises PluginError."""
    loaded: dict[str, EntryPoint] = {}
    by_game: dict[str, AnyGamePlugin] = {}
    for point in sorted(points, key=lambda point: (not _is_ours(point), point.name)):
        if point.name in loaded:
            raise PluginError(
                f"two plug-ins bring the game {point.name!r}: "
                f"{_source(loaded[point.name])} and {_source(point)}"
            )
        loaded[point.name] = point
        by_game[point.name] = _load(point)
    return by_game


def _is_ours(point: EntryPoint) -> bool:
    return point.dist is not None and point.dist.name == DISTRIBUTION


def _load(point: EntryPoint) -> AnyGamePlugin:
    try:
        plugin = point.load()
    except Exception as error:  # a plug-in's module may raise anything
        reason = " ".join(str(error).split())
        raise PluginError(
            f"{_source(point)} cannot be imported: {type(error).__name__}: {reason}"
        ) from error
    if not isinstance(plugin, GamePlugin):
        raise PluginError(
            f"{_source(point)} is of type {type(plugin).__name__}, expected a GamePlugin"
        )
    if problem := _problem(point.name, plugin):
        raise PluginError(f"{_source(point)} {problem}")
    return plugin


def _problem(name: str, plugin: AnyGamePlugin) -> str | None:
    if not plugin.rulebooks:
        return "has no rules"
    for rulebook in plugin.rulebooks:
        if rulebook.game != name:
            return f"is named {name!r}, but its rules are for the game {rulebook.game!r}"
        if rulebook.rules.partition("/")[0] != name:
            return f"is named {name!r}, but has the rules {rulebook.rules!r}"
    if plugin.default_bot not in plugin.bots:
        known = ", ".join(plugin.bots)
        return f"has the default bot {plugin.default_bot!r}, expected one of: {known}"
    if "en" not in plugin.names:
        return "has no English name"
    return None


def _source(point: EntryPoint) -> str:
    """`highcard = "highcard.plugin:PLUGIN" of bluemoon-highcard 1.0`."""
    distribution = point.dist
    origin = "unknown" if distribution is None else f"{distribution.name} {distribution.version}"
    return f'plug-in {point.name} = "{point.value}" of {origin}'
