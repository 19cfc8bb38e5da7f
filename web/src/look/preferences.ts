import { useSyncExternalStore } from "react";
import { browserLanguage, type Language } from "../words/language";

export type Theme = "system" | "light" | "dark";

export interface Preferences {
  language: Language;
  theme: Theme;
  /** Are moves shown as short animations? */
  animations: boolean;
}

const PLACE = "bluemoon.preferences";
const listeners = new Set<() => void>();

function read(): Preferences {
  const animations = !globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  const fallback: Preferences = { language: browserLanguage(), theme: "system", animations };
  try {
    return { ...fallback, ...(JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Preferences>) };
  } catch {
    return fallback;
  }
}

let current = read();

const darkness = globalThis.matchMedia?.("(prefers-color-scheme: dark)");

function apply(): void {
  const theme = current.theme === "system" ? (darkness?.matches ? "dark" : "light") : current.theme;
  document.documentElement.lang = current.language;
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.animations = current.animations ? "on" : "off";
}

export function prefer(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  localStorage.setItem(PLACE, JSON.stringify(current));
  apply();
  for (const listener of listeners) listener();
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

apply();
darkness?.addEventListener("change", apply);
addEventListener("storage", (event) => {
  if (event.key !== PLACE) return;
  current = read();
  apply();
  for (const listener of listeners) listener();
});
