"""Platform keys and token keys: configured, generated once, and rotated."""

from pathlib import Path

from services.runtime.access.platforms import GUESTS_KEY_FILE, PLATFORM_KEY_FILE, Platforms
from services.runtime.access.token_keys import token_keys
from services.runtime.operations.settings import Settings


def test_identifies_a_platform_by_its_key() -> None:
    keys = Platforms(Settings(platform_keys=("one:first", "two:second:with a colon")))

    assert keys.platform("first") == "one"
    assert keys.platform("second:with a colon") == "two"
    assert keys.platform("third") is None
    assert keys.platform("") is None


def test_a_platform_may_have_two_keys() -> None:
    keys = Platforms(Settings(platform_keys=("one:new", "one:old")))

    assert keys.platform("new") == keys.platform("old") == "one"


def test_generates_a_private_key_once_if_none_is_configured(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path))
    first, second = Platforms(settings), Platforms(settings)
    key = (tmp_path / PLATFORM_KEY_FILE).read_text()

    assert first.platform(key) == second.platform(key) == "own"
    assert (tmp_path / PLATFORM_KEY_FILE).stat().st_mode & 0o777 == 0o600
    assert token_keys(settings) == token_keys(settings)


def test_writes_no_file_if_keys_are_configured(tmp_path: Path) -> None:
    Platforms(Settings(data=str(tmp_path), platform_keys=("one:first",)))

    assert list(tmp_path.iterdir()) == []


def test_generates_a_key_for_guests_if_they_are_allowed(tmp_path: Path) -> None:
    Platforms(Settings(data=str(tmp_path)))
    assert not (tmp_path / GUESTS_KEY_FILE).exists()

    keys = Platforms(Settings(data=str(tmp_path), guests=True))
    key = (tmp_path / GUESTS_KEY_FILE).read_text()
    assert keys.platform(key) == "guests"
    assert key != (tmp_path / PLATFORM_KEY_FILE).read_text()


def test_leaves_only_key_files_in_the_folder(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path), guests=True)
    Platforms(settings)
    token_keys(settings)

    assert {path.name for path in tmp_path.iterdir()} == {"platform.key", "guests.key", "token.key"}


def test_a_platform_sees_itself_and_others_see_shared_lobbies() -> None:
    keys = ("one:first", "two:second")
    platforms = Platforms(Settings(platform_keys=keys, shared_lobbies=("two",)))

    assert platforms.visible_to("one") == ("", "one")
    assert platforms.visible_to(None) == ("", "two")
