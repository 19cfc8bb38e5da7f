import { useEffect, useState } from "react";
import { findToken, takeTokenFromUrl, type SeatToken } from "../seat_tokens/seat_tokens";
import { JoinTable } from "./join_table";
import { OpenTable } from "./open_table";

/** A table: play or watch with a token, join without one. */
export default function TablePage({ table }: { table: string }) {
  const [seatToken, setSeatToken] = useState<SeatToken | null>(
    () => takeTokenFromUrl(table) ?? findToken(table),
  );
  useEffect(() => {
    // A link with a token to the page already open changes only the fragment.
    const takeToken = () => setSeatToken((current) => takeTokenFromUrl(table) ?? current);
    addEventListener("hashchange", takeToken);
    return () => removeEventListener("hashchange", takeToken);
  }, [table]);
  return seatToken ? (
    <OpenTable seatToken={seatToken} onLeave={() => setSeatToken(null)} />
  ) : (
    <JoinTable table={table} onToken={setSeatToken} />
  );
}
