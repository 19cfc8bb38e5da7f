"""Who may see and do what: tokens, keys, sittings, spectators, player identities."""
