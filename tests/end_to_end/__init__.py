"""The whole system in processes of its own, used as its users use it and hurt as machines hurt."""
