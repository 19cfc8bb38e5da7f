import type { Page } from "playwright-core";
import { Seat } from "./tables";

/** Return the seat stored in a browser, for HTTP access to the same table. */
export async function browserSeat(page: Page, url: string): Promise<Seat> {
  const table = new URL(page.url()).pathname.split("/").at(-1)!;
  const stored = await page.evaluate(() => localStorage.getItem("bluemoon.keys"));
  const tokens = JSON.parse(stored ?? "[]") as { table: string; viewer: number; token: string }[];
  const seatToken = tokens.find((entry) => entry.table === table);
  if (!seatToken) throw new Error(`this browser has no token for ${table}: ${stored}`);
  return new Seat(url, table, seatToken.viewer, seatToken.token);
}
