"""The event log and everything stored with it: keys, snapshots, cursors, dead letters."""
