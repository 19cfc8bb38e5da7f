"""The README's picture: the same every time, and nothing in it to fetch from anywhere."""

import re
from xml.etree import ElementTree

from cli.picture import svg


def test_the_picture_is_the_same_every_time_and_stands_alone() -> None:
    drawn = svg()

    assert drawn == svg()
    ElementTree.fromstring(drawn)
    assert re.findall(r"https?://[^\"]*", drawn) == ["http://www.w3.org/2000/svg"]
    assert "Courtyard" in drawn
