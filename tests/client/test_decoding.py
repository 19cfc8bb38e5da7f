"""Decoded records equal those that were sent, including redacted fields."""

import msgspec
import pytest

from client.decoding import read_commits, read_redacted_commit, read_view
from client.errors import UnreadableError
from games import table as tables
from games.city.bots import BOTS
from games.city.rulebook import CITY
from games.playout import Playout, play_out
from schemas.city.options import CityOptions
from schemas.commit import canonical, redact_commit
from schemas.http import CommitsResponse, ViewResponse
from schemas.redaction import SPECTATOR, Viewer

PLAYERS = (("Amber", BOTS["builder"]), ("Basalt", BOTS["builder"]))


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_decodes_views_and_commits_of_a_game_as_they_were_sent(viewer: Viewer) -> None:
    for commit, position in play_out(Playout(CITY, CityOptions(2), PLAYERS, "decoding", "g")):
        assert position.table is not None
        view = tables.view(position.table, viewer)
        figures = tables.figures(CITY, view)
        to_act = tables.to_act(CITY, position.table)
        legal = () if viewer == SPECTATOR else tables.legal(CITY, position.table, viewer)
        skips = tables.skips(CITY, position.table, legal)
        response = ViewResponse(commit.seq, viewer, view, figures, to_act, legal, skips, {})
        decoded = read_view(canonical(response))
        assert (decoded.seq, decoded.viewer, decoded.table) == (commit.seq, viewer, view)
        assert (decoded.figures, decoded.to_act, decoded.actions) == (figures, to_act, legal)
        assert decoded.skips == skips
        assert decoded.rulebook is CITY
        redacted = redact_commit(commit, viewer, over=decoded.is_over)
        assert read_redacted_commit(msgspec.json.decode(canonical(redacted))) == redacted
        assert read_commits(canonical(CommitsResponse(9, (redacted, commit), {}))).commits == (
            redacted,
            commit,
        )


def test_names_unknown_rules() -> None:
    content = b'{"seq":1,"viewer":"spectator","view":{"rules":"chess/9"}}'
    with pytest.raises(UnreadableError, match="rules 'chess/9'; this client knows: city/2, city/1"):
        read_view(content)


def test_errors_name_the_path() -> None:
    with pytest.raises(UnreadableError, match=r"missing required field `seq`"):
        read_view(b"{}")
    *_, (_, position) = play_out(Playout(CITY, CityOptions(2), PLAYERS, "decoding", "g"))
    assert position.table is not None
    view = tables.view(position.table, 0)
    content = canonical(ViewResponse(9, 0, view, None, (), ({"type": "dance"},), (), {}))
    with pytest.raises(UnreadableError, match=r"Invalid value 'dance' - at `\$\[0\]\.type`"):
        read_view(content)
