"""New rules come into force when an upgrade is finalized. Older releases then refuse to start."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from games import registry
from games.city.plugin import PLUGIN
from games.city.rulebook import City
from games.plugin import AnyGamePlugin
from services.runtime.operations.opening_rules import OpeningRules, finalized_rules
from services.runtime.server.safety import UnsafeServerError, check_server
from services.runtime.store.keys import META
from tests.services.engines import SHARDS
from tests.services.full_client import FullClient

pytestmark = pytest.mark.anyio

NEXT = replace(PLUGIN, rulebooks=(City("city/9", ()), *PLUGIN.rulebooks))
"""The plug-in of a newer release."""


@pytest.fixture
def newer_release() -> Iterator[AnyGamePlugin]:
    registry.add(NEXT)
    yield NEXT
    registry.rediscover()


async def start(client: FullClient) -> OpeningRules:
    """Do what a service does at its start."""
    await check_server(client, "always", SHARDS)
    opening_rules = OpeningRules(client)
    await opening_rules.refresh()
    return opening_rules


def names(opening_rules: OpeningRules, plugin: AnyGamePlugin) -> list[str]:
    return [rulebook.rules for rulebook in opening_rules.versions(plugin)]


async def test_a_new_deployment_uses_the_newest_rules(client: FullClient) -> None:
    opening_rules = await start(client)

    assert names(opening_rules, PLUGIN)[0] == PLUGIN.rulebook.rules
    assert await finalized_rules(client) == {
        game: plugin.rulebook.rules for game, plugin in registry.plugins().items()
    }


async def test_data_of_the_first_release_keeps_its_rules(
    client: FullClient, newer_release: AnyGamePlugin
) -> None:
    await client.hset(META, mapping={"format": "1", "shards": str(SHARDS)})

    assert names(await start(client), newer_release) == ["city/1"]


async def test_new_rules_wait_until_the_upgrade_is_finalized(
    client: FullClient, newer_release: AnyGamePlugin
) -> None:
    registry.rediscover()
    await start(client)
    registry.add(newer_release)

    opening_rules = await start(client)
    before = names(opening_rules, newer_release)
    await opening_rules.finalize()

    assert before == [rulebook.rules for rulebook in PLUGIN.rulebooks]
    assert names(opening_rules, newer_release) == ["city/9", *before]


async def test_a_game_that_was_installed_later_starts_with_its_newest_rules(
    client: FullClient,
) -> None:
    await start(client)
    await client.hdel(META, "rules:city")

    assert names(await start(client), PLUGIN)[0] == PLUGIN.rulebook.rules


async def test_an_older_release_refuses_to_start_after_the_upgrade(client: FullClient) -> None:
    await start(client)
    await client.hset(META, mapping={"rules:city": "city/9", "rules:unheard_of": "unheard_of/3"})

    with pytest.raises(
        UnsafeServerError, match="was upgraded to city/9, which this release does not know"
    ):
        await start(client)


async def test_an_older_release_that_still_runs_opens_nothing(client: FullClient) -> None:
    opening_rules = await start(client)
    await client.hset(META, mapping={"rules:city": "city/9"})
    await opening_rules.refresh()

    assert names(opening_rules, PLUGIN) == []
