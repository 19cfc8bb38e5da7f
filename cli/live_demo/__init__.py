"""Bots that keep tables of a running system busy, and the status they show."""
