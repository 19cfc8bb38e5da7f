"""Game setups from command-line options: options, seats and bots."""
