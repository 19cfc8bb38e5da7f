import { describe, expect, it } from "vitest";
import type { Frame } from "../live/line";
import { tableRow, type TableRow } from "../testing/rows";
import { TableBoard } from "./table_board";

const rows = (list: TableRow[], whole = false, cursor = "c1") =>
  ({ type: "rows", id: "1", cursor, whole, rows: list }) as Frame;
const tables = (list: readonly TableRow[]) => list.map((row) => row.table);

describe("the board of tables", () => {
  it("knows that a list is empty only when both lists have been told", () => {
    const board = new TableBoard();
    board.hear("open", rows([], true));
    expect(board.state.told).toBe(false);
    board.hear("playing", rows([], true));
    expect(board.state.told).toBe(true);
  });

  it("moves a table from list to list as it begins and ends", () => {
    const board = new TableBoard();
    board.hear("open", rows([tableRow({ stage: "open", seq: 1 })], true));
    expect(tables(board.state.open)).toEqual(["t1"]);
    board.hear("playing", rows([tableRow({ seq: 3 })]));
    expect(tables(board.state.open)).toEqual([]);
    expect(tables(board.state.playing)).toEqual(["t1"]);
    board.hear("playing", rows([tableRow({ stage: "over", seq: 60 })]));
    expect(tables(board.state.playing)).toEqual([]);
    expect(tables(board.state.over)).toEqual(["t1"]);
  });

  it("is not put back by what comes late", () => {
    const board = new TableBoard();
    board.hear("playing", rows([tableRow({ seq: 9 })], true));
    board.hear("open", rows([tableRow({ stage: "open", seq: 1 })]));
    expect(tables(board.state.playing)).toEqual(["t1"]);
    expect(board.state.open).toEqual([]);
  });

  it("forgets with a whole list only what stood in that list", () => {
    const board = new TableBoard();
    board.hear("open", rows([tableRow({ table: "gone", stage: "open" })], true));
    board.hear("playing", rows([tableRow({ table: "still" })], true));
    board.hear("open", rows([tableRow({ table: "new", stage: "open" })], true));
    expect(tables(board.state.open)).toEqual(["new"]);
    expect(tables(board.state.playing)).toEqual(["still"]);
  });

  it("keeps running games in their places, whichever of them moves", () => {
    const board = new TableBoard();
    const first = tableRow({ table: "first", opened_at: 1, updated_at: 5 });
    const second = tableRow({ table: "second", opened_at: 2, updated_at: 6 });
    board.hear("playing", rows([first, second], true));
    board.hear("playing", rows([{ ...first, seq: 11, updated_at: 9 }]));
    expect(tables(board.state.playing)).toEqual(["second", "first"]);
  });

  it("says that it is late until rows come again", () => {
    const board = new TableBoard();
    const ended = { type: "subscription_ended", id: "1", code: "unavailable", message: "" } as Frame;
    board.hear("open", ended);
    expect(board.state.late).toBe(true);
    board.hear("open", rows([], true));
    expect(board.state.late).toBe(false);
  });

  it("drops tables that were closed", () => {
    const board = new TableBoard();
    board.hear("open", rows([tableRow({ stage: "open" })], true));
    board.hear("open", rows([tableRow({ stage: "aborted", seq: 11 })]));
    expect(board.state).toMatchObject({ open: [], playing: [], over: [] });
  });
});
