import type { Page } from "playwright-core";
import { Seat } from "./tables";

/** The seat that a browser has been given, to look at the same table over HTTP. */
export async function keyringSeat(page: Page, url: string): Promise<Seat> {
  const table = new URL(page.url()).pathname.split("/").at(-1)!;
  const kept = await page.evaluate(() => localStorage.getItem("bluemoon.keys"));
  const keys = JSON.parse(kept ?? "[]") as { table: string; viewer: number; token: string }[];
  const key = keys.find((one) => one.table === table);
  if (!key) throw new Error(`this browser has no key for ${table}: ${kept}`);
  return new Seat(url, table, key.viewer, key.token);
}
