"""Shared by all services: settings, connection, keys, event log, shards, telemetry, health.

Imports `games` and `schemas`, never a service.
"""
