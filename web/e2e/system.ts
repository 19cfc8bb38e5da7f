import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const project = fileURLToPath(new URL("../..", import.meta.url));
/** The same dice in every run and on every machine. */
const DICE_SEED = "browser tests";
/** Generous, for busy machines. */
const START_TIMEOUT_MS = 120_000;
/** Polling shares the seat's rate limit with the page that plays it. */
const POLL_MS = 150;

/** Poll until `poll` returns a value. The error carries the last failure. */
export async function eventually<Value>(
  what: string,
  poll: () => Promise<Value | null | undefined | false>,
  withinMs = START_TIMEOUT_MS,
): Promise<Value> {
  const end = Date.now() + withinMs;
  let lastError: unknown = null;
  while (Date.now() < end) {
    try {
      const value = await poll();
      if (value) return value;
    } catch (error) {
      lastError = error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`${what}: not within ${withinMs} ms (${String(lastError)})`);
}

export interface SystemOptions {
  /** Folders of Python projects with game plug-ins, relative to the project. */
  plugins?: readonly string[];
}

/** Install game plug-ins into a new folder, without network. Return the folder. */
async function installPlugins(plugins: readonly string[], folder: string): Promise<string> {
  const site = join(folder, "plugins");
  for (const plugin of plugins) {
    // A build writes into its source folder.
    const source = join(folder, "source", plugin);
    await cp(join(project, plugin), source, { recursive: true });
    const offline = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"];
    const args = ["-m", "pip", "install", ...offline, "--target", site, source];
    await promisify(execFile)(join(project, ".venv/bin/python"), args);
  }
  return site;
}

/** A running system in its own processes, as `bluemoon up` starts it. */
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

  static async start({ plugins = [] }: SystemOptions = {}): Promise<System> {
    const folder = await mkdtemp(join(tmpdir(), "bluemoon-e2e-"));
    const { PYTHONPATH: path } = process.env;
    const pythonPath = plugins.length > 0 ? [await installPlugins(plugins, folder), path] : [path];
    const up = spawn(join(project, ".venv/bin/bluemoon"), ["up", "--data", folder], {
      cwd: project,
      env: {
        ...process.env,
        PYTHONPATH: pythonPath.filter(Boolean).join(delimiter),
        BLUEMOON_GATEWAY_PORT: "0",
        BLUEMOON_NOTIFIER_PORT: "0",
        BLUEMOON_DURABILITY: "everysec",
        // All guests of a test share one address.
        BLUEMOON_GUEST_TABLES_PER_MINUTE: "0",
        BLUEMOON_DICE_SEED: DICE_SEED,
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
      // Without the client, every test would wait for its first button in vain.
      const page = await (await fetch(url)).text();
      if (!page.includes('id="root"')) throw new Error(`the gateway does not serve the client:\n${page}`);
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

  async key(role: "platform" | "operator"): Promise<string> {
    return readFile(join(this.folder, `${role}.key`), "utf8");
  }

  /** Kill a service. The system restarts it. */
  kill(service: string): void {
    const started = [...this.#output.matchAll(new RegExp(`${service} .*started as process (\\d+)`, "g"))];
    const pid = started.at(-1)?.[1];
    if (!pid) throw new Error(`${service} was never started:\n${this.#output}`);
    process.kill(Number(pid), "SIGKILL");
  }

  /** Kill the Valkey server and wait until it is back. */
  async killServer(): Promise<void> {
    // Log lines start with process id and role. Child processes have another role than M.
    const log = await readFile(join(this.folder, "valkey.log"), "utf8");
    const pid = [...log.matchAll(/^(\d+):M /gm)].at(-1)?.[1];
    if (!pid) throw new Error(`the server never started:\n${log}`);
    process.kill(Number(pid), "SIGKILL");
    await eventually("the server is back", async () => (await fetch(`${this.url}/v1/health`)).ok);
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
