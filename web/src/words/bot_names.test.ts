import { describe, expect, it } from "vitest";
import { spokenName } from "./bot_names";
import { coreWords } from "./core";

describe("names of players", () => {
  it("are people's own, and those of bots in the page's language", async () => {
    const german = await coreWords.speak("de");
    expect(spokenName(german, "Amber")).toBe("Amber");
    expect(spokenName(german, "builder bot")).toBe("Baumeister (Bot)");
    expect(spokenName(german, "planner bot 2")).toBe("Planer 2 (Bot)");
    expect(spokenName(german, "oracle bot")).toBe("oracle (Bot)");
  });
});
