import { bearer, gateway, patiently, answered } from "../gateway/calls";
import { pause } from "../gateway/pause";
import { ProblemError } from "../gateway/problem";
import type { AnyAction } from "./seen";

/** A command that has no outcome yet. */
export interface Pending {
  id: string;
  action: AnyAction;
  /** The version it was meant for: if the game has gone on, it is refused and not played blindly. */
  expectedSeq: number | null;
}

const WAIT_SECONDS = 10;
const ASK_AGAIN_MS = 500;
const ASKED_MAX = 20;

/** By hand: `crypto.randomUUID` is not there for a page that comes over plain HTTP in a living room. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The command a seat has sent, written down before it goes out: after a reload, in another tab or with
 * the line down for an hour it is sent again under the same id, and the server decides it once.
 */
export class Outbox {
  readonly #place: string;

  constructor(
    private readonly table: string,
    viewer: number,
    private readonly token: () => string,
  ) {
    this.#place = `bluemoon.outbox.${table}.${viewer}`;
  }

  get pending(): Pending | null {
    try {
      return JSON.parse(localStorage.getItem(this.#place) ?? "null") as Pending | null;
    } catch {
      return null;
    }
  }

  write(action: AnyAction, expectedSeq: number | null): Pending {
    const pending = { id: newId(), action, expectedSeq };
    try {
      localStorage.setItem(this.#place, JSON.stringify(pending));
    } catch {
      // A browser that keeps nothing still plays: only a reload would lose this one.
    }
    return pending;
  }

  /** Sends until there is an outcome. Throws ProblemError when it is refused for good. */
  async deliver(
    pending: Pending,
    signal: AbortSignal,
    waiting: (reason: string | null) => void,
  ): Promise<void> {
    const path = { game: this.table };
    const headers = bearer(this.token());
    try {
      for (;;) {
        const answer = await patiently(
          () =>
            gateway.POST("/v1/tables/{game}/commands", {
              params: { path },
              headers,
              signal,
              body: {
                id: pending.id,
                action: pending.action as never,
                expected_seq: pending.expectedSeq,
                wait: WAIT_SECONDS,
              },
            }),
          signal,
          waiting,
        );
        if ("seq" in answer || (await this.#decided(pending, signal))) break;
      }
      this.#done(pending);
    } catch (error) {
      if (error instanceof ProblemError) this.#done(pending);
      throw error;
    }
  }

  /** False when nobody knows of it for so long that it is better sent again. */
  async #decided(pending: Pending, signal: AbortSignal): Promise<boolean> {
    for (let asked = 0; asked < ASKED_MAX; asked++) {
      await pause(ASK_AGAIN_MS, signal);
      try {
        await answered(
          gateway.GET("/v1/tables/{game}/commands/{command}", {
            params: { path: { game: this.table, command: pending.id } },
            headers: bearer(this.token()),
            signal,
          }),
        );
        return true;
      } catch (error) {
        if (error instanceof ProblemError && error.code !== "not_found" && !error.passing) throw error;
        if (signal.aborted) throw error;
      }
    }
    return false;
  }

  #done(pending: Pending): void {
    if (this.pending?.id === pending.id) localStorage.removeItem(this.#place);
  }
}
