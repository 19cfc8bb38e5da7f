"""Deny-lists of names."""

import pytest

from services.runtime.access.denied_names import (
    ALL_PLATFORMS,
    DeniedNames,
    UselessEntryError,
    deny_list,
)
from tests.services.full_client import FullClient

pytestmark = pytest.mark.anyio

DENIED = ("Admin", "blue moon", "*vile*")


@pytest.mark.parametrize(
    "name",
    ["admin", "The Adm\u00edn", "A D M I N", "Blue-Moon staff", "bluemoon", "xXv1leXx", "VILE!"],
    ids=ascii,
)
def test_denies_names_and_words_of_names(name: str) -> None:
    assert deny_list(DENIED).denies(name)


@pytest.mark.parametrize("name", ["Administrator", "Moon Blue", "Blue", "Amber", "..."])
def test_allows_other_names(name: str) -> None:
    assert not deny_list(DENIED).denies(name)


@pytest.mark.parametrize("entry", ["**", "...", " "])
def test_an_entry_that_would_deny_everything_is_refused(entry: str) -> None:
    with pytest.raises(UselessEntryError):
        deny_list(("Admin", entry))


async def test_a_platforms_list_counts_only_there(client: FullClient) -> None:
    names = DeniedNames(client)
    await names.put("own", ("Admin",))
    await names.put(ALL_PLATFORMS, ("Moderator",))
    assert await names.get("own") == ("Admin",)
    assert await names.denies("own", "admin")
    assert not await names.denies("other", "admin")
    for platform in ("own", "other"):
        assert await names.denies(platform, "moderator")
    await names.put("own", ())
    assert await names.get("own") == ()
    assert not await names.denies("own", "admin")
