import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"];

export const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  wide: { width: 1440, height: 900 },
} as const;
export type Size = keyof typeof SIZES;

export function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? PLACES.find(existsSync);
  if (!executablePath)
    throw new Error(`There is no Chromium: looked at ${PLACES.join(", ")}; CHROMIUM names another.`);
  return chromium.launch({ executablePath, args: FLAGS });
}

export interface Person {
  context: BrowserContext;
  page: Page;
  /** What went wrong on the page unseen: a test that ends with some has failed. */
  errors: string[];
}

/** Somebody with a browser of their own: own storage, own language. */
export async function person(
  browser: Browser,
  url: string,
  {
    language = "en",
    size = "wide",
    theme = "light",
  }: { language?: string; size?: Size; theme?: "light" | "dark" } = {},
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: url,
    locale: language,
    viewport: SIZES[size],
    colorScheme: theme,
    hasTouch: size === "phone",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    // A server that is away is part of some tests, and the browser reports each attempt.
    if (message.type() === "error" && !/Failed to load resource|WebSocket|ERR_/.test(message.text())) {
      errors.push(message.text());
    }
  });
  return { context, page, errors };
}
