import { MessageCatalogue } from "../../words/messages";
import type en from "./en";

export type OperationsWords = Record<keyof typeof en, string>;

export const operationsWords = new MessageCatalogue<OperationsWords>({
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  nl: () => import("./nl"),
  it: () => import("./it"),
});
