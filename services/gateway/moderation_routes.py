"""Routes for moderating names."""

from services.gateway.endpoints import Endpoint
from services.gateway.moderation import ModerationHandlers

DENIED = "/v1/names/denied"
REPORTS = "/v1/reports"


def moderation_endpoints(moderation: ModerationHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            "get_denied_names",
            "GET",
            DENIED,
            "Get the names that the platform denies; with an operator key, those denied on all.",
            moderation.denied,
            "moderator",
        ),
        Endpoint(
            "put_denied_names",
            "PUT",
            DENIED,
            "Replace the names that the platform denies, or those denied on all.",
            moderation.deny,
            "moderator",
        ),
        Endpoint(
            "report_name",
            "POST",
            "/v1/tables/{table}/seats/{seat}/report",
            "Report the name of the player on a seat.",
            moderation.report,
            "viewer",
            status=201,
            problems=("rejected", "not_yet"),
            reports_name=True,
        ),
        Endpoint(
            "list_name_reports",
            "GET",
            REPORTS,
            "List the open reports of names of the platform, or with an operator key of all.",
            moderation.reports,
            "moderator",
        ),
        Endpoint(
            "close_name_report",
            "DELETE",
            f"{REPORTS}/{{report}}",
            "Close a report.",
            moderation.close,
            "moderator",
        ),
        Endpoint(
            "rename_player",
            "PUT",
            "/v1/players/{player}/name",
            "Replace the name of a player everywhere. Histories stay as they are.",
            moderation.rename,
            "moderator",
            problems=("rejected",),
        ),
    )
