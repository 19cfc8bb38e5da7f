import { useState } from "react";
import { useLocation } from "wouter";
import { unwrap, gateway } from "../gateway/calls";
import { ProblemError, UnreachableError } from "../gateway/problem";
import { setGuestName } from "../guest/guest_name";
import { storeToken } from "../seat_tokens/seat_tokens";
import { useTranslate } from "../words/messages";
import type { TableRequest } from "./draft";
import { lobbyWords } from "./words";

export interface OpenTable {
  isOpening: boolean;
  error: string | null;
  open: (table: TableRequest) => void;
}

/** Open a table, store the seat token and go there. Not retried: a retry could open a second table. */
export function useOpenTable(): OpenTable {
  const t = useTranslate(lobbyWords);
  const [, navigate] = useLocation();
  const [isOpening, setIsOpening] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const open = async (body: TableRequest) => {
    setIsOpening(true);
    setError(null);
    try {
      setGuestName(body.player);
      const { table, token } = await unwrap(gateway.POST("/v1/guests/tables", { body }));
      storeToken(table, token);
      navigate(`/table/${table}`);
    } catch (error) {
      setIsOpening(false);
      if (error instanceof ProblemError) setError(t("failed", { reason: error.message }));
      else if (error instanceof UnreachableError) setError(t("unreachable"));
      else throw error;
    }
  };
  return { isOpening, error, open: (table) => void open(table) };
}
