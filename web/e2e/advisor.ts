import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("../..", import.meta.url));

/** Chooses actions like a bot, so that tests can play whole games. */
export class Advisor {
  #process: ChildProcessWithoutNullStreams;
  #choices: AsyncIterator<string>;
  #lines: Interface;

  constructor() {
    this.#process = spawn(`${project}/.venv/bin/python`, ["-m", "tests.advisor"], { cwd: project });
    this.#process.stderr.pipe(process.stderr);
    this.#lines = createInterface({ input: this.#process.stdout });
    this.#choices = this.#lines[Symbol.asyncIterator]();
  }

  async choose<Action>(view: unknown, actions: readonly Action[], level: string): Promise<Action> {
    this.#process.stdin.write(`${JSON.stringify({ view, level })}\n`);
    const choice = await this.#choices.next();
    const action = choice.done ? undefined : actions[Number(choice.value)];
    if (action === undefined) throw new Error(`the advisor returned ${JSON.stringify(choice)}`);
    return action;
  }

  stop(): void {
    this.#lines.close();
    this.#process.kill();
  }
}
