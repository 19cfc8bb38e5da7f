import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { GAME_UIS } from "./games";

const root = join(process.cwd(), "src");
/** Game UIs, generated types, tests and recorded games. */
const NAMES_GAMES = /^(?:city|duel|contract|testing)\/|^games\.ts$|\.test\.tsx?$/;

const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.(?:tsx?|css)$/.test(path) && !NAMES_GAMES.test(path));

it("games are named only where their UIs are registered", () => {
  const name = new RegExp(`(?:^|[^a-z])(?:${Object.keys(GAME_UIS).join("|")})(?![a-z])`, "i");
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((path) => name.test(readFileSync(join(root, path), "utf8")))).toEqual([]);
});
