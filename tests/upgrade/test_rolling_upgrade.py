"""A rolling upgrade to a release with new rules and fields, a rollback, and the way forward.

Real processes of two releases share a server while games are played. Nobody sees an error, nothing
becomes a dead letter, nothing is parked, and every table can be audited.
"""

import json
from pathlib import Path

import pytest

from games.city.rulebook import CITY
from tests.upgrade.deployment import (
    ENGINES,
    READERS,
    SERVICES,
    Deployment,
    load_on,
    running_deployment,
)
from tests.upgrade.releases import NEXT_RULES, Release, next_release, this_release

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

PLAYERS = 8


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


async def test_upgrade_rollback_and_upgrade_under_load(tmp_path: Path) -> None:
    old, new = this_release(), next_release(tmp_path / "next")
    with running_deployment(tmp_path, old) as deployment:
        async with load_on(deployment, PLAYERS, "upgrade") as load:
            await load.more_moves()
            await deployment.replace(new, *READERS)
            await load.more_moves()
            await deployment.replace(new, *ENGINES)
            await load.more_moves()
            await deployment.replace(old, *ENGINES, *READERS)
            await load.more_moves()
            assert set(load.rules.values()) == {CITY.rules}
            check(deployment, old)
            await deployment.replace(new, *READERS, ENGINES[0])
            await load.more_moves()
            refused = deployment.call(new, "upgrade", "finalize")
            await deployment.replace(new, ENGINES[1])
            finalized = deployment.call(new, "upgrade", "finalize")
            await load.tables_under(NEXT_RULES, PLAYERS)
        started_too_late = deployment.call(old, "engine", "--health-port", "0")
        check(deployment, new)
        audited_by_old = deployment.call(old, "table", "verify", "--all")

    assert refused.returncode == 2, refused
    assert f"1 service would not understand {NEXT_RULES}: engine-" in refused.stderr
    assert finalized.stdout == f"From now on new tables are opened under {NEXT_RULES}.\n"
    assert started_too_late.returncode == 2, started_too_late
    assert f"The data was upgraded to {NEXT_RULES}, which this release does not know" in (
        started_too_late.stdout + started_too_late.stderr
    )
    assert "only its raw log can be shown" in audited_by_old.stderr
    assert "could not be audited: their rules are newer" in audited_by_old.stderr


def check(deployment: Deployment, release: Release) -> None:
    """Check what the operator of a release can see."""
    verified = deployment.call(release, "table", "verify", "--all")
    dead_letters = deployment.call(release, "dead-letters", "ls", "--json")
    models = json.loads(deployment.call(release, "read-models", "status", "--json").stdout)

    assert verified.returncode == 0, verified
    assert dead_letters.stdout == "", dead_letters
    assert {model["parked"] for model in models["models"]} == {0}
    for name in SERVICES:
        assert '"level": "error"' not in deployment.log(name).read_text()
