"""Seeds are random unless a setting fixes the dice."""

from structlog.testing import capture_logs

from games.dice import SEED_BYTES
from services.engine.seeds import seed_source

OPENING = b'{"type":"open_table","game":"city"}'


def test_seeds_are_random_by_default() -> None:
    with capture_logs() as logs:
        new_seed = seed_source("")
    assert new_seed(OPENING) != new_seed(OPENING)
    assert len(bytes.fromhex(new_seed(OPENING))) == SEED_BYTES
    assert logs == []


def test_a_configured_seed_maps_equal_openings_to_equal_seeds() -> None:
    new_seed = seed_source("fixed")
    assert new_seed(OPENING) == seed_source("fixed")(OPENING)
    assert new_seed(OPENING) != new_seed(OPENING + b" ")
    assert new_seed(OPENING) != seed_source("another")(OPENING)
    # HMAC-SHA-256 of the opening, keyed by the setting.
    assert new_seed(OPENING) == "8471ca1dfb1a279152f01dc93918f98967e302d8e832a25579810ebfdcd37ebc"


def test_logs_a_warning_if_the_dice_are_fixed() -> None:
    with capture_logs() as logs:
        seed_source("fixed")
    assert [line["log_level"] for line in logs] == ["warning"]
    assert "the dice are not random" in logs[0]["event"]
