"""Scenarios of Blue Moon: positions as data, commands, and what must hold after them.

`scenarios.json` holds one scenario per line. Its players A and B are seats 0 and 1 here.

given   A position. A zone that is not named is empty; `draw_count` (10) counts the draw deck, its
        first cards are `draw_top`, the others are any cards. From the booster_support phase on one
        regular character counts as played. `targets` are stored choices; `hand_emptied` (100) says
        when a hand ran empty.
steps   Commands in order with `expect`, which must hold right after; a command is accepted unless
        it says otherwise, and one that is refused changes nothing.
then    What must hold at the end.

Bluffs are named by their faces in the file and by their handles here.
"""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from games.dice import Dice
from games.duel.card import Card
from games.duel.cards import CARDS
from games.duel.reading import Reading
from games.duel.rulebook import DUEL, Duel
from games.duel.values import present_power
from games.duel.zones import cards_of, pile_of
from games.illegal_action import IllegalActionError
from schemas.commit import canonical
from schemas.duel.actions import (
    AnnouncePower,
    ChooseCards,
    ChooseOption,
    Concede,
    DeclineFight,
    DiscardBluff,
    FinishPhase,
    LandShip,
    LoadShip,
    Mulligan,
    PayDemand,
    PlayAction,
    PlayBluff,
    PlayCard,
    ReplaceCard,
    Retreat,
    RetrieveCard,
    RewindTurn,
    Target,
    UseText,
)
from schemas.duel.deck import DeckList
from schemas.duel.events import DuelEnded, PowerAnnounced
from schemas.duel.options import DuelOptions
from schemas.duel.state import Bluff, Choice, DuelState, Saved, Side, Turn, Vessel
from schemas.duel.terms import Cards, HiddenCards
from schemas.redaction import redact

DICE = Dice.of_text("scenarios")
SEAT = {"A": 0, "B": 1}
NAME = "AB"
LATE = ("booster_support", "after_booster_support", "announce", "refill", "end_of_turn")
REWINDABLE = ("retreat_or_decline", "character", "booster_support")
# Error codes that have another name in scenarios.json.
CODES = {"nothing_to_take_back": "nothing_to_rewind"}

PLACEHOLDERS = (
    Card(id="x-crystal-1", name="Crystal One", name_de="-", people="hyla", type="achievement"),
    Card(id="x-crystal-2", name="Crystal Two", name_de="-", people="hyla", type="achievement"),
    Card(id="x-hyla-1", name="Placeholder Hyla", name_de="-", people="hyla", type="hyla"),
)
"""No achievement and only one hyla is known; rules about them are tested with these."""

FILLERS = [card.id for card in CARDS.values() if card.type == "leadership"]
"""Cards that fill draw decks: they can be neither played in a fight nor loaded."""


class Scenario(Struct):
    id: str
    title: str
    rules: tuple[str, ...]
    given: dict[str, Any] = {}
    steps: tuple[dict[str, Any], ...] = ()
    then: dict[str, Any] = {}
    why: str = ""
    match: dict[str, Any] = {}
    under: str = ""
    """The only rules that it holds under; empty if it holds under all."""


def scenarios() -> list[Scenario]:
    path = Path(__file__).parent / "scenarios.json"
    return msgspec.json.decode(path.read_bytes(), type=list[Scenario])


# The position


def position(given: dict[str, Any], rulebook: Duel = DUEL) -> DuelState:
    named = canonical(given).decode()
    sides = tuple(_side(given.get(name, {}), seat, named) for name, seat in SEAT.items())
    options = DuelOptions(
        decks=tuple(_deck(side) for side in sides),  # type: ignore[arg-type]
        interventions=given.get("interventions", False),
        crystals_to_win=1,
    )
    fight = given.get("fight_started", False)
    dragons = given.get("dragons", {"A": 0, "B": 0})
    phase = given["phase"]
    state = replace(
        rulebook.initial(options),
        sides=sides,
        number=1,
        fight=fight,
        element=given.get("element"),
        dragons=dragons["A"] - dragons["B"],
        emptied=_emptied(given, sides),
    )
    if phase == "mulligan":
        return replace(state, start=SEAT[given["start_player"]])
    turn = Turn(SEAT[given["turn"]], first=not fight, phase=phase)
    if phase in LATE:
        turn = replace(turn, characters=1, regular_used=True)
    state = replace(state, stage="turn", turn=turn)
    if phase in REWINDABLE:
        saved = replace(turn, phase="retreat_or_decline", characters=0, regular_used=False)
        state = replace(state, saved=Saved(sides, saved, state.element))
    return state


