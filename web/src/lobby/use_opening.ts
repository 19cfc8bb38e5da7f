import { useState } from "react";
import { useLocation } from "wouter";
import { answered, gateway } from "../gateway/calls";
import { ProblemError, UnreachableError } from "../gateway/problem";
import { setGuestName } from "../keyring/guest_name";
import { keep } from "../keyring/keyring";
import { useWords } from "../words/lexicon";
import type { NewTable } from "./draft";
import { lobbyWords } from "./words";

export interface Opening {
  busy: boolean;
  trouble: string | null;
  open: (table: NewTable) => void;
}

/** Opens a table, keeps the seat's key, and goes there. It is not tried twice: that would be two tables. */
export function useOpening(): Opening {
  const t = useWords(lobbyWords);
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const open = async (body: NewTable) => {
    setBusy(true);
    setTrouble(null);
    try {
      setGuestName(body.player);
      const { table, token } = await answered(gateway.POST("/v1/guests/tables", { body }));
      keep(table, token);
      navigate(`/table/${table}`);
    } catch (error) {
      setBusy(false);
      if (error instanceof ProblemError) setTrouble(t("failed", { reason: error.message }));
      else if (error instanceof UnreachableError) setTrouble(t("unreachable"));
      else throw error;
    }
  };
  return { busy, trouble, open: (table) => void open(table) };
}
