import type { CommandOutcome } from "../contract/live";

/** After this long the outcome is requested over HTTP, as docs/live.md says. */
const OUTCOME_MS_MAX = 10_000;

interface Awaited {
  subscription: string;
  command: string;
  /** Null: no outcome will come on this socket. */
  settle: (outcome: CommandOutcome | null) => void;
}

/** The commands sent on a socket that have no outcome yet. */
export class AwaitedOutcomes {
  #awaited = new Set<Awaited>();

  wait(subscription: string, command: string): Promise<CommandOutcome | null> {
    return new Promise((resolve) => {
      const awaited: Awaited = {
        subscription,
        command,
        settle: (outcome) => {
          clearTimeout(timer);
          this.#awaited.delete(awaited);
          resolve(outcome);
        },
      };
      const timer = setTimeout(() => awaited.settle(null), OUTCOME_MS_MAX);
      this.#awaited.add(awaited);
    });
  }

  settle(outcome: CommandOutcome): void {
    for (const awaited of this.#awaited)
      if (awaited.subscription === outcome.id && awaited.command === outcome.command) awaited.settle(outcome);
  }

  /** Stop waiting: the subscription has ended or, without one, the socket is lost. */
  giveUp(subscription?: string): void {
    for (const awaited of this.#awaited)
      if (subscription === undefined || awaited.subscription === subscription) awaited.settle(null);
  }
}
