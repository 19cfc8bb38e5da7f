import type { Problem } from "../contract/live";

/** The gateway responded with a problem. */
export class ProblemError extends Error {
  constructor(
    readonly problem: Problem,
    readonly retryAfterMs: number | null = null,
  ) {
    super(problem.detail);
    this.name = "ProblemError";
  }

  get code(): string {
    return this.problem.code;
  }

  /** Worth a retry: rate limited or temporarily unavailable. */
  get isTransient(): boolean {
    return this.problem.status === 429 || this.problem.status >= 500;
  }
}

/** There was no response. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super("The server can't be reached.", { cause });
    this.name = "UnreachableError";
  }
}
