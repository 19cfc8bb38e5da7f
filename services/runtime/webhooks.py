"""The hooks that platforms have registered. A platform knows its own only."""

import msgspec
from msgspec.structs import replace

from schemas.commit import canonical
from schemas.webhook import Webhook
from services.runtime.connection import Client
from services.runtime.keys import WEBHOOKS, WebhookKeys
from services.runtime.tokens import new_key

HOOKS_MAX = 20
"""Of one platform. Each has a sender of its own."""

_REPLACE = """
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
"""

_hooks = msgspec.json.Decoder(Webhook)


class TooManyHooksError(ValueError):
    """A platform has as many hooks as it may have."""


def keys_of(hook: Webhook) -> WebhookKeys:
    return WebhookKeys(hook.platform, hook.name)


class Webhooks:
    def __init__(self, client: Client) -> None:
        self._client = client
        self._replace = client.register_script(_REPLACE)

    async def all(self) -> list[Webhook]:
        kept = await self._client.hvals(WEBHOOKS)
        return sorted(
            (_hooks.decode(line) for line in kept), key=lambda hook: (hook.platform, hook.name)
        )

    async def of(self, platform: str) -> list[Webhook]:
        return [hook for hook in await self.all() if hook.platform == platform]

    async def find(self, keys: WebhookKeys) -> Webhook | None:
        line = await self._client.hget(WEBHOOKS, keys.field)
        return None if line is None else _hooks.decode(line)

    async def put(self, wanted: Webhook, *, rotate: bool) -> tuple[Webhook, bool]:
        """The hook as it is kept now, and whether its secret is new. One that exists keeps its
        secret unless it is to be rotated, and sends again if it was disabled."""
        old = await self.find(keys_of(wanted))
        if old is None and len(await self.of(wanted.platform)) >= HOOKS_MAX:
            raise TooManyHooksError(f"a platform has at most {HOOKS_MAX} webhooks")
        renewed = old is None or rotate
        if old is not None:
            wanted = replace(wanted, made_at=old.made_at)
        secret = new_key() if old is None or rotate else old.secret
        hook = replace(wanted, secret=secret, disabled="")
        await self._client.hset(WEBHOOKS, keys_of(hook).field, canonical(hook))
        return hook, renewed

    async def disable(self, hook: Webhook, why: str) -> None:
        """Unless its platform has just changed it: then it may be good again."""
        changed = canonical(replace(hook, disabled=why))
        await self._replace(keys=[WEBHOOKS], args=[keys_of(hook).field, canonical(hook), changed])

    async def delete(self, keys: WebhookKeys) -> bool:
        """With everything that waits or is dead. False when there was none."""
        gone = await self._client.hdel(WEBHOOKS, keys.field)
        await self._client.delete(keys.deliveries, keys.due, keys.dead)
        return bool(gone)
