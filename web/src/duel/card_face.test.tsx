import { render, screen, within } from "@testing-library/react";
import { Suspense, type ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { settle } from "../testing/settle";
import type { DuelCard } from "../contract/duel";
import { LANGUAGES, LanguageContext, type Language } from "../words/language";
import { CardBack, CardFace } from "./card_face";
import { iconMeaning } from "./card_names";
import { cardWords } from "./words";

const ghost: DuelCard = {
  id: "buka-23",
  name: "Old Goo Laa's Ghost",
  name_de: "Geist des alten Goo Laa",
  people: "buka",
  number: 23,
  type: "character",
  fire: 2,
  earth: 2,
  icons: ["shield_fire", "shield_earth", "stop"],
  moons: 3,
  capacity: null,
  text: "Playable only while your influence area is empty; flips the contested element.",
  set: null,
  known: true,
  limits: null,
  extra_limits: null,
  certainty: null,
};

async function show(what: ReactNode, language: Language = "en") {
  await settle(() => {
    render(
      <LanguageContext value={language}>
        <Suspense>{what}</Suspense>
      </LanguageContext>,
    );
  });
}

describe("a card", () => {
  it("is described for screen readers", async () => {
    await show(<CardFace card={ghost} />);
    expect(
      await screen.findByText(
        "Old Goo Laa's Ghost, Buka, Character, fire 2, earth 2, Shield against fire, Shield against earth, Stop, has a text",
      ),
    ).toBeTruthy();
  });

  it("has its German name in German and marks its text as English", async () => {
    await show(<CardFace card={ghost} size="large" />, "de");
    expect(await screen.findByText("Geist des alten Goo Laa")).toBeTruthy();
    expect((await screen.findByText(ghost.text!)).getAttribute("lang")).toBe("en");
    expect(await screen.findByText("Kartentexte gibt es nur auf Englisch.")).toBeTruthy();
  });

  it("explains every symbol when large", async () => {
    await show(<CardFace card={ghost} size="large" />);
    const signs = within(await screen.findByRole("list")).getAllByRole("listitem");
    expect(signs.map((sign) => sign.querySelector("b")?.textContent)).toEqual([
      "Shield against fire",
      "Shield against earth",
      "Stop",
    ]);
  });

  it("shows nothing on its back", async () => {
    await show(<CardBack />);
    expect(await screen.findByText("Face-down card")).toBeTruthy();
  });
});

describe("card texts", () => {
  it.each(LANGUAGES)("explain every symbol in %s", async (language) => {
    const words = await cardWords.load(language);
    const icons = Object.keys(words).filter((key) =>
      /^(shield|stop|retrieve|protected|free|pair|gang|bluff|replace)(_[a-z]+)?$/.test(key),
    );
    expect(icons).toHaveLength(15);
    for (const icon of icons) expect(words[iconMeaning(icon as DuelCard["icons"][number])]).toBeTruthy();
  });
});
