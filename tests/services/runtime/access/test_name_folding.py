"""Names that look alike fold to the same text."""
# ruff: noqa: RUF001 - the look-alikes are what this file is about

import pytest

from services.runtime.access.name_folding import folded, folded_words


@pytest.mark.parametrize(
    "name",
    [
        "admin",
        "ADMIN",
        "Ａｄｍｉｎ",
        "ådmín",
        "аdmin",
        "Ad\u200bmin",
        "4dm1n",
        "@dmin",
        "a.d.m.i.n",
        "-A d M i N-",
        "a\u0336d\u0336min",
        "adm\u0131n",
        "\U0001d4d0\U0001d4ed\U0001d4f6\U0001d4f2\U0001d4f7",
    ],
    ids=ascii,
)
def test_folds_look_alikes(name: str) -> None:
    assert folded(name) == "admin"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Amber", "Ambra"),
        ("か", "が"),
        ("कि", "क"),
        ("Amber 2", "Amber 6"),
        ("🦊", "🦔"),
        ("!", "?"),
    ],
)
def test_keeps_different_names_apart(one: str, other: str) -> None:
    assert folded(one) != folded(other)


def test_separates_words() -> None:
    assert folded_words(" The_Real  Adm1n! ") == ["the", "reai", "admin"]
    assert folded_words("...") == []
