import { useEffect, useMemo, useSyncExternalStore } from "react";
import { line } from "../live/use_line";
import { TableBoard, type BoardState } from "./table_board";

/** The listed tables, followed for as long as the component is there. */
export function useTableBoard(): BoardState {
  const board = useMemo(() => new TableBoard(), []);
  useEffect(() => board.start(line), [board]);
  return useSyncExternalStore(board.watch, () => board.state);
}
