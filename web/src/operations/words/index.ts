import { Lexicon } from "../../words/lexicon";
import type en from "./en";

export type OperationsWords = Record<keyof typeof en, string>;

export const operationsWords = new Lexicon<OperationsWords>({
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  nl: () => import("./nl"),
  it: () => import("./it"),
});
