import type { CommandOutcome } from "../contract/live";
import { bearer, gateway, withRetry, unwrap } from "../gateway/calls";
import { pause } from "../gateway/pause";
import { ProblemError } from "../gateway/problem";
import type { LiveCommand } from "../live/connection";
import type { AnyAction } from "./table_view";

/** A command without an outcome yet. */
export interface PendingCommand {
  id: string;
  action: AnyAction;
  /** The seq it was meant for. If the table has moved on, the command is rejected as stale. */
  expectedSeq: number | null;
}

/** Send a command over the live connection. Null if it must be sent over HTTP. */
export type SendLive = (command: LiveCommand) => Promise<CommandOutcome | null>;

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
    private readonly sendLive: SendLive,
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

  /**
   * Send until there is an outcome, and return its seq. Throws ProblemError if the command is rejected.
   *
   * The live connection comes first, because it is faster. If it is not open, is lost or is busy, the command
   * goes over HTTP with the same id, until there is an outcome.
   */
  async send(
    pending: PendingCommand,
    signal: AbortSignal,
    onWaiting: (reason: string | null) => void,
  ): Promise<number> {
    try {
      let seq = await this.#sendLive(pending);
      // A page that is closed sends its command when it is opened again.
      signal.throwIfAborted();
      seq ??= await this.#sendHttp(pending, signal, onWaiting);
      this.#remove(pending);
      return seq;
    } catch (error) {
      if (error instanceof ProblemError) this.#remove(pending);
      throw error;
    }
  }

  /** Return the seq, or null if HTTP must decide. Throws ProblemError if the command is rejected. */
  async #sendLive({ id, action, expectedSeq }: PendingCommand): Promise<number | null> {
    const outcome = await this.sendLive({ id, action, expected_seq: expectedSeq });
    if (!outcome?.problem) return outcome?.seq ?? null;
    const problem = new ProblemError(outcome.problem);
    // Not found: the notifier does not know the subscription (yet), or there is no such table.
    if (problem.isTransient || problem.code === "not_found") return null;
    throw problem;
  }

  async #sendHttp(
    pending: PendingCommand,
    signal: AbortSignal,
    onWaiting: (reason: string | null) => void,
  ): Promise<number> {
    for (;;) {
      const response = await withRetry(
        () =>
          gateway.POST("/v1/tables/{table}/commands", {
            params: { path: { table: this.table } },
            headers: bearer(this.token()),
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
      if (seq !== null) return seq;
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
