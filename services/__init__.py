"""The services: one package each, wired by its own `main.py`.

Services never import each other: they share `services.runtime` and communicate over streams.
"""