def _side(zones: dict[str, Any], seat: int, named: str) -> Side:
    fillers = (card for card in FILLERS if f'"{card}"' not in named)
    top = zones.get("draw_top", [])
    rest = [next(fillers) for _ in range(zones.get("draw_count", 10) - len(top))]
    bluffs = zones.get("bluffs", [])
    return Side(
        seat,
        "vulca-00",
        zones.get("inquisitor"),
        hand=tuple(zones.get("hand", ())),
        revealed=tuple(zones.get("revealed", ())),
        deck=(*top, *rest),
        discard=pile_of(tuple(zones.get("discard_pile", ()))),
        leadership=pile_of(tuple(zones.get("leadership_pile", ()))),
        active=tuple(zones.get("combat_active", ())),
        covered=tuple(zones.get("combat_covered", ())),
        support=tuple(zones.get("support", ())),
        bluffs=tuple(Bluff(seat, f"facedown-{n}", card) for n, card in enumerate(bluffs, 1)),
        bluffs_made=len(bluffs),
        influence=tuple(map(_vessel, zones.get("influence", ()))),
        achievements=tuple(zones.get("achievements", ())),
        choices=tuple(
            Choice(text, card, ignored=False) for text, card in zones.get("targets", {}).items()
        ),
    )


def _vessel(described: Any) -> Vessel:
    if isinstance(described, str):
        return Vessel(described)
    return Vessel(described["ship"], tuple(described["load"]))


def _deck(side: Side) -> DeckList:
    cards = (
        *side.hand,
        *side.deck,
        *cards_of(side.discard),
        *cards_of(side.leadership),
        *side.active,
        *side.covered,
        *side.support,
        *(bluff.card for bluff in side.bluffs),
        *(vessel.card for vessel in side.influence),
        *(card for vessel in side.influence for card in vessel.load),
        *side.achievements,
    )
    return DeckList(leader=side.leader, inquisitor=side.inquisitor, cards=cards)


def _emptied(given: dict[str, Any], sides: tuple[Side, ...]) -> tuple[int, ...]:
    empty = [side.seat for side in sides if not side.hand]
    return tuple(sorted(empty, key=lambda s: given.get(NAME[s], {}).get("hand_emptied", 100)))


# Commands


def actions_of(state: DuelState, step: dict[str, Any]) -> list[PlayAction]:
    """Return the actions of a step: some steps name several cards, most actions name one."""
    match step["do"]:
        case "mulligan":
            return [Mulligan(HiddenCards(tuple(step["cards"])))]
        case "retrieve":
            return [RetrieveCard(card) for card in step["cards"]]
        case "discard_bluffs":
            handles = {b.card: b.handle for b in state.sides[SEAT[step["by"]]].bluffs}
            return [DiscardBluff(handles.get(card, card)) for card in step["cards"]]
        case "land_ships":
            return [LandShip(ship) for ship in step["ships"]]
        case "play_card":
            return [PlayCard(step["card"], step.get("use_text", True))]
        case "play_bluff":
            return [PlayBluff(step["card"])]
        case "load_ship":
            return [LoadShip(step["card"], step["ship"])]
        case "replace_card":
            return [ReplaceCard(step["card"], step.get("draw", True))]
        case "use_effect":
            return [UseText(step["card"], step.get("count"))]
        case "pay_demand":
            return [PayDemand(step["demand"], tuple(step["cards"]))]
        case "retreat":
            return [Retreat()]
        case "decline_fight":
            return [DeclineFight(tuple(step["cards"]))]
        case "announce_power":
            targets = tuple(Target(*item) for item in step.get("targets", {}).items())
            return [AnnouncePower(step.get("element"), targets)]
        case "finish_phase":
            return [FinishPhase()]
        case "decide":
            if "answer" in step:
                return [ChooseOption(step["answer"])]
            return [ChooseCards(_handles(state, tuple(step["cards"])))]
        case "take_back":
            return [RewindTurn()]
        case "concede":
            return [Concede()]
        case other:
            raise AssertionError(f"no such command: {other}")


def _handles(state: DuelState, cards: Cards) -> Cards:
    if state.decision is None:
        return cards
    faces = {b.card: b.handle for b in state.sides[state.decision.whose].bluffs}
    offered = state.decision.cards
    return tuple(faces[c] if c in faces and faces[c] in offered else c for c in cards)


class Outcome(Struct):
    state: DuelState
    events: tuple[Any, ...] = ()
    refused: str | None = None


