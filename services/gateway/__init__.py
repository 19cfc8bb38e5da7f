"""HTTP API: authenticates and validates requests, queues commands and answers queries.

May import `services.runtime`, `games` and `schemas`, never another service.
"""
