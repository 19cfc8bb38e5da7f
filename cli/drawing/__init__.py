"""Draw and narrate tables through their game's plug-in."""
