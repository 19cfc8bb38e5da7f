"""How each event of Blue Moon changes the state: one module a chapter, one function an event."""
