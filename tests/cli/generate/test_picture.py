"""The README picture is deterministic and references no external resources."""

import re
from xml.etree import ElementTree

from cli.generate.picture import svg


def test_picture_is_deterministic_and_self_contained() -> None:
    picture = svg("city", 7, 118)

    assert picture == svg("city", 7, 118)
    ElementTree.fromstring(picture)
    assert re.findall(r"https?://[^\"]*", picture) == ["http://www.w3.org/2000/svg"]
    assert "Courtyard" in picture
