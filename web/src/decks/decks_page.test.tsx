import { act, configure, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import pieces from "../testing/deck_pieces.json";
import { problem, scriptGateway, type Asked } from "../testing/gateway";
import { LanguageContext, LANGUAGES, type Language } from "../words/language";
import type { Deck } from "./deck";
import DecksPage from "./decks_page";
import { PLACE, storedDecks } from "./stored_decks";
import { decksWords } from "./words";

/** As the gateway said it of a deck with 29 cards, with duplicates, and with a card that is not known. */
const FAULTS = {
  size: {
    code: "wrong_size",
    message: "A deck has exactly 30 cards, this one has 29.",
    where: "decks[0]",
    detail: { expected: 30, given: 29 },
  },
  twice: {
    code: "duplicate_card",
    message: "Volca is in the deck more than once.",
    where: "decks[0]",
    detail: { cards: ["vulca-05"] },
  },
  unheard: { code: "too_heavy", message: "The deck is too heavy.", where: "decks[0]", detail: {} },
};

// A page of many cards, on a machine that may be busy.
configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });

/** jsdom's files can't be read as a browser's can. */
const file = (name: string, text: string) =>
  Object.assign(new File([text], name), { text: () => Promise.resolve(text) });

let problems: object[] = [];
let heard: Asked[] = [];

const mine: Deck = {
  name: "Mine",
  people: "vulca",
  ...(pieces.decks[0]!.deck as Omit<Deck, "name" | "people">),
};
const keep = (...decks: Deck[]) => localStorage.setItem(PLACE, JSON.stringify(decks));

async function open(address: string, language: Language = "en") {
  history.replaceState(null, "", address);
  await act(async () => {
    render(
      <LanguageContext value={language}>
        <Suspense>
          <DecksPage />
        </Suspense>
      </LanguageContext>,
    );
  });
  return userEvent.setup();
}

beforeEach(() => {
  problems = [];
  heard = scriptGateway({
    "GET /v1/games/duel/pieces": pieces,
    "POST /v1/games/duel/check": () => ({ problems }),
  });
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
});

// Not by their roles: those of hundreds of elements take jsdom seconds to work out.
const grid = () => screen.getByLabelText("All cards", { selector: "ul" });
const tile = (name: RegExp) =>
  screen.getByText(name, { selector: "[data-stop] > .unseen" }).closest("button")!;