def attempt(state: DuelState, step: dict[str, Any]) -> Outcome:
    """Carry out a step; a refused one changes nothing (R3.4)."""
    after = state
    all_events: tuple[Any, ...] = ()
    for action in actions_of(state, step):
        seat = SEAT[step["by"]]
        code = _refused_by_the_table(after, seat)
        if code:
            return Outcome(state, (), code)
        legal = DUEL.legal(after, seat)
        try:
            events, decided = DUEL.decide(after, seat, action, DICE)
        except IllegalActionError as refusal:
            _check_refusal(action, legal, refusal.code)
            return Outcome(state, (), refusal.code)
        assert action in legal or is_another_form(action, legal), f"{action} is not listed"
        _check_decision(after, events, decided)
        all_events += events
        after = decided
    return Outcome(after, all_events)


def _check_refusal(action: PlayAction, legal: tuple[PlayAction, ...], code: str) -> None:
    assert code in DUEL.error_codes
    assert action not in legal, f"{action} is listed, but refused: {code}"


def _refused_by_the_table(state: DuelState, seat: int) -> str | None:
    """Return the code with which the table refuses before the rules decide."""
    if state.over:
        return "game_over"
    if seat in DUEL.to_act(state):
        return None
    if state.decision is not None:
        return "decision_pending"
    return "already_done" if state.stage == "mulligan" else "not_your_turn"


def is_another_form(action: Any, legal: tuple[Any, ...]) -> bool:
    """Return whether an unlisted action is legal: other order, named targets, or conceding."""
    if isinstance(action, Concede):
        return True
    if isinstance(action, AnnouncePower):
        return bool(action.targets) and AnnouncePower(action.element) in legal
    return _unordered(action) in map(_unordered, legal)


def _unordered(action: Any) -> Any:
    match action:
        case Mulligan():
            return Mulligan, frozenset(action.exchange.cards)
        case ChooseCards() | DeclineFight():
            return type(action), frozenset(action.cards)
        case PayDemand():
            return PayDemand, action.demand, frozenset(action.cards)
        case _:
            return action


def _check_decision(before: DuelState, events: tuple[Any, ...], after: DuelState) -> None:
    state = before
    for event in events:
        state = DUEL.evolve(state, event)
        assert DUEL.broken_laws(state) == ()
    assert state == after
    for seat in DUEL.to_act(after):
        legal = DUEL.legal(after, seat)
        assert DUEL.idle(after, seat) in legal


# What must hold


def run(scenario: Scenario, rulebook: Duel = DUEL) -> None:
    state = position(scenario.given, rulebook)
    assert DUEL.broken_laws(state) == ()
    outcome = Outcome(state)
    for step in scenario.steps:
        expect = step.get("expect", {})
        outcome = attempt(outcome.state, step)
        if expect.get("accepted", True):
            assert outcome.refused is None, f"{step} was refused: {outcome.refused}"
        else:
            reason = CODES.get(expect["reason"], expect["reason"])
            assert outcome.refused == reason, f"{step}: {outcome.refused}, expected {reason}"
        check(outcome, {k: v for k, v in expect.items() if k not in ("accepted", "reason")})
    check(outcome, scenario.then)


def check(outcome: Outcome, expect: dict[str, Any]) -> None:
    for name, expected in expect.items():
        actual = _ACTUAL[name](outcome, expected)
        assert actual == expected, f"{name}: {actual}, expected {expected}"


def _turn(outcome: Outcome, _expected: Any) -> Any:
    return NAME[outcome.state.turn.seat]


def _phase(outcome: Outcome, _expected: Any) -> Any:
    state = outcome.state
    return "mulligan" if state.stage == "mulligan" else state.turn.phase


def _dragons(outcome: Outcome, _expected: Any) -> Any:
    dragons = outcome.state.dragons
    return {"A": max(0, dragons), "B": max(0, -dragons)}


def _announced(outcome: Outcome, expected: dict[str, Any]) -> Any:
    event = next(e for e in outcome.events if isinstance(e, PowerAnnounced))
    fields = {"element": event.element, "power": event.power, "opponent_power": event.opposing}
    return {name: fields[name] for name in expected}


def _decision(outcome: Outcome, expected: dict[str, Any] | None) -> Any:
    decision = outcome.state.decision
    if decision is None or expected is None:
        return decision
    faces = {b.handle: b.card for b in outcome.state.sides[decision.whose].bluffs}
    offered = decision.cards + decision.hidden.cards
    kind = "yes_no" if decision.options == ("no", "yes") else decision.kind
    fields: dict[str, Any] = {
        "by": NAME[decision.by],
        "kind": kind,
        "min": decision.least,
        "max": decision.most,
        "from": [faces.get(card, card) for card in offered],
    }
    if "from" in expected and sorted(fields["from"]) == sorted(expected["from"]):
        fields["from"] = expected["from"]
    return {name: fields[name] for name in expected}


