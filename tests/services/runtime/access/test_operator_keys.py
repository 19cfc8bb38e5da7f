"""Operator keys: configured, or generated once."""

from pathlib import Path

from services.runtime.access.operator_keys import OPERATOR_KEY_FILE, OperatorKeys
from services.runtime.operations.settings import Settings


def test_identifies_an_operator_by_their_key() -> None:
    keys = OperatorKeys(Settings(operator_keys=("amber:first", "jade:second")))

    assert keys.operator("second") == "jade"
    assert keys.operator("third") is None
    assert keys.operator("") is None


def test_generates_a_private_key_if_none_is_configured(tmp_path: Path) -> None:
    keys = OperatorKeys(Settings(data=str(tmp_path)))
    path = tmp_path / OPERATOR_KEY_FILE

    assert keys.operator(path.read_text()) == "own"
    assert path.stat().st_mode & 0o777 == 0o600
