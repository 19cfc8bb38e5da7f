"""Who calls, and what that lets them do: platforms by their key, viewers by a token."""

from typing import Literal

from msgspec import Struct

from schemas.secrecy import SPECTATOR, Viewer
from services.runtime.problems import ProblemError
from services.runtime.token_keys import PlatformKeys
from services.runtime.tokens import Holder, TokenError, Tokens


class Caller(Struct, frozen=True):
    platform: str | None = None
    holder: Holder | None = None

    @property
    def viewer(self) -> Viewer:
        """As whom the caller sees a game; a platform sees what a spectator sees."""
        return self.holder.viewer if self.holder else SPECTATOR


class Access:
    def __init__(self, platform_keys: PlatformKeys, tokens: Tokens) -> None:
        self._platform_keys = platform_keys
        self._tokens = tokens

    def caller(self, authorization: str | None) -> Caller:
        """`Bearer <platform key or token>`, or nobody."""
        if authorization is None:
            return Caller()
        scheme, _, credential = authorization.partition(" ")
        if scheme.lower() != "bearer" or not credential:
            raise ProblemError("bad_token", "Expected `Authorization: Bearer <key or token>`.")
        platform = self._platform_keys.platform(credential)
        if platform is not None:
            return Caller(platform=platform)
        try:
            return Caller(holder=self._tokens.read(credential))
        except TokenError as error:
            raise ProblemError("bad_token", f"{error}".capitalize() + ".") from error

    def require(
        self,
        who: Literal["anyone", "platform", "viewer", "seat"],
        caller: Caller,
        game: str | None,
    ) -> None:
        """Raises ProblemError when the caller may not do this."""
        if who == "anyone":
            return
        if caller.platform is None and caller.holder is None:
            raise ProblemError("no_token", f"This is for a {who}: a key or token is needed.")
        if caller.platform is not None:
            if who == "seat":
                raise ProblemError("not_allowed", "Only a seat's own token can do this.")
            return
        assert caller.holder is not None
        if who == "platform":
            raise ProblemError("not_allowed", "Only a platform's key can do this.")
        if caller.holder.game != game:
            raise ProblemError("not_allowed", "The token is for another game.", game=game)
        if who == "seat" and caller.holder.viewer == SPECTATOR:
            raise ProblemError("not_allowed", "A spectator only watches.")
