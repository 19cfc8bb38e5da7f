"""The components of Blue Moon City.

Tiles stand for places: each tile exists once, so `to: "library"` says where.

Rule numbers (C4.3) refer to `docs/rules/city.md`.
"""

from typing import Literal

People = Literal["vulca", "terrah", "aqua", "flit", "khind", "mimix", "hoax", "pillar"]
Colour = Literal["black", "red", "blue", "grey", "green", "brown", "white", "yellow"]
Dragon = Literal["red", "green", "blue"]
Card = Literal[
    "vulca-1",
    "vulca-2",
    "vulca-3",
    "terrah-1",
    "terrah-2",
    "terrah-3",
    "aqua-1",
    "aqua-2",
    "aqua-3",
    "flit-1",
    "flit-2",
    "flit-3",
    "khind-1",
    "mimix-1",
    "mimix-2",
    "mimix-3",
    "hoax-1",
    "hoax-2",
    "hoax-3",
    "pillar-1",
    "pillar-2",
    "pillar-3",
]
DragonCard = Literal["vulca-1", "vulca-2", "terrah-1", "terrah-2", "aqua-1", "aqua-2"]
PillarCard = Literal["pillar-1", "pillar-2"]
Building = Literal[
    "palace",
    "fire_temple",
    "earth_temple",
    "water_temple",
    "aqueduct",
    "hospice",
    "citadel",
    "watchtower",
    "great_hall",
    "university",
    "market_hall",
    "library",
    "trading_house",
    "flight_tower",
    "city_residence",
    "monastery_tower",
    "caravanserai",
    "thermae",
    "iron_foundry",
    "mill",
    "hospital",
    "assembly",
    "theatre",
    "golden_temple",
]
Tile = Literal["courtyard", Building]
Corner = Literal["north_west", "north_east", "south_west", "south_east"]
Phase = Literal["movement", "contribution", "draw"]
CityAmendment = Literal[
    "exact-payment",
    "offering-without-stone",
    "duty-when-nobody-can-win",
    "drawn-without-stones",
    "chosen-corners",
]
"""The changes since `city/1`, as `games/city/amendments.py` describes them."""
Cards = tuple[Card, ...]
