import type { TableRow } from "../contract/live";
import { describe, expect, it } from "vitest";
import type { Frame } from "../live/connection";
import { tableRow } from "../testing/lobby";
import { LobbyTables } from "./lobby_tables";

const rows = (list: TableRow[], whole = false, cursor = "c1") =>
  ({ type: "rows", id: "1", cursor, whole, rows: list }) as Frame;
const tables = (list: readonly TableRow[]) => list.map((row) => row.table);

describe("lobby tables", () => {
  it("are loaded only when both lists have arrived", () => {
    const lobbyTables = new LobbyTables();
    lobbyTables.receive("open", rows([], true));
    expect(lobbyTables.state.isLoaded).toBe(false);
    lobbyTables.receive("playing", rows([], true));
    expect(lobbyTables.state.isLoaded).toBe(true);
  });

  it("move between lists as they start and end", () => {
    const lobbyTables = new LobbyTables();
    lobbyTables.receive("open", rows([tableRow({ stage: "open", seq: 1 })], true));
    expect(tables(lobbyTables.state.open)).toEqual(["t1"]);
    lobbyTables.receive("playing", rows([tableRow({ seq: 3 })]));
    expect(tables(lobbyTables.state.open)).toEqual([]);
    expect(tables(lobbyTables.state.playing)).toEqual(["t1"]);
    lobbyTables.receive("playing", rows([tableRow({ stage: "over", seq: 60 })]));
    expect(tables(lobbyTables.state.playing)).toEqual([]);
    expect(tables(lobbyTables.state.over)).toEqual(["t1"]);
  });

  it("ignore outdated rows", () => {
    const lobbyTables = new LobbyTables();
    lobbyTables.receive("playing", rows([tableRow({ seq: 9 })], true));
    lobbyTables.receive("open", rows([tableRow({ stage: "open", seq: 1 })]));
    expect(tables(lobbyTables.state.playing)).toEqual(["t1"]);
    expect(lobbyTables.state.open).toEqual([]);
  });

  it("drop rows missing from a full list of the same stage only", () => {
    const lobbyTables = new LobbyTables();
    lobbyTables.receive("open", rows([tableRow({ table: "gone", stage: "open" })], true));
    lobbyTables.receive("playing", rows([tableRow({ table: "still" })], true));
    lobbyTables.receive("open", rows([tableRow({ table: "new", stage: "open" })], true));
    expect(tables(lobbyTables.state.open)).toEqual(["new"]);
    expect(tables(lobbyTables.state.playing)).toEqual(["still"]);
  });

  it("keep the order of running games when one changes", () => {
    const lobbyTables = new LobbyTables();
    const first = tableRow({ table: "first", opened_at: 1, updated_at: 5 });
    const second = tableRow({ table: "second", opened_at: 2, updated_at: 6 });
    lobbyTables.receive("playing", rows([first, second], true));
    lobbyTables.receive("playing", rows([{ ...first, seq: 11, updated_at: 9 }]));
    expect(tables(lobbyTables.state.playing)).toEqual(["second", "first"]);
  });

  it("are stale until rows arrive again", () => {
    const lobbyTables = new LobbyTables();
    const ended = { type: "subscription_ended", id: "1", code: "unavailable", message: "" } as Frame;
    lobbyTables.receive("open", ended);
    expect(lobbyTables.state.isStale).toBe(true);
    lobbyTables.receive("open", rows([], true));
    expect(lobbyTables.state.isStale).toBe(false);
  });

  it("drop aborted tables", () => {
    const lobbyTables = new LobbyTables();
    lobbyTables.receive("open", rows([tableRow({ stage: "open" })], true));
    lobbyTables.receive("open", rows([tableRow({ stage: "aborted", seq: 11 })]));
    expect(lobbyTables.state).toMatchObject({ open: [], playing: [], over: [] });
  });
});
