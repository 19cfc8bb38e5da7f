"""Which rules new tables are opened under.

A release may bring new rules, but while an older release can still come back, no table is opened
under them: the older one could not read it. `bluemoon upgrade finalize` ends that time. From then
on new tables get the new rules, and an older release refuses to start.
"""

import asyncio
from collections.abc import Mapping

import structlog

from games.contract import AnyRulebook
from games.plugin import AnyGamePlugin
from games.registry import plugins
from services.runtime.server.client import RedisClient
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.keys import META

REFRESH_SECONDS = 2.0
RULES_FIELD = "rules:"
"""Start of the fields of the metadata that name the finalized rules of a game."""

log = structlog.get_logger()


class OpeningRules:
    """The finalized rules of each game, as last read. Before the first read, the current ones."""

    def __init__(self, client: RedisClient) -> None:
        self._client = client
        self._finalized: Mapping[str, str] = {}

    def versions(self, plugin: AnyGamePlugin) -> tuple[AnyRulebook, ...]:
        """Return the rules that a table may be opened under, the default first.

        Empty if a newer release was finalized while this one runs.
        """
        rules = [rulebook.rules for rulebook in plugin.rulebooks]
        finalized = self._finalized.get(plugin.game, rules[0])
        return plugin.rulebooks[rules.index(finalized) :] if finalized in rules else ()

    async def refresh(self) -> None:
        self._finalized = await finalized_rules(self._client)

    async def watch(self) -> None:
        """Read the finalized rules again and again until cancelled."""
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            try:
                await self.refresh()
            except CONNECTION_ERRORS as error:
                log.warning("finalized rules not read", error=str(error))

    async def finalize(self) -> None:
        """Open new tables under the current rules from now on."""
        await self._client.hset(META, mapping=_fields(current_rules()))
        await self.refresh()


def current_rules() -> dict[str, str]:
    """Return the newest rules of each game that this release knows."""
    return {game: plugin.rulebook.rules for game, plugin in plugins().items()}


async def finalized_rules(client: RedisClient) -> dict[str, str]:
    """Return the finalized rules by game."""
    fields = await client.hgetall(META)
    return {
        field.decode().removeprefix(RULES_FIELD): rules.decode()
        for field, rules in fields.items()
        if field.startswith(RULES_FIELD.encode())
    }


async def record_rules(client: RedisClient, *, is_new: bool) -> None:
    """Store rules for games that have none yet.

    `is_new`: no service ever used this data. Then, and for a game that was installed later, nothing
    was opened under older rules. Data of release 0.1.0 names no rules: it has the first ones.
    """
    stored = await finalized_rules(client)
    if is_new or stored:
        rules = current_rules()
    else:
        rules = {game: plugin.rulebooks[-1].rules for game, plugin in plugins().items()}
    for field, value in _fields(rules).items():
        await client.hsetnx(META, field, value)


async def newer_rules(client: RedisClient) -> tuple[str, ...]:
    """Return finalized rules that are newer than this release. Games that are not installed are
    left out: their tables are refused one by one."""
    installed = plugins()
    return tuple(
        rules
        for game, rules in (await finalized_rules(client)).items()
        if game in installed
        and rules not in [rulebook.rules for rulebook in installed[game].rulebooks]
    )


def _fields(rules: Mapping[str, str]) -> dict[str, str]:
    return {RULES_FIELD + game: value for game, value in rules.items()}
