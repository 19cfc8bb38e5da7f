"""Authentication and authorization: platforms and operators use a key, viewers use a token."""

from typing import Literal

from msgspec import Struct

from schemas.redaction import SPECTATOR, Viewer
from services.runtime.access.operator_keys import OperatorKeys
from services.runtime.access.platforms import Platforms, SuspendedError
from services.runtime.access.tokens import TokenClaims, TokenError, Tokens
from services.runtime.web.problems import ProblemError

Role = Literal["anyone", "operator", "platform", "moderator", "viewer", "seat"]
"""Who may call an endpoint. `moderator`: a platform or an operator. `viewer`: any token for the
table, or a platform key. `seat`: the token of a seat."""


class Caller(Struct, frozen=True):
    """The authenticated platform, operator or token of a request; none if it is anonymous."""

    platform: str | None = None
    claims: TokenClaims | None = None
    operator: str | None = None

    @property
    def viewer(self) -> Viewer:
        """The viewer of the token. A platform sees what a spectator sees."""
        return self.claims.viewer if self.claims else SPECTATOR


_WITH_ARTICLE: dict[Role, str] = {
    "operator": "an operator",
    "platform": "a platform",
    "moderator": "a platform or an operator",
    "viewer": "a viewer",
    "seat": "a seat",
}


class Access:
    def __init__(self, platforms: Platforms, operators: OperatorKeys, tokens: Tokens) -> None:
        self._platforms = platforms
        self._operators = operators
        self._tokens = tokens

    def caller(self, authorization: str | None) -> Caller:
        """Authenticate an `Authorization` header. Raises ProblemError."""
        if authorization is None:
            return Caller()
        scheme, _, credential = authorization.partition(" ")
        if scheme.lower() != "bearer" or not credential:
            raise ProblemError("bad_token", "Expected `Authorization: Bearer <key or token>`.")
        try:
            platform = self._platforms.platform(credential)
        except SuspendedError as error:
            raise ProblemError("not_allowed", f"{error}".capitalize() + ".") from error
        if platform is not None:
            return Caller(platform=platform)
        operator = self._operators.operator(credential)
        if operator is not None:
            return Caller(operator=operator)
        try:
            return Caller(claims=self._tokens.read(credential))
        except TokenError as error:
            raise ProblemError("bad_token", f"{error}".capitalize() + ".") from error

    def require(self, role: Role, caller: Caller, table_id: str | None) -> None:
        """Raise ProblemError if the caller lacks the role."""
        if role == "anyone":
            return
        if caller == Caller():
            raise ProblemError(
                "no_token",
                f"This endpoint requires the key or token of {_WITH_ARTICLE[role]}.",
            )
        if role == "moderator":
            if caller.claims is not None:
                raise ProblemError(
                    "not_allowed", "This endpoint requires the key of a platform or an operator."
                )
            return
        if (role == "operator") != (caller.operator is not None):
            expected = (
                "an operator key"
                if role == "operator"
                else f"the key or token of {_WITH_ARTICLE[role]}"
            )
            raise ProblemError("not_allowed", f"This endpoint requires {expected}.")
        if role == "operator":
            return
        if caller.platform is not None:
            if role == "seat":
                raise ProblemError("not_allowed", "This endpoint requires the token of a seat.")
            return
        assert caller.claims is not None
        if role == "platform":
            raise ProblemError("not_allowed", "This endpoint requires a platform key.")
        if caller.claims.table != table_id:
            raise ProblemError("not_allowed", "The token is for another table.", table=table_id)
        if role == "seat" and caller.claims.viewer == SPECTATOR:
            raise ProblemError("not_allowed", "This endpoint requires the token of a seat.")
