import { useState } from "react";
import { keyOf, takeFromAddress, type Key } from "../keyring/keyring";
import { Admission } from "./admission";
import { Replay } from "./replay";

/** A game from the beginning, for whoever may see it: `?at=` names a moment, `?as=` whose eyes. */
export default function ReplayPage({ table }: { table: string }) {
  const [key, setKey] = useState<Key | null>(() => takeFromAddress(table) ?? keyOf(table));
  return key ? <Replay tableKey={key} /> : <Admission table={table} onKey={setKey} />;
}
