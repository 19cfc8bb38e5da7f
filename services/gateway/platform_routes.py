"""Routes for operators who manage platforms."""

from services.gateway.endpoints import Endpoint
from services.gateway.platform_admin import PlatformHandlers

PLATFORM = "/v1/platforms/{platform}"


def platform_endpoints(platforms: PlatformHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            "list_platforms",
            "GET",
            "/v1/platforms",
            "List the platforms that are managed at run time.",
            platforms.list,
            "operator",
        ),
        Endpoint(
            "put_platform",
            "PUT",
            PLATFORM,
            "Add a platform and get its key, or change its limits or its lobby.",
            platforms.put,
            "operator",
        ),
        Endpoint(
            "rotate_platform_key",
            "POST",
            f"{PLATFORM}/rotate",
            "Create a new key. The former ones stay valid for a while.",
            platforms.rotate,
            "operator",
        ),
        Endpoint(
            "suspend_platform",
            "POST",
            f"{PLATFORM}/suspend",
            "Refuse a platform's keys. Running games continue.",
            platforms.suspend,
            "operator",
        ),
        Endpoint(
            "resume_platform",
            "POST",
            f"{PLATFORM}/resume",
            "Accept a suspended platform's keys again.",
            platforms.resume,
            "operator",
        ),
    )
