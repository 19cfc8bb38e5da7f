import { describe, expect, it } from "vitest";
import { displayName } from "./bot_names";
import { coreWords } from "./core";

describe("display names", () => {
  it("are unchanged for people and translated for bots", async () => {
    const german = await coreWords.translator("de");
    expect(displayName(german, "Amber")).toBe("Amber");
    expect(displayName(german, "builder bot")).toBe("Erbauer (Bot)");
    expect(displayName(german, "planner bot 2")).toBe("Planer 2 (Bot)");
    expect(displayName(german, "oracle bot")).toBe("Oracle (Bot)");
  });
});
