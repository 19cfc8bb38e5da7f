"""Keys of platforms and tokens: given, made once, and changed without anyone being locked out."""

from pathlib import Path

from services.runtime.settings import Settings
from services.runtime.token_keys import (
    GUESTS_KEY_FILE,
    PLATFORM_KEY_FILE,
    PlatformKeys,
    token_keys,
)


def test_a_platform_is_known_by_its_key() -> None:
    keys = PlatformKeys(Settings(platform_keys=("one:first", "two:second:with a colon")))

    assert keys.platform("first") == "one"
    assert keys.platform("second:with a colon") == "two"
    assert keys.platform("third") is None
    assert keys.platform("") is None


def test_a_platform_may_have_two_keys_while_it_changes_them() -> None:
    keys = PlatformKeys(Settings(platform_keys=("one:new", "one:old")))

    assert keys.platform("new") == keys.platform("old") == "one"


def test_without_any_a_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path))
    first, again = PlatformKeys(settings), PlatformKeys(settings)
    made = (tmp_path / PLATFORM_KEY_FILE).read_text()

    assert first.platform(made) == again.platform(made) == "own"
    assert (tmp_path / PLATFORM_KEY_FILE).stat().st_mode & 0o777 == 0o600
    assert token_keys(settings) == token_keys(settings)


def test_keys_that_are_given_leave_no_file_behind(tmp_path: Path) -> None:
    PlatformKeys(Settings(data=str(tmp_path), platform_keys=("one:first",)))

    assert list(tmp_path.iterdir()) == []


def test_where_guests_are_welcome_there_is_a_key_to_their_tables(tmp_path: Path) -> None:
    PlatformKeys(Settings(data=str(tmp_path)))
    assert not (tmp_path / GUESTS_KEY_FILE).exists()

    keys = PlatformKeys(Settings(data=str(tmp_path), guests=True))
    made = (tmp_path / GUESTS_KEY_FILE).read_text()
    assert keys.platform(made) == "guests"
    assert made != (tmp_path / PLATFORM_KEY_FILE).read_text()


def test_nothing_but_keys_stays_in_the_folder(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path), guests=True)
    PlatformKeys(settings)
    token_keys(settings)

    assert {path.name for path in tmp_path.iterdir()} == {"platform.key", "guests.key", "token.key"}
