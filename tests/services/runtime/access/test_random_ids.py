"""Random ids."""

import re
import secrets

import pytest

from services.runtime.access.random_ids import random_id


def test_a_command_line_does_not_take_an_id_for_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    candidates = iter(["-Cjk3", "--help", "x-9_"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _size: next(candidates))
    assert random_id(3) == "x-9_"


def test_ids_are_safe_in_urls() -> None:
    assert all(re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_-]{15}", random_id(12)) for _ in range(1000))
