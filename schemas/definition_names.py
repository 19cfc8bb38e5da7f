"""Names of definitions in generated schemas that do not depend on Python modules.

msgspec names a generic record after the `repr` of its arguments, and records with the same name
after their modules. Such names would change when a file moves.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

# `Commit_typing.Union_schemas.table.TakeSeat__...`
GENERIC = re.compile(r"(?P<record>[A-Za-z0-9]+)_.*\.")
# `schemas.city.events.TurnBegan`
QUALIFIED = re.compile(r"(?P<module>[A-Za-z0-9_.]+)\.(?P<record>[A-Za-z0-9]+)")


def stable_name(name: str, games: Iterable[str] = ()) -> str:
    """Return the name without modules. A record of a game's package gets the game's name."""
    if generic := GENERIC.match(name):
        return generic["record"]
    if not (qualified := QUALIFIED.fullmatch(name)):
        return name
    packages = qualified["module"].split(".")
    game = next((game for game in games if game in packages), "")
    return f"{game.capitalize()}{qualified['record']}"


def rename_definitions(
    definitions: Mapping[str, Any], names: Mapping[str, str], ref_template: str
) -> dict[str, Any]:
    """Give definitions their new names, in titles and in references between them as well."""
    if len({*names.values()}) != len(names):
        raise ValueError(f"several definitions get the same name: {sorted(names.values())}")
    text = msgspec.json.encode({names[name]: schema for name, schema in definitions.items()})
    for old, new in names.items():
        old_ref, new_ref = (ref_template.format(name=name) for name in (old, new))
        text = text.replace(msgspec.json.encode(old_ref), msgspec.json.encode(new_ref))
    renamed: dict[str, Any] = msgspec.json.decode(text)
    for old, new in names.items():
        if old != new:
            renamed[new]["title"] = new
    return renamed
