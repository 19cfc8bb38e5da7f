import { bearer, gateway, withRetry, unwrap } from "../gateway/calls";
import { pause } from "../gateway/pause";
import { ProblemError } from "../gateway/problem";
import type { AnyAction } from "./table_view";

/** A command without an outcome yet. */
export interface PendingCommand {
  id: string;
  action: AnyAction;
  /** The seq it was meant for. If the table has moved on, the command is rejected as stale. */
  expectedSeq: number | null;
}

const OUTCOME_WAIT_SECONDS = 10;
const POLL_MS = 500;
const POLLS_MAX = 20;

/** `crypto.randomUUID` is missing on pages served over plain HTTP. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The pending command of a seat, stored before it is sent. After a reload, in another tab or after an
 * outage it is sent again with the same id, and the server decides it once.
 */
export class CommandQueue {
  readonly #storageKey: string;

  constructor(
    private readonly table: string,
    viewer: number,
    private readonly token: () => string,
  ) {
    this.#storageKey = `bluemoon.outbox.${table}.${viewer}`;
  }

  get pending(): PendingCommand | null {
    try {
      return JSON.parse(localStorage.getItem(this.#storageKey) ?? "null") as PendingCommand | null;
    } catch {
      return null;
    }
  }

  enqueue(action: AnyAction, expectedSeq: number | null): PendingCommand {
    const pending = { id: newId(), action, expectedSeq };
    try {
      localStorage.setItem(this.#storageKey, JSON.stringify(pending));
    } catch {
      // Without local storage only a reload loses the command.
    }
    return pending;
  }

  /** Send until there is an outcome, and return its seq. Throws ProblemError if the command is rejected. */
  async send(
    pending: PendingCommand,
    signal: AbortSignal,
    onWaiting: (reason: string | null) => void,
  ): Promise<number> {
    const path = { table: this.table };
    const headers = bearer(this.token());
    try {
      for (;;) {
        const response = await withRetry(
          () =>
            gateway.POST("/v1/tables/{table}/commands", {
              params: { path },
              headers,
              signal,
              body: {
                id: pending.id,
                action: pending.action as never,
                expected_seq: pending.expectedSeq,
                wait: OUTCOME_WAIT_SECONDS,
              },
            }),
          signal,
          onWaiting,
        );
        // An accepted outcome has a seq; a rejected one is a problem.
        const seq = "seq" in response ? response.seq! : await this.#pollOutcome(pending, signal);
        if (seq === null) continue;
        this.#remove(pending);
        return seq;
      }
    } catch (error) {
      if (error instanceof ProblemError) this.#remove(pending);
      throw error;
    }
  }

  /** Poll for the outcome's seq. Null if there is none for so long that the command should be sent again. */
  async #pollOutcome(pending: PendingCommand, signal: AbortSignal): Promise<number | null> {
    for (let poll = 0; poll < POLLS_MAX; poll++) {
      await pause(POLL_MS, signal);
      try {
        const outcome = await unwrap(
          gateway.GET("/v1/tables/{table}/commands/{command}", {
            params: { path: { table: this.table, command: pending.id } },
            headers: bearer(this.token()),
            signal,
          }),
        );
        return outcome.seq!;
      } catch (error) {
        if (error instanceof ProblemError && error.code !== "not_found" && !error.isTransient) throw error;
        if (signal.aborted) throw error;
      }
    }
    return null;
  }

  #remove(pending: PendingCommand): void {
    if (this.pending?.id === pending.id) localStorage.removeItem(this.#storageKey);
  }
}