def _game(outcome: Outcome, _expected: Any) -> Any:
    ended = next((e for e in outcome.events if isinstance(e, DuelEnded)), None)
    if ended is None:
        return None
    return {"winner": NAME[ended.winner], "reason": ended.reason, "crystals": ended.crystals}


def _power(outcome: Outcome, expected: dict[str, Any]) -> Any:
    element = outcome.state.element
    assert element is not None
    return {name: present_power(Reading(outcome.state), SEAT[name], element) for name in expected}


def _power_in(outcome: Outcome, expected: dict[Any, Any]) -> Any:
    reading = Reading(outcome.state)
    return {
        element: {name: present_power(reading, SEAT[name], element) for name in names}
        for element, names in expected.items()
    }


def zones_of(side: Side) -> dict[str, list[str]]:
    return {
        "hand": list(side.hand),
        "revealed": list(side.revealed),
        "draw_deck": list(side.deck),
        "discard_pile": list(cards_of(side.discard)),
        "leadership_pile": list(cards_of(side.leadership)),
        "combat_active": list(side.active),
        "combat_covered": list(side.covered),
        "support": list(side.support),
        "bluffs": [bluff.card for bluff in side.bluffs],
        "influence": [vessel.card for vessel in side.influence],
        "loaded": [card for vessel in side.influence for card in vessel.load],
        "landed": [vessel.card for vessel in side.landed],
        "achievements": list(side.achievements),
    }


def _zones(outcome: Outcome, expected: dict[str, dict[str, list[str]]]) -> Any:
    """The order of cards within a zone does not matter."""
    actual: dict[str, dict[str, list[str]]] = {}
    for name, zones in expected.items():
        present = zones_of(outcome.state.sides[SEAT[name]])
        actual[name] = {
            zone: cards if sorted(present[zone]) == sorted(cards) else present[zone]
            for zone, cards in zones.items()
        }
    return actual


def _counts(outcome: Outcome, expected: dict[str, dict[str, int]]) -> Any:
    return {
        name: {zone: len(zones_of(outcome.state.sides[SEAT[name]])[zone]) for zone in zones}
        for name, zones in expected.items()
    }


def _top(outcome: Outcome, expected: dict[str, dict[str, str]]) -> Any:
    return {
        name: {zone: zones_of(outcome.state.sides[SEAT[name]])[zone][-1] for zone in zones}
        for name, zones in expected.items()
    }


def _can(outcome: Outcome, expected: list[dict[str, Any]]) -> Any:
    return [step for step in expected if attempt(outcome.state, step).refused is None]


def _cannot(outcome: Outcome, expected: list[dict[str, Any]]) -> Any:
    return [step | {"reason": attempt(outcome.state, step).refused} for step in expected]


def _view(outcome: Outcome, expected: dict[str, dict[str, dict[str, Any]]]) -> Any:
    actual: dict[str, Any] = {}
    for viewer, players in expected.items():
        view = redact(outcome.state, SEAT[viewer])
        actual[viewer] = {
            name: {field: _visible(view.sides[SEAT[name]], field) for field in fields}
            for name, fields in players.items()
        }
    return actual


def _visible(side: Any, field: str) -> Any:
    hand_is_open = isinstance(side.hand, tuple)
    match field:
        case "hand":
            return list(side.hand) if hand_is_open else None
        case "hand_count":
            return len(side.hand) if hand_is_open else side.hand
        case "draw_count":
            return side.deck
        case "discard_top":
            assert side.discard.below is None
            return side.discard.top
        case "leadership_top":
            assert side.leadership.below is None
            return side.leadership.top
        case "bluffs":
            return [bluff.card or bluff.handle for bluff in side.bluffs]
        case "influence":
            return [{"card": v.card, "load": list(v.load)} for v in side.influence]
        case "combat_active":
            return list(side.active)
        case "combat_covered":
            return list(side.covered)
        case _:
            return list(getattr(side, field))


_ACTUAL: dict[str, Any] = {
    "turn": _turn,
    "phase": _phase,
    "fight_started": lambda outcome, _: outcome.state.fight,
    "element": lambda outcome, _: outcome.state.element,
    "dragons": _dragons,
    "announced": _announced,
    "decision": _decision,
    "game": _game,
    "power": _power,
    "power_in": _power_in,
    "zones": _zones,
    "counts": _counts,
    "top": _top,
    "can": _can,
    "cannot": _cannot,
    "view": _view,
}
