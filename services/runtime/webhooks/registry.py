"""The webhooks that platforms have registered. A platform sees only its own."""

import msgspec
from msgspec.structs import replace

from schemas.commit import canonical
from schemas.webhook import Webhook
from services.runtime.access.tokens import new_key
from services.runtime.server.client import RedisClient, Value
from services.runtime.server.lock import ServerLock
from services.runtime.server.script import Script
from services.runtime.store.keys import WEBHOOK_LEADER, WEBHOOKS, WebhookKeys

WEBHOOKS_MAX = 20
"""Per platform. Each webhook has its own sender."""
ROTATION_OVERLAP_MS = 24 * 3600 * 1000
"""How long the previous secret also signs messages."""

_REPLACE = """
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
"""

_webhook_decoder = msgspec.json.Decoder(Webhook)


class TooManyWebhooksError(ValueError):
    """The platform has reached the maximum number of webhooks."""


def webhook_keys(webhook: Webhook) -> WebhookKeys:
    return WebhookKeys(webhook.platform, webhook.name)


def valid_secrets(webhook: Webhook, now_ms: int) -> list[str]:
    """Return the secrets that sign a message now, the newest first."""
    if webhook.previous_secret and now_ms < webhook.previous_until:
        return [webhook.secret, webhook.previous_secret]
    return [webhook.secret]


class Webhooks:
    def __init__(self, client: RedisClient) -> None:
        self._client = client
        self._replace: Script[int] = Script(client, _REPLACE)

    def leader_lock(self, seconds: float) -> ServerLock:
        """Return the lock of the notifier that delivers webhooks."""
        return ServerLock(self._client, WEBHOOK_LEADER, seconds)

    async def all(self) -> list[Webhook]:
        records = await self._client.hvals(WEBHOOKS)
        webhooks = [_webhook_decoder.decode(record) for record in records]
        return sorted(webhooks, key=lambda webhook: (webhook.platform, webhook.name))

    async def of_platform(self, platform: str) -> list[Webhook]:
        return [webhook for webhook in await self.all() if webhook.platform == platform]

    async def find(self, keys: WebhookKeys) -> Webhook | None:
        record = await self._client.hget(WEBHOOKS, keys.field)
        return None if record is None else _webhook_decoder.decode(record)

    async def put(
        self, webhook: Webhook, now_ms: int, *, rotate: bool, webhooks_max: int = WEBHOOKS_MAX
    ) -> tuple[Webhook, bool]:
        """Store a webhook and enable it. Return it and whether its secret is new.

        An existing webhook keeps its secret unless `rotate` is set. A rotated secret stays valid
        for a while, so that the receiver can be changed without refusing messages.
        """
        existing = await self.find(webhook_keys(webhook))
        if existing is None and len(await self.of_platform(webhook.platform)) >= webhooks_max:
            raise TooManyWebhooksError(f"the platform may have at most {webhooks_max} webhooks")
        has_new_secret = existing is None or rotate
        if existing is None:
            stored = replace(webhook, secret=new_key())
        else:
            stored = replace(
                existing,
                url=webhook.url,
                events=webhook.events,
                disabled="",
            )
            if rotate:
                stored = replace(
                    stored,
                    secret=new_key(),
                    previous_secret=existing.secret,
                    previous_until=now_ms + ROTATION_OVERLAP_MS,
                )
        await self._client.hset(WEBHOOKS, webhook_keys(stored).field, canonical(stored))
        return stored, has_new_secret

    async def disable(self, webhook: Webhook, reason: str) -> None:
        """Disable a webhook, unless its platform has changed it in the meantime."""
        disabled = canonical(replace(webhook, disabled=reason))
        arguments: list[Value] = [webhook_keys(webhook).field, canonical(webhook), disabled]
        await self._replace(keys=[WEBHOOKS], args=arguments)

    async def delete(self, keys: WebhookKeys) -> bool:
        """Delete a webhook and all its deliveries. Return False if it does not exist."""
        deleted = await self._client.hdel(WEBHOOKS, keys.field)
        await self._client.delete(keys.deliveries, keys.due, keys.dead_letters)
        return bool(deleted)
