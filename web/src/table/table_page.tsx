import { useEffect, useState } from "react";
import { keyOf, takeFromAddress, type Key } from "../keyring/keyring";
import { JoinTable } from "./join_table";
import { OpenTable } from "./open_table";

/** A table: with a key one plays or watches, without one one may sit down. */
export default function TablePage({ table }: { table: string }) {
  const [key, setKey] = useState<Key | null>(() => takeFromAddress(table) ?? keyOf(table));
  useEffect(() => {
    // A link with a token that leads to the page already shown changes nothing but the fragment.
    const take = () => setKey((known) => takeFromAddress(table) ?? known);
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, [table]);
  return key ? (
    <OpenTable tableKey={key} onLeave={() => setKey(null)} />
  ) : (
    <JoinTable table={table} onKey={setKey} />
  );
}
