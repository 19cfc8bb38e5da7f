"""Takes commands and queries over HTTP, checks token, size and shape, and queues what is sound.

May import `services.runtime`, `games` and `schemas`, never another service.
"""
