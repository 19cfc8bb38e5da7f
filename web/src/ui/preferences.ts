import { useSyncExternalStore } from "react";
import { browserLanguage, type Language } from "../words/language";

export type Theme = "system" | "light" | "dark";

export interface Preferences {
  language: Language;
  theme: Theme;
  /** Whether moves are animated. */
  animations: boolean;
}

const STORAGE_KEY = "bluemoon.preferences";
const listeners = new Set<() => void>();

function read(): Preferences {
  const animations = !globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  const fallback: Preferences = { language: browserLanguage(), theme: "system", animations };
  try {
    return {
      ...fallback,
      ...(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<Preferences>),
    };
  } catch {
    return fallback;
  }
}

let current = read();

const darkScheme = globalThis.matchMedia?.("(prefers-color-scheme: dark)");

function applyToDocument(): void {
  const theme = current.theme === "system" ? (darkScheme?.matches ? "dark" : "light") : current.theme;
  document.documentElement.lang = current.language;
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.animations = current.animations ? "on" : "off";
}

export function updatePreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  localStorage.setItem(STORAGE_KEY, JSON.stringify(current));
  applyToDocument();
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

applyToDocument();
darkScheme?.addEventListener("change", applyToDocument);
addEventListener("storage", (event) => {
  if (event.key !== STORAGE_KEY) return;
  current = read();
  applyToDocument();
  for (const listener of listeners) listener();
});
