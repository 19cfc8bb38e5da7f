"""What services stand on: settings, connection, keys, the event log, shards, telemetry, health.

May import `games` and `schemas`, never a service.
"""