describe("all decks", () => {
  it("says where to begin when there is none of one's own", async () => {
    await open("/decks");
    expect(await screen.findByText(/You have no deck of your own yet/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Vulca" })).toBeTruthy();
  });

  it("starts a deck from one of the nine and opens it", async () => {
    const user = await open("/decks");
    await user.click(await screen.findByRole("button", { name: "Start from this" }));
    expect(await screen.findByDisplayValue("Vulca (mine)")).toBeTruthy();
    expect(storedDecks()).toEqual([{ ...mine, name: "Vulca (mine)" }]);
  });

  it("deletes a deck, and brings it back to its place", async () => {
    keep(mine, { ...mine, name: "Other" });
    const user = await open("/decks");
    await user.click((await screen.findAllByRole("button", { name: "Delete" }))[0]!);
    expect(storedDecks().map(({ name }) => name)).toEqual(["Other"]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(storedDecks().map(({ name }) => name)).toEqual(["Mine", "Other"]);
  });

  it("imports a file, and says why another is none", async () => {
    const user = await open("/decks");
    const input = await screen.findByLabelText("Import …", { selector: "input" });
    await user.upload(input, file("small.json", '{"cards": ["vulca-01"]}'));
    expect(await screen.findByText("small is imported.")).toBeTruthy();
    expect(storedDecks()[0]).toMatchObject({ name: "small", cards: ["vulca-01"] });
    await user.upload(input, file("broken.json", "no"));
    expect(await screen.findByText("broken.json holds no deck: it is not JSON.")).toBeTruthy();
  });

  it("gives a copy a name of its own", async () => {
    keep(mine);
    const user = await open("/decks");
    await user.click(await screen.findByRole("button", { name: "Duplicate" }));
    expect(storedDecks().map(({ name }) => name)).toEqual(["Mine 2", "Mine"]);
  });
});

describe("a deck of one's own", () => {
  beforeEach(() => keep(mine));

  it("asks the gateway, and may be played with when nothing is wrong", async () => {
    await open("/decks?deck=Mine");
    expect(await screen.findByText("In order: ready to play")).toBeTruthy();
    const check = heard.find(({ path }) => path.endsWith("/check"))!;
    const { leader, inquisitor, cards } = mine;
    expect(check.body).toEqual({ options: { decks: [{ leader, inquisitor, cards }, "vulca"] } });
    expect(screen.getByRole("link", { name: "Play with this deck" }).getAttribute("href")).toBe(
      "/?game=duel&deck=Mine",
    );
  });

  it("loses a card by a press, says so, and takes it back with undo", async () => {
    const user = await open("/decks?deck=Mine");
    await screen.findByText("In order: ready to play");
    problems = [FAULTS.size];
    await user.click(tile(/^Volca,/));
    expect(storedDecks()[0]!.cards).not.toContain("vulca-05");
    expect(screen.getByText("Volca is out of the deck: 29 of 30.")).toBeTruthy();
    expect(await screen.findByText("A deck has exactly 30 cards; this one has 29.")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Play with this deck" }).disabled).toBe(
      true,
    );
    await user.click(screen.getByRole("button", { name: "Undo last change" }));
    expect(storedDecks()[0]!.cards).toEqual(mine.cards);
  });

  it("marks the cards at fault, and says what it has no words for in the gateway's", async () => {
    problems = [FAULTS.twice, FAULTS.unheard];
    await open("/decks?deck=Mine");
    expect(await screen.findByText("More than once in the deck: Volca.")).toBeTruthy();
    expect(screen.getByText("The deck is too heavy.")).toBeTruthy();
    expect(tile(/^Volca,.*at fault/)).toBeTruthy();
  });

  it("is built with the keyboard alone", async () => {
    const user = await open("/decks?deck=Mine");
    await screen.findByText("In order: ready to play");
    act(() => tile(/^Inferno,/).focus());
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement?.textContent).toMatch(/^Flamebreath/);
    await user.keyboard("{Enter}");
    expect(storedDecks()[0]!.cards).not.toContain("vulca-01");
    await user.keyboard("i");
    expect(await screen.findByRole("heading", { name: /Flamebreath/ })).toBeTruthy();
  });

  it("has one stop for Tab among all cards", async () => {
    await open("/decks?deck=Mine");
    await screen.findByText("In order: ready to play");
    expect(grid().querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it("shows a card that is only partly known, and does not take it", async () => {
    const user = await open("/decks?deck=Mine");
    await screen.findByText("In order: ready to play");
    const pampam = tile(/^PamPam,.*can't be added yet/);
    expect(pampam.getAttribute("aria-disabled")).toBe("true");
    await user.click(pampam);
    expect(storedDecks()[0]!.cards).toEqual(mine.cards);
  });

  it("is renamed, and not to a name that is taken", async () => {
    keep(mine, { ...mine, name: "Other" });
    const user = await open("/decks?deck=Mine");
    const field = await screen.findByRole("textbox", { name: "Name" });
    await user.clear(field);
    await user.type(field, "Other");
    expect(screen.getByRole("alert").textContent).toBe("Another deck has this name.");
    await user.clear(field);
    await user.type(field, "Ember{Enter}");
    expect(storedDecks().map(({ name }) => name)).toEqual(["Ember", "Other"]);
    await waitFor(() => expect(location.search).toBe("?deck=Ember"));
  });

  it("narrows the cards down", async () => {
    const user = await open("/decks?deck=Mine");
    await screen.findByText("In order: ready to play");
    await user.click(screen.getByRole("button", { name: "Flit" }));
    await waitFor(() => expect(grid().children).toHaveLength(3));
    expect(screen.getByText("3 cards")).toBeTruthy();
    await user.type(screen.getByRole("searchbox"), "xyzzy");
    expect(await screen.findByText("No card is like that.")).toBeTruthy();
  });

  it("says that it can't be checked while the gateway is away", async () => {
    scriptGateway({
      "GET /v1/games/duel/pieces": pieces,
      "POST /v1/games/duel/check": problem(503, "unavailable"),
    });
    await open("/decks?deck=Mine");
    expect(await screen.findByText(/can't be checked/)).toBeTruthy();
  });

  it("says when there is no deck of the name", async () => {
    await open("/decks?deck=Nobody");
    expect(await screen.findByText("This browser keeps no deck of this name.")).toBeTruthy();
  });

  it("survives what others have written into its place", async () => {
    localStorage.setItem(PLACE, '[3, {"name": "x"}, {"name": "Good", "cards": []}]');
    await open("/decks");
    expect(await screen.findByRole("link", { name: "Good" })).toBeTruthy();
  });
});

it.each(LANGUAGES)("speaks %s", async (language) => {
  keep(mine);
  problems = [FAULTS.size];
  await open("/decks?deck=Mine", language);
  const t = await decksWords.speak(language);
  expect(await screen.findByText(t("wrong_size", { expected: 30, given: 29 }))).toBeTruthy();
});
