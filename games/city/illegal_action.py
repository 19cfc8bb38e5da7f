"""Refusals by the rules of Blue Moon City."""

from typing import Literal

from games.illegal_action import IllegalActionError

CityCode = Literal[
    "already_finished",
    "already_there",
    "bad_options",
    "box_taken",
    "colour_fixed",
    "colour_needed",
    "discard_limit",
    "dragon_outside",
    "must_offer",
    "must_walk",
    "no_pillar_here",
    "no_stones",
    "no_such_box",
    "no_such_tile",
    "not_a_building",
    "not_in_assembly",
    "not_in_hand",
    "not_on_courtyard",
    "not_quiet",
    "not_towards_courtyard",
    "pillar_needed",
    "pillar_too_early",
    "superfluous_card",
    "too_far",
    "too_few_crystals",
    "too_little",
    "wrong_phase",
]


class CityActionError(IllegalActionError[CityCode]):
    """Refused by the rules of Blue Moon City."""
