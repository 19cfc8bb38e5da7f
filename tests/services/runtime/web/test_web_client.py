"""Where the gateway finds the browser client."""

from pathlib import Path

from services.runtime.operations.settings import Settings
from services.runtime.web.web_client import is_built, web_folder

ROOT = Path(__file__).parents[4]


def test_the_default_folder_is_where_make_web_builds() -> None:
    assert (ROOT / "Makefile").is_file()
    assert web_folder(Settings()) == ROOT / "web" / "dist"


def test_a_folder_with_a_page_is_built(tmp_path: Path) -> None:
    settings = Settings(web_folder=str(tmp_path))
    assert web_folder(settings) == tmp_path
    assert not is_built(settings)
    (tmp_path / "index.html").touch()
    assert is_built(settings)
