import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { watchRequests } from "./settled";

const CHROMIUM_PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"];

/** Timeout for any page operation. Generous, for busy machines. */
const PAGE_TIMEOUT_MS = 120_000;

export const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  wide: { width: 1440, height: 900 },
} as const;
export type Size = keyof typeof SIZES;

export function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? CHROMIUM_PATHS.find(existsSync);
  if (!executablePath)
    throw new Error(`No Chromium found in ${CHROMIUM_PATHS.join(", ")}. Set CHROMIUM to its path.`);
  return chromium.launch({ executablePath, args: FLAGS });
}

export interface BrowserUser {
  context: BrowserContext;
  page: Page;
  /** Page and console errors. Tests assert that there are none. */
  errors: string[];
}

/** Open a browser context with its own storage and language. */
export async function openBrowser(
  browser: Browser,
  url: string,
  {
    language = "en",
    size = "wide",
    theme = "light",
  }: { language?: string; size?: Size; theme?: "light" | "dark" } = {},
): Promise<BrowserUser> {
  const context = await browser.newContext({
    baseURL: url,
    locale: language,
    viewport: SIZES[size],
    colorScheme: theme,
    hasTouch: size === "phone",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  watchRequests(context);
  const page = await context.newPage();
  // Makes suggested names and retry delays deterministic.
  await page.addInitScript(() => (Math.random = () => 0.5));
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    // Some tests stop the server, and the browser logs every failed attempt.
    if (message.type() === "error" && !/Failed to load resource|WebSocket|ERR_/.test(message.text())) {
      errors.push(message.text());
    }
  });
  return { context, page, errors };
}
