"""Tests of what is deployed, and of how it is watched."""
