"""The tests that every game must pass.

A game's test module subclasses `GameContract`, names the plug-in and the options to try, and
inherits the tests. They check whole playouts, commit by commit, under every rules version:

    class TestContract(GameContract):
        plugin = PLUGIN
        options = (HighCardOptions(2), HighCardOptions(4, low=True))

        def shows_to(self, event: Any, viewer: Viewer) -> bool:
            return isinstance(event, CardsDealt) and event.seat == viewer
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, get_args

import msgspec
import pytest
from msgspec.structs import replace

from games import table as tables
from games.bots import Bot, random_bot
from games.codec import commit_decoder, redacted_commit_type, table_type, view_type
from games.contract import AnyRulebook
from games.dice import Dice
from games.history import Position, advance, audit, replay
from games.illegal_action import IllegalActionError
from games.playout import Playout, play_out
from games.plugin import AnyGamePlugin
from games.testing.two_worlds import History, TwoWorlds
from schemas.commit import RecordedCommand, canonical, redact_commit
from schemas.redaction import SPECTATOR, Viewer, redact
from schemas.rejection import TableCode
from schemas.table import (
    SYSTEM,
    AnswerTakeback,
    AnyTable,
    AskTakeback,
    OpenTable,
    Resign,
    StartGame,
    TakeSeat,
)
from schemas.terms import Bank, Terms

LISTED_SAMPLE = 4
UNLISTED_SAMPLE = 4
SEEDS = 2
IDLE_MAX = 100
PROBES = 6
COMPARED_MIN = 20


class GameContract:
    """Subclass it as `TestContract`, with the plug-in and options to try."""

    plugin: AnyGamePlugin
    options: tuple[Any, ...]
    """Options to try. The first are valid under every rules version; those that an earlier version
    refuses are left out there."""
    worlds_bot: Bot = staticmethod(random_bot)
    """Plays the games of the two-worlds test. Choose one that keeps things hidden for long."""
    worlds_changes: int = 12
    """Worlds to compare with each game."""
    _played: ClassVar[dict[Any, History]] = {}
    _rulebook: AnyRulebook | None = None

    @property
    def game(self) -> AnyRulebook:
        """The rules under test; outside of a test the current ones."""
        return self._rulebook or self.plugin.rulebook

    @property
    def options_of_rules(self) -> tuple[Any, ...]:
        """The options to try under these rules."""
        return tuple(options for options in self.options if not self.game.problems(options))

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run every test under every rules version."""
        rulebooks = self.plugin.rulebooks
        metafunc.parametrize("rulebook", rulebooks, ids=[rulebook.rules for rulebook in rulebooks])

    @pytest.fixture(autouse=True)
    def _under_rules(self, rulebook: AnyRulebook) -> None:
        self._rulebook = rulebook

    def shows_to(self, event: Any, viewer: Viewer) -> bool:
        """Whether the event shows the viewer something that was hidden from them, such as the cards
        that they draw. Say it here in terms of the rules; the marks on the fields are tested."""
        raise NotImplementedError("required: see the docstring")

    def is_hidden(self, label: str) -> bool:  # noqa: ARG002 - for subclasses
        """Whether the result of the shuffle with this label is hidden from everyone at first."""
        return True

    def may_be_listed_in_another_form(
        self, _table: AnyTable, _action: Any, _legal: tuple[Any, ...]
    ) -> bool:
        """Whether an unlisted action may be accepted because its canonical form is listed."""
        return False

    def playout(self, options: Any, seed: str, bot: Bot = random_bot) -> Playout:
        names = [f"player-{seat}" for seat in range(self.game.seats(options))]
        return Playout(self.game, options, tuple((name, bot) for name in names), seed, "contract")

    def histories(self) -> Iterator[History]:
        """Yield the playouts. Each is played once and shared by all tests."""
        for options in self.options_of_rules:
            for number in range(SEEDS):
                seed = f"contract/{number}"
                key = (self.game.rules, options, seed)
                if key not in self._played:
                    self._played[key] = list(play_out(self.playout(options, seed)))
                yield self._played[key]

    def test_the_pieces_survive_encoding_and_name_their_game(self) -> None:
        pieces = self.plugin.pieces
        encoded = canonical(pieces)
        assert msgspec.json.decode(encoded, type=type(pieces)) == pieces
        assert msgspec.json.decode(encoded)["game"] == self.plugin.game

    def test_the_game_and_its_pieces_have_english_names(self) -> None:
        assert "en" in self.plugin.names
        assert [label for label, names in self.plugin.labels.items() if "en" not in names] == []

    def test_the_rules_share_no_error_code_with_the_table(self) -> None:
        """The code alone tells a client what was wrong."""
        codes = (*get_args(TableCode), *self.game.error_codes)
        assert len(set(codes)) == len(codes)

    def test_every_bot_plays_a_whole_game(self) -> None:
        assert self.plugin.default_bot in self.plugin.bots
        assert set(self.plugin.timed_bots) <= set(self.plugin.bots)
        for bot in self.quick_bots():
            *_, (_, position) = play_out(self.playout(self.options[0], "bots", bot))
            assert _table(position).stage == "over"

    def quick_bots(self) -> tuple[Bot, ...]:
        """The bots without a thinking budget; the others would take long."""
        bots, timed = self.plugin.bots, self.plugin.timed_bots
        return tuple(bot for level, bot in bots.items() if level not in timed)

    def test_valid_options_have_no_problems(self) -> None:
        assert self.game.problems(self.options[0]) == ()
        for options in self.options:
            assert self.plugin.rulebook.problems(options) == ()

    def test_every_playout_ends_with_a_result_for_every_seat(self) -> None:
        for history in self.histories():
            table = _table(history[-1][1])
            assert table.stage == "over"
            assert [result.seat for result in table.results] == list(range(len(table.seats)))
            assert any(result.won for result in table.results)
            assert all(result.won == (result.place == 1) for result in table.results)
            assert tables.to_act(self.game, table) == ()

    def test_every_listed_action_is_accepted(self) -> None:
        dice = Dice.of_text("listed").picker("sample")
        for history in self.histories():
            for _, position in history:
                table = position.table
                assert table is not None
                for seat in tables.to_act(self.game, table):
                    legal = tables.legal(self.game, table, seat)
                    assert legal, "a seat that has to act can act"
                    assert len(legal) == len({canonical(action) for action in legal})
                    skipping = [skip.action for skip in tables.skips(self.game, table, legal)]
                    assert set(skipping) <= {action.__struct_config__.tag for action in legal}
                    assert len(set(skipping)) == len(skipping)
                    for _ in range(LISTED_SAMPLE):
                        action = legal[dice(len(legal))]
                        events, _ = tables.decide(self.game, table, seat, action, "")
                        assert events

    def test_unlisted_actions_are_refused(self) -> None:
        """Try actions from other positions: those that are not listed must be refused."""
        dice = Dice.of_text("unlisted").picker("sample")
        pool = self._actions_played()
        refused = 0
        for history in self.histories():
            for _, position in history:
                table = _table(position)
                for seat in tables.to_act(self.game, table):
                    legal = tables.legal(self.game, table, seat)
                    for _ in range(UNLISTED_SAMPLE):
                        action = pool[dice(len(pool))]
                        if action in legal or self.may_be_listed_in_another_form(
                            table, action, legal
                        ):
                            continue
                        with pytest.raises(IllegalActionError) as refusal:
                            tables.decide(self.game, table, seat, action, "")
                        assert refusal.value.code in self.game.error_codes
                        refused += 1
        assert refused > len(pool)

    def test_nobody_acts_out_of_turn(self) -> None:
        for history in self.histories():
            for _, position in history[:: max(1, len(history) // 20)]:
                table = _table(position)
                if table.stage != "playing":
                    continue
                waiting = tables.to_act(self.game, table)
                action = tables.legal(self.game, table, waiting[0])[0]
                for table_seat in table.seats:
                    if table_seat.seat in waiting:
                        continue
                    assert tables.legal(self.game, table, table_seat.seat) == ()
                    with pytest.raises(IllegalActionError, match="nothing to decide") as refusal:
                        tables.decide(self.game, table, table_seat.seat, action, "")
                    assert refusal.value.code == "not_your_turn"

    def test_folding_the_events_gives_the_live_table(self) -> None:
        for history in self.histories():
            position = Position(self.game, "contract")
            for commit, live in history:
                position = replay(position, commit)
                assert position == live

    def test_the_audit_reproduces_every_commit(self) -> None:
        for history in self.histories():
            position = Position(self.game, "contract")
            for commit, live in history:
                position = audit(position, commit)
                assert position == live

    def test_every_table_and_commit_survives_encoding(self) -> None:
        table_decoder = msgspec.json.Decoder(table_type(self.game))
        for history in self.histories():
            for commit, position in history:
                assert table_decoder.decode(canonical(position.table)) == position.table
                assert commit_decoder(self.game.rules).decode(canonical(commit)) == commit

    def test_the_same_seed_gives_the_same_bytes(self) -> None:
        for options in self.options_of_rules:
            playout = self.playout(options, "twice")
            first, second = (
                [canonical(commit) for commit, _ in play_out(playout)] for _ in range(2)
            )
            assert first == second

    def test_another_seed_gives_another_game(self) -> None:
        for options in self.options_of_rules:
            first, second = (
                [canonical(commit) for commit, _ in play_out(self.playout(options, seed))]
                for seed in ("one", "other")
            )
            assert first != second

    def test_the_laws_hold_after_every_event(self) -> None:
        for history in self.histories():
            table: AnyTable | None = None
            for commit, _ in history:
                for event in commit.events:
                    table = tables.evolve(self.game, table, event)
                    if table.play is not None:
                        assert self.game.broken_laws(table.play) == ()

    def test_redacted_views_and_commits_match_the_schema(self) -> None:
        view_decoder = msgspec.json.Decoder(view_type(self.game))
        commit_decoder = msgspec.json.Decoder(redacted_commit_type(self.game))
        for history in self.histories():
            for commit, position in history[:: max(1, len(history) // 50)]:
                table = _table(position)
                for viewer in _viewers(table):
                    view_decoder.decode(canonical(tables.view(table, viewer)))
                    redacted_commit = redact_commit(commit, viewer, over=table.stage == "over")
                    commit_decoder.decode(canonical(redacted_commit))

    def test_figures_are_the_same_for_all_viewers(self) -> None:
        """Figures are derived from the view, so they cannot reveal what it hides."""
        decoder = msgspec.json.Decoder(self.game.figures_type)
        for history in self.histories():
            for _, position in history[:: max(1, len(history) // 100)]:
                table = _table(position)
                figures = [
                    canonical(tables.figures(self.game, tables.view(table, viewer)))
                    for viewer in _viewers(table)
                ]
                assert len(set(figures)) == 1
                if table.play is None:
                    assert figures[0] == b"null"
                else:
                    assert decoder.decode(figures[0]) == self.game.figures(table.play)

    def test_the_seed_is_hidden_until_the_game_is_over(self) -> None:
        for history in self.histories():
            seed = _table(history[0][1]).seed.encode()
            for commit, position in history:
                table = _table(position)
                over = table.stage == "over"
                for viewer in _viewers(table):
                    assert (seed in canonical(tables.view(table, viewer))) == over
                    if not over:
                        assert seed not in canonical(redact_commit(commit, viewer, over=False))

    def test_any_seat_may_resign_at_any_time(self) -> None:
        for history in self.histories():
            for _, position in history[:: max(1, len(history) // 10)]:
                table = _table(position)
                while table.stage == "playing":
                    seat = next(
                        table_seat.seat for table_seat in table.seats if not table_seat.resigned
                    )
                    _, table = tables.decide(self.game, table, seat, Resign(), "")
                    assert self.game.broken_laws(table.play) == ()

    def test_an_idle_seat_passes_the_turn_on(self) -> None:
        """Tables rely on this to skip a seat whose time is up."""
        for history in self.histories():
            for _, position in history[:: max(1, len(history) // 20)]:
                table = _table(position)
                for seat in tables.to_act(self.game, table):
                    for _ in range(IDLE_MAX):
                        idle = self.game.idle(table.play, seat)
                        assert idle in tables.legal(self.game, table, seat)
                        _, table = tables.decide(self.game, table, seat, idle, "")
                        if seat not in tables.to_act(self.game, table):
                            break
                    else:
                        pytest.fail(f"seat {seat} still decides after {IDLE_MAX} idle actions")

    def test_tables_with_terms_pass_the_audit_and_take_turns_back(self) -> None:
        for options in self.options_of_rules:
            terms = Terms(clock=Bank(3600), takebacks=True)
            playout = replace(self.playout(options, "terms"), terms=terms)
            history = list(play_out(playout))
            audited = Position(self.game, "contract")
            for commit, live in history:
                audited = audit(audited, commit)
                assert audited == live
            middle = len(history) // 2
            _, position = history[middle]
            seat = tables.to_act(self.game, _table(position))[0]
            while seat in tables.to_act(self.game, _table(history[middle - 1][1])):
                middle -= 1
            turn_start = _table(history[middle][1]).play
            action = tables.legal(self.game, _table(position), seat)[0]
            actions: list[tuple[int, Any]] = [(seat, action), (seat, AskTakeback())]
            others = (other.seat for other in _table(position).seats if other.seat != seat)
            actions += [(other, AnswerTakeback(agree=True)) for other in others]
            for number, (sender, action) in enumerate(actions):
                command = RecordedCommand(f"t{number}", sender, action, position.seq * 1000)
                commit, after = advance(position, command, 0, "")
                assert audit(position, commit) == after
                position = after
            assert _table(position).play == turn_start

    def test_a_table_starts_when_all_seats_are_taken(self) -> None:
        for options in self.options_of_rules:
            opening = OpenTable(self.game.game, options)
            seed = Dice.of_text("x").derive("y")
            _, table = tables.decide(self.game, None, SYSTEM, opening, seed)
            assert (table.game, table.rules) == (self.game.game, self.game.rules)
            for table_seat in table.seats:
                with pytest.raises(IllegalActionError, match="when all"):
                    tables.decide(self.game, table, SYSTEM, StartGame(), "")
                take_seat = TakeSeat(f"player {table_seat.seat}")
                _, table = tables.decide(self.game, table, table_seat.seat, take_seat, "")
            _, table = tables.decide(self.game, table, SYSTEM, StartGame(), "")
            assert table.stage == "playing"

    def test_what_a_viewer_receives_does_not_depend_on_what_is_hidden(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.compare_worlds(monkeypatch, self.options_of_rules)

    def test_what_a_choice_hides_stays_hidden(self) -> None:
        """If two choices of a seat look the same to a viewer, so does the table after them."""
        dice = Dice.of_text("choices").picker("sample")
        for history in self.histories():
            for _, position in history:
                table = _table(position)
                for seat in tables.to_act(self.game, table):
                    legal = tables.legal(self.game, table, seat)
                    actions = [legal[dice(len(legal))] for _ in range(2)]
                    if actions[0] == actions[1] or type(actions[0]) is not type(actions[1]):
                        continue
                    decisions = [
                        tables.decide(self.game, table, seat, action, "") for action in actions
                    ]
                    if any(after.stage == "over" for _, after in decisions):
                        continue
                    for viewer in _viewers(table):
                        shown = {
                            canonical([redact(record, viewer) for record in (action, *events)])
                            for action, (events, _) in zip(actions, decisions, strict=True)
                        }
                        views = {canonical(tables.view(after, viewer)) for _, after in decisions}
                        assert len(views) <= len(shown), f"viewer {viewer} sees {actions}"

    def compare_worlds(self, monkeypatch: pytest.MonkeyPatch, options: Sequence[Any]) -> None:
        """See `games.testing.two_worlds`."""
        probes = self._probes()
        pick = Dice.of_text("worlds").picker("changes")
        compared: Counter[Viewer] = Counter()
        for table_options in options:
            history = list(play_out(self.playout(table_options, "worlds", self.worlds_bot)))
            viewers = _viewers(_table(history[0][1]))
            worlds = TwoWorlds(
                self.game, history, lambda dice_of: monkeypatch.setattr(tables, "dice_of", dice_of)
            )
            for change in worlds.changes(self.is_hidden, self.worlds_changes, pick):
                for moment in worlds.indistinct(change, viewers, self.shows_to):
                    viewer = moment.viewer
                    compared[viewer] += 1
                    ours = worlds.received(viewer, moment.commit, moment.table, probes)
                    theirs = worlds.received(
                        viewer, moment.other_commit, moment.other_table, probes
                    )
                    assert ours == theirs, f"viewer {viewer} can tell the worlds apart: {change}"
            # A game that shows everything to everyone would compare nothing.
            assert all(compared[viewer] >= COMPARED_MIN for viewer in viewers), compared

    def _probes(self) -> list[Any]:
        """A few different actions of recorded games: what a seat might try at any time."""
        pick = Dice.of_text("probes").picker("sample")
        pool = self._actions_played()
        return [pool[pick(len(pool))] for _ in range(PROBES)]

    def _actions_played(self) -> list[Any]:
        return list(
            {
                canonical(commit.command.action): commit.command.action
                for history in self.histories()
                for commit, _ in history
                if commit.command.seat != SYSTEM
                and not isinstance(commit.command.action, TakeSeat | Resign)
            }.values()
        )


def _table(position: Position) -> AnyTable:
    assert position.table is not None
    return position.table


def _viewers(table: AnyTable) -> tuple[Viewer, ...]:
    return (*(table_seat.seat for table_seat in table.seats), SPECTATOR)
