"""Read models: their rows, lists and generations. The projector writes them."""
