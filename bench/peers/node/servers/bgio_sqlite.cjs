// A store for boardgame.io on its documented StorageAPI.Async, synced (WAL, synchronous=FULL). It appends to
// the log instead of rewriting it, and all writes of one event-loop turn share a commit: as fast as SQLite
// lets it be. The promise of a write resolves after its commit.
const { DatabaseSync } = require('@photostructure/sqlite');
const { FlatFile } = require('boardgame.io/server');

const Async = Object.getPrototypeOf(FlatFile); // the package exports no other way to StorageAPI.Async

class SqliteStore extends Async {
  constructor(file) {
    super();
    this.file = file;
    this.pending = [];
  }

  async connect() {
    this.db = new DatabaseSync(this.file);
    this.db.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
      CREATE TABLE IF NOT EXISTS match (id TEXT PRIMARY KEY, state TEXT, initial TEXT, metadata TEXT) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS log (id TEXT, entry TEXT);
      CREATE INDEX IF NOT EXISTS log_of_match ON log (id);`);
    const sql = (text) => this.db.prepare(text);
    this.insert = sql('INSERT OR REPLACE INTO match VALUES (?, ?, ?, ?)');
    this.updateState = sql('UPDATE match SET state = ? WHERE id = ?');
    this.updateMetadata = sql('UPDATE match SET metadata = ? WHERE id = ?');
    this.append = sql('INSERT INTO log VALUES (?, ?)');
    this.selectState = sql('SELECT state FROM match WHERE id = ?');
    this.selectMetadata = sql('SELECT metadata FROM match WHERE id = ?');
    this.selectInitial = sql('SELECT initial FROM match WHERE id = ?');
    this.selectLog = sql('SELECT entry FROM log WHERE id = ? ORDER BY rowid');
    this.selectIds = sql('SELECT id FROM match');
    this.deleteMatch = sql('DELETE FROM match WHERE id = ?');
    this.deleteLog = sql('DELETE FROM log WHERE id = ?');
  }

  write(work) {
    return new Promise((resolve, reject) => {
      if (this.pending.push({ work, resolve, reject }) === 1) setImmediate(() => this.commit());
    });
  }

  commit() {
    const batch = this.pending;
    this.pending = [];
    try {
      this.db.exec('BEGIN IMMEDIATE');
      for (const { work } of batch) work();
      this.db.exec('COMMIT');
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  createMatch(id, { initialState, metadata }) {
    const state = JSON.stringify(initialState);
    return this.write(() => this.insert.run(id, state, state, JSON.stringify(metadata)));
  }

  setState(id, state, deltalog = []) {
    return this.write(() => {
      this.updateState.run(JSON.stringify(state), id);
      for (const entry of deltalog) this.append.run(id, JSON.stringify(entry));
    });
  }

  setMetadata(id, metadata) {
    return this.write(() => this.updateMetadata.run(JSON.stringify(metadata), id));
  }

  async fetch(id, { state, metadata, log, initialState }) {
    const read = (statement, column) => {
      const row = statement.get(id);
      return row === undefined ? undefined : JSON.parse(row[column]);
    };
    return {
      ...(state && { state: read(this.selectState, 'state') }),
      ...(metadata && { metadata: read(this.selectMetadata, 'metadata') }),
      ...(initialState && { initialState: read(this.selectInitial, 'initial') }),
      ...(log && { log: this.selectLog.all(id).map(({ entry }) => JSON.parse(entry)) }),
    };
  }

  wipe(id) {
    return this.write(() => {
      this.deleteMatch.run(id);
      this.deleteLog.run(id);
    });
  }

  async listMatches() {
    return this.selectIds.all().map(({ id }) => id);
  }
}

module.exports = { SqliteStore };
