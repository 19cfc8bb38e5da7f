"""Webhooks: notify platforms over HTTP when a seat has to act and when a game starts or ends.

One notifier, elected by a lock, sends all webhooks; the others stand by.
"""
