"""Names of tiles, peoples and dragons, as printed in the editions we know.

If an edition's name is not known, the English one is used.
"""

from typing import Literal, get_args

from schemas.city.terms import Dragon

Language = Literal["en", "de", "fr", "nl"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

TILE_NAMES: dict[str, dict[Language, str]] = {
    "courtyard": {
        "en": "Courtyard",
        "de": "Marktplatz",
        "fr": "Place du marché",
        "nl": "Marktplaats",
    },
    "palace": {"en": "Royal Palace", "de": "Palast", "fr": "Palais", "nl": "Paleis"},
    "fire_temple": {
        "en": "Fire Temple",
        "de": "Tempel des Feuers",
        "fr": "Temple du feu",
        "nl": "Tempel van het vuur",
    },
    "earth_temple": {"en": "Earth Temple", "de": "Tempel der Erde"},
    "water_temple": {"en": "Water Temple", "de": "Tempel des Wassers"},
    "aqueduct": {"en": "Aqueduct", "de": "Aquädukt"},
    "hospice": {"en": "Hospice", "de": "Herberge", "nl": "Herberg"},
    "citadel": {"en": "Citadel", "de": "Zitadelle"},
    "watchtower": {"en": "Watchtower", "de": "Wachturm"},
    "great_hall": {"en": "Great Hall", "de": "Große Halle"},
    "university": {
        "en": "University",
        "de": "Universität",
        "fr": "Université",
        "nl": "Universiteit",
    },
    "market_hall": {"en": "Market Hall", "de": "Markthalle", "fr": "Marché", "nl": "Markthal"},
    "library": {"en": "Library", "de": "Bibliothek"},
    "trading_house": {"en": "Trading House", "de": "Handelshaus"},
    "flight_tower": {"en": "Flight Tower", "de": "Flugturm"},
    "city_residence": {"en": "City Residence", "de": "Stadtresidenz"},
    "monastery_tower": {"en": "Monastery Tower", "de": "Klosterturm"},
    "caravanserai": {"en": "Caravanserai", "de": "Karawanserei"},
    "thermae": {"en": "Thermae", "de": "Therme"},
    "iron_foundry": {"en": "Iron Foundry", "de": "Eisengießerei"},
    "mill": {"en": "Mill", "de": "Mühle"},
    "hospital": {"en": "Hospital", "de": "Hospital", "fr": "Hôpital"},
    "assembly": {"en": "Assembly Hall", "de": "Versammlungshalle", "fr": "Assemblée"},
    "theatre": {"en": "Theatre", "de": "Theater", "fr": "Théâtre"},
    "golden_temple": {"en": "Golden Temple", "de": "Goldener Schrein", "fr": "Temple d'Or"},
}
PEOPLE_NAMES: dict[str, str] = {
    "vulca": "Vulca",
    "terrah": "Terrah",
    "aqua": "Aqua",
    "flit": "Flit",
    "khind": "Khind",
    "mimix": "Mimix",
    "hoax": "Hoax",
    "pillar": "Pillar",
}
"""The peoples have the same name in every edition."""
DRAGON_NAMES: dict[Dragon, dict[Language, str]] = {
    "red": {"en": "Lika"},
    "green": {"en": "Doran"},
    "blue": {"en": "Sesha", "de": "Sessa", "nl": "Sessa"},
}
"""The German book has both names of the blue dragon, Sessa more often."""

GAME_NAMES: dict[str, str] = dict.fromkeys(LANGUAGES, "Blue Moon City")
WORDS: dict[str, dict[str, str]] = {
    **{tile: dict(names.items()) for tile, names in TILE_NAMES.items()},
    **{people: {"en": name} for people, name in PEOPLE_NAMES.items()},
    **{f"dragon-{colour}": dict(names.items()) for colour, names in DRAGON_NAMES.items()},
}


def tile_name(tile: str, language: Language = "en") -> str:
    names = TILE_NAMES[tile]
    return names.get(language, names["en"])


def dragon_name(dragon: Dragon, language: Language = "en") -> str:
    names = DRAGON_NAMES[dragon]
    return names.get(language, names["en"])


def card_name(card: str) -> str:
    """`vulca-3` -> `Vulca 3`."""
    people, value = card.split("-")
    return f"{PEOPLE_NAMES[people]} {value}"
