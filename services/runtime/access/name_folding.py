"""Folds names, so that names that look alike become equal.

Case, width, accents, invisible characters and common look-alikes of Latin letters are removed.
Marks of other scripts stay: in them a mark makes another letter.
"""
# ruff: noqa: RUF001 - the look-alikes are what this file is about

import re
import unicodedata

_ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe2f]")
_LETTER_CATEGORIES = ("L", "M", "N", "So", "Sm", "Sc")
"""Letters, marks, digits, and symbols such as emoji. All others separate words."""
_LOOK_ALIKES = str.maketrans(
    {
        **dict(zip("0134578@$", "oieastbas", strict=True)),
        **dict(zip("авекмнорстухіјѕһԁԛԝ", "abekmhopctyxijshdqw", strict=True)),
        **dict(zip("αβεηικνορτυχω", "abenikvoptuxw", strict=True)),
        # Latin letters that no accent explains
        **{"ø": "o", "ł": "i", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "p"},
        # In many fonts nobody can tell l, I and 1 apart.
        "l": "i",
    }
)


def folded_words(name: str) -> list[str]:
    """Return the words of a name, folded. There are none if it is all punctuation."""
    text = unicodedata.normalize("NFKC", name).casefold()
    text = _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    text = unicodedata.normalize("NFC", text).translate(_LOOK_ALIKES)
    return "".join(map(_letter_or_space, text)).split()


def folded(name: str) -> str:
    """Return the words of a name without what separates them."""
    return "".join(folded_words(name)) or name


def _letter_or_space(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Cf":
        return ""
    return char if category.startswith(_LETTER_CATEGORIES) else " "
