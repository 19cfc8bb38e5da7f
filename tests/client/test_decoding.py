"""What comes over the wire is what was sent: the same records, hidden fields as they are."""

import msgspec
import pytest

from client.decoding import read_actions, read_commits, read_seen_commit, read_view
from client.errors import UnreadableError
from games import table as tables
from games.city.bots import BOTS
from games.city.game import CITY
from games.playout import Playout, play_out
from schemas.city import CityOptions
from schemas.commit import canonical, seen
from schemas.exchange import CommitsAnswer, ViewAnswer
from schemas.secrecy import SPECTATOR, Viewer


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_views_and_commits_of_a_whole_game_come_as_they_were_sent(viewer: Viewer) -> None:
    players = (("Amber", BOTS["builder"]), ("Basalt", BOTS["builder"]))
    for commit, position in play_out(Playout(CITY, CityOptions(2), players, "decoding", "g")):
        assert position.table is not None
        view = tables.view(position.table, viewer)
        figures = tables.figures(CITY, view)
        answer = read_view(canonical(ViewAnswer(commit.seq, viewer, view, figures)))
        assert (answer.seq, answer.viewer, answer.table) == (commit.seq, viewer, view)
        assert answer.figures == figures
        assert answer.game is CITY
        told = seen(commit, viewer, over=answer.over)
        assert read_seen_commit(msgspec.json.decode(canonical(told))) == told
        assert read_commits(canonical(CommitsAnswer(9, (told, commit)))).commits == (told, commit)
        for seat in range(2):
            legal = tables.legal(CITY, position.table, seat)
            assert read_actions(CITY, msgspec.to_builtins(legal)) == legal


def test_rules_that_this_client_does_not_know_are_named() -> None:
    answer = b'{"seq":1,"viewer":"spectator","view":{"rules":"chess/9"}}'
    with pytest.raises(UnreadableError, match="played by 'chess/9'; this client knows: city/1"):
        read_view(answer)


def test_what_is_none_of_ours_is_named_with_its_place() -> None:
    with pytest.raises(UnreadableError, match=r"missing required field `seq`"):
        read_view(b"{}")
    with pytest.raises(UnreadableError, match=r"Invalid value 'dance' - at `\$\[0\]\.type`"):
        read_actions(CITY, [{"type": "dance"}])
