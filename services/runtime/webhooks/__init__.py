"""Webhooks: registered receivers, queued deliveries, signatures, allowed addresses."""
