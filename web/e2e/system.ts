import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("../..", import.meta.url));
const START_MS = 60_000;
/** A seat that is asked after over HTTP has its rate of calls in common with the page that plays it. */
const ASK_AGAIN_MS = 150;

/** Asks until the answer is there; the reason it never came is in the error. */
export async function eventually<Value>(
  what: string,
  look: () => Promise<Value | null | undefined | false>,
  withinMs = START_MS,
): Promise<Value> {
  const end = Date.now() + withinMs;
  let last: unknown = null;
  while (Date.now() < end) {
    try {
      const found = await look();
      if (found) return found;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
  throw new Error(`${what}: not within ${withinMs} ms (${String(last)})`);
}

/** A whole running system in processes of its own, as `bluemoon up` starts it. */
export class System {
  #up: ChildProcess;
  #output = "";

  private constructor(
    readonly folder: string,
    readonly url: string,
    up: ChildProcess,
  ) {
    this.#up = up;
  }

  static async start(): Promise<System> {
    const folder = await mkdtemp(join(tmpdir(), "bluemoon-e2e-"));
    const up = spawn(join(project, ".venv/bin/bluemoon"), ["up", "--data", folder], {
      cwd: project,
      env: {
        ...process.env,
        BLUEMOON_GATEWAY_PORT: "0",
        BLUEMOON_NOTIFIER_PORT: "0",
        BLUEMOON_DURABILITY: "everysec",
        // All guests of a test come from one address.
        BLUEMOON_GUEST_TABLES_PER_MINUTE: "0",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [up.stdout, up.stderr]) stream.on("data", (bytes) => (output += String(bytes)));
    try {
      const url = await eventually("the gateway's address", async () => {
        if (up.exitCode !== null) throw new Error(`bluemoon up ended:\n${output}`);
        return (JSON.parse(await readFile(join(folder, "services.json"), "utf8")) as { gateway: string })
          .gateway;
      });
      await eventually("the gateway's health", async () => (await fetch(`${url}/v1/health`)).ok);
      const system = new System(folder, url, up);
      system.#output = output;
      for (const stream of [up.stdout, up.stderr])
        stream.on("data", (bytes) => (system.#output += String(bytes)));
      return system;
    } catch (error) {
      up.kill("SIGKILL");
      throw new Error(`${String(error)}\n${output}`, { cause: error });
    }
  }

  async key(): Promise<string> {
    return readFile(join(this.folder, "platform.key"), "utf8");
  }

  /** Kills a part at once; the system starts it again. */
  kill(part: string): void {
    const started = [...this.#output.matchAll(new RegExp(`${part} .*started as process (\\d+)`, "g"))];
    const pid = started.at(-1)?.[1];
    if (!pid) throw new Error(`${part} was never started:\n${this.#output}`);
    process.kill(Number(pid), "SIGKILL");
  }

  /** Kills the server that holds the games, and waits until it is there again with all of them. */
  async killServer(): Promise<void> {
    // Every line of its log begins with its process.
    const log = await readFile(join(this.folder, "valkey.log"), "utf8");
    process.kill(Number(log.trim().split("\n").at(-1)!.split(":")[0]), "SIGKILL");
    await eventually("the server is back", async () => (await fetch(`${this.url}/v1/health`)).ok, 60_000);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#up.once("exit", resolve));
    if (this.#up.exitCode === null) {
      this.#up.kill("SIGTERM");
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
