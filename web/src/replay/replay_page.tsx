import { useState } from "react";
import { findToken, takeTokenFromUrl, type SeatToken } from "../seat_tokens/seat_tokens";
import { Admission } from "./admission";
import { Replay } from "./replay";

/** Replay of a game: `?at=` is the seq, `?as=` the viewer. */
export default function ReplayPage({ table }: { table: string }) {
  const [seatToken, setSeatToken] = useState<SeatToken | null>(
    () => takeTokenFromUrl(table) ?? findToken(table),
  );
  return seatToken ? <Replay seatToken={seatToken} /> : <Admission table={table} onToken={setSeatToken} />;
}
