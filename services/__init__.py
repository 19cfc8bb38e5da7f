"""The running platform: one package a service, each wired by its own `main.py`.

Services never import each other; they share `services.runtime` and meet only on the streams.
"""
