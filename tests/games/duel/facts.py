"""The collected card facts, to compare the typed tables with."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from games.duel.card import Card

FACTS: list[dict[str, Any]] = msgspec.json.decode(
    (Path(__file__).parent / "facts.json").read_bytes()
)


def card_facts(card: Card) -> dict[str, Any]:
    """Return a card in the form of the facts."""
    ours = ("known", "amendment")
    facts = {field: getattr(card, field) for field in card.__struct_fields__ if field not in ours}
    for rare in ("set", "extra_limits", "certainty"):
        if facts[rare] is None:
            del facts[rare]
    if card.extra_limits is not None:
        facts["extra_limits"] = _effect_facts(card.extra_limits)
    effect = _effect_facts(card.effect) if card.effect else None
    return facts | {"icons": list(card.icons), "effect": effect}


def _effect_facts(part: Struct) -> dict[str, Any]:
    """Return an effect, or a part of one, in the form of the facts.

    The facts omit a field whose value is its default of None, False or (). Other defaults are
    written out.
    """
    tag = part.__struct_config__.tag
    facts: dict[str, Any] = {} if tag is None else {"kind": tag}
    for field in fields(part):
        value = getattr(part, field.name)
        may_be_omitted = any(field.default is empty for empty in (None, False, ()))
        if not (may_be_omitted and value is field.default):
            facts[field.encode_name] = _plain(value)
    return facts


def _plain(value: Any) -> Any:
    if isinstance(value, Struct):
        return _effect_facts(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value
