"""How each event of Blue Moon changes the state: one module per chapter, one function per event."""
