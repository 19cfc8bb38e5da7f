"""What a table can be opened with: a game, its rules, its options."""

from typing import Any

import msgspec

from games.contract import AnyRulebook
from games.plugin import AnyGamePlugin
from games.registry import plugin_of, plugins
from schemas.record import Record
from schemas.strict import convert_strictly
from services.runtime.operations.opening_rules import OpeningRules
from services.runtime.web.problems import ProblemError

PROBLEMS_SHOWN_MAX = 10
"""How many problems of the options a message spells out. `extra.problems` lists all."""


class Openings:
    def __init__(self, rules: OpeningRules) -> None:
        self._rules = rules

    def versions(self, plugin: AnyGamePlugin) -> tuple[AnyRulebook, ...]:
        """Return the rules that a table may be opened under, the default first."""
        return self._rules.versions(plugin)

    def rulebook(self, plugin: AnyGamePlugin, rules: str | None) -> AnyRulebook:
        """Return the chosen rules, or the default. Raises ProblemError."""
        versions = self.versions(plugin)
        for rulebook in versions:
            if rules is None or rulebook.rules == rules:
                return rulebook
        known = ", ".join(rulebook.rules for rulebook in versions)
        raise ProblemError("malformed", f"Unknown rules {rules!r}, expected one of: {known}.")

    def read(
        self, game: str, options: dict[str, Any], rules: str | None = None
    ) -> tuple[AnyRulebook, Record]:
        """Return the rulebook of a game and its decoded options.

        Raises ProblemError. It lists everything that is wrong with the options.
        """
        plugin = plugin_of(game)
        if plugin is None:
            raise ProblemError(
                "malformed", f"Unknown game {game!r}, expected one of: {', '.join(plugins())}."
            )
        rulebook = self.rulebook(plugin, rules)
        try:
            decoded: Record = convert_strictly(options, rulebook.options_type)
        except msgspec.ValidationError as error:
            raise ProblemError("malformed", f"The options are malformed: {error}.") from error
        if problems := rulebook.problems(decoded):
            messages = " ".join(problem.message for problem in problems[:PROBLEMS_SHOWN_MAX])
            raise ProblemError(
                "malformed", f"The options are invalid: {messages}", problems=problems
            )
        return rulebook, decoded
