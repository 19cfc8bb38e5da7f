import type { TestProject } from "vitest/node";
import { System } from "./system";

declare module "vitest" {
  interface ProvidedContext {
    url: string;
    platformKey: string;
  }
}

/** One system for all specs that don't hurt it; each has tables of its own there. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const system = await System.start();
  project.provide("url", system.url);
  project.provide("platformKey", await system.key());
  return () => system.stop();
}
