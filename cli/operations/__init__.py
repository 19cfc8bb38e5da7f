"""Operate a system: `shards`, `dead-letters`, `webhooks` and others."""
