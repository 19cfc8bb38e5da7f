"""Tests that every game must pass. Install `bluemoon[plugin-tests]` to run them on a plug-in."""
