import { act, configure, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { settle } from "../../testing/settle";
import pieces from "../../testing/deck_pieces.json";
import { problem, scriptGateway, type RecordedRequest } from "../../testing/gateway";
import { LanguageContext, LANGUAGES, type Language } from "../../words/language";
import type { Deck } from "./deck";
import DecksPage from "./decks_page";
import { STORAGE_KEY, storedDecks } from "./stored_decks";
import { decksWords } from "./words";

/** Responses for a deck with 29 cards, with duplicates, and an unknown problem. */
const PROBLEMS = {
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
  unknown: { code: "too_heavy", message: "The deck is too heavy.", where: "decks[0]", detail: {} },
};

// A page with many cards, on a possibly busy machine.
configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });

/** jsdom's File has no `text()`. */
const file = (name: string, text: string) =>
  Object.assign(new File([text], name), { text: () => Promise.resolve(text) });

let problems: object[] = [];
let requests: RecordedRequest[] = [];

const DECK: Deck = {
  name: "Mine",
  people: "vulca",
  ...(pieces.decks[0]!.deck as Omit<Deck, "name" | "people">),
};
const storeDecks = (...decks: Deck[]) => localStorage.setItem(STORAGE_KEY, JSON.stringify(decks));

async function open(address: string, language: Language = "en") {
  history.replaceState(null, "", address);
  await settle(() => {
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
  requests = scriptGateway({
    "GET /v1/games/duel/pieces": pieces,
    "POST /v1/games/duel/check": () => ({ problems }),
  });
});

// Queries by role on hundreds of elements take jsdom seconds.
const grid = () => screen.getByLabelText("All cards", { selector: "ul" });
const tile = (name: RegExp) =>
  screen.getByText(name, { selector: "[data-stop] > .visually-hidden" }).closest("button")!;

describe("the deck overview", () => {
  it("explains how to start without own decks", async () => {
    await open("/decks");
    expect(await screen.findByText(/You don’t have any decks yet/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Vulca" })).toBeTruthy();
  });

  it("creates a deck from a preset and opens it", async () => {
    const user = await open("/decks");
    await user.click(await screen.findByRole("button", { name: "Copy and edit" }));
    expect(await screen.findByDisplayValue("Vulca (copy)")).toBeTruthy();
    expect(storedDecks()).toEqual([{ ...DECK, name: "Vulca (copy)" }]);
  });

  it("deletes a deck and restores it to its position", async () => {
    storeDecks(DECK, { ...DECK, name: "Other" });
    const user = await open("/decks");
    await user.click((await screen.findAllByRole("button", { name: "Delete" }))[0]!);
    expect(storedDecks().map(({ name }) => name)).toEqual(["Other"]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(storedDecks().map(({ name }) => name)).toEqual(["Mine", "Other"]);
  });

  it("imports a file, and explains why another is not a deck", async () => {
    const user = await open("/decks");
    const input = await screen.findByLabelText("Import…", { selector: "input" });
    await user.upload(input, file("small.json", '{"cards": ["vulca-01"]}'));
    expect(await screen.findByText("small imported.")).toBeTruthy();
    expect(storedDecks()[0]).toMatchObject({ name: "small", cards: ["vulca-01"] });
    await user.upload(input, file("broken.json", "no"));
    expect(await screen.findByText("broken.json doesn’t contain a deck: the file isn’t JSON.")).toBeTruthy();
  });

  it("gives a copy its own name", async () => {
    storeDecks(DECK);
    const user = await open("/decks");
    await user.click(await screen.findByRole("button", { name: "Duplicate" }));
    expect(storedDecks().map(({ name }) => name)).toEqual(["Mine 2", "Mine"]);
  });
});

describe("the deck editor", () => {
  beforeEach(() => storeDecks(DECK));

  it("checks the deck with the gateway and offers to play it", async () => {
    await open("/decks?deck=Mine");
    expect(await screen.findByText("Ready to play")).toBeTruthy();
    const check = requests.find(({ path }) => path.endsWith("/check"))!;
    const { leader, inquisitor, cards } = DECK;
    expect(check.body).toEqual({ options: { decks: [{ leader, inquisitor, cards }, "vulca"] } });
    expect(screen.getByRole("link", { name: "Play with this deck" }).getAttribute("href")).toBe(
      "/?game=duel&deck=Mine",
    );
  });

  it("removes a card on click, announces it, and undoes it", async () => {
    const user = await open("/decks?deck=Mine");
    await screen.findByText("Ready to play");
    problems = [PROBLEMS.size];
    await user.click(tile(/^Volca,/));
    expect(storedDecks()[0]!.cards).not.toContain("vulca-05");
    expect(screen.getByText("Volca removed (29 of 30).")).toBeTruthy();
    expect(await screen.findByText("A deck has exactly 30 cards. This one has 29.")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Play with this deck" }).disabled).toBe(
      true,
    );
    await user.click(screen.getByRole("button", { name: "Undo last change" }));
    expect(storedDecks()[0]!.cards).toEqual(DECK.cards);
  });

  it("marks problem cards, and shows unknown problems in the gateway's words", async () => {
    problems = [PROBLEMS.twice, PROBLEMS.unknown];
    await open("/decks?deck=Mine");
    expect(await screen.findByText("More than once in the deck: Volca.")).toBeTruthy();
    expect(screen.getByText("The deck is too heavy.")).toBeTruthy();
    expect(tile(/^Volca,.*not allowed/)).toBeTruthy();
  });

  it("works with the keyboard only", async () => {
    const user = await open("/decks?deck=Mine");
    await screen.findByText("Ready to play");
    act(() => tile(/^Inferno,/).focus());
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement?.textContent).toMatch(/^Flamebreath/);
    await user.keyboard("{Enter}");
    expect(storedDecks()[0]!.cards).not.toContain("vulca-01");
    await user.keyboard("i");
    expect(await screen.findByRole("heading", { name: /Flamebreath/ })).toBeTruthy();
  });

  it("has one tab stop among all cards", async () => {
    await open("/decks?deck=Mine");
    await screen.findByText("Ready to play");
    expect(grid().querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it("shows a partly known card that cannot be added", async () => {
    const user = await open("/decks?deck=Mine");
    await screen.findByText("Ready to play");
    const pampam = tile(/^PamPam,.*not available yet/);
    expect(pampam.getAttribute("aria-disabled")).toBe("true");
    await user.click(pampam);
    expect(storedDecks()[0]!.cards).toEqual(DECK.cards);
  });

  it("renames a deck, but not to a taken name", async () => {
    storeDecks(DECK, { ...DECK, name: "Other" });
    const user = await open("/decks?deck=Mine");
    const field = await screen.findByRole("textbox", { name: "Name" });
    await user.clear(field);
    await user.type(field, "Other");
    expect(screen.getByRole("alert").textContent).toBe("Another deck already has this name.");
    await user.clear(field);
    await user.type(field, "Ember{Enter}");
    expect(storedDecks().map(({ name }) => name)).toEqual(["Ember", "Other"]);
    await waitFor(() => expect(location.search).toBe("?deck=Ember"));
  });

  it("filters the cards", async () => {
    const user = await open("/decks?deck=Mine");
    await screen.findByText("Ready to play");
    await user.click(screen.getByRole("button", { name: "Flit" }));
    await waitFor(() => expect(grid().children).toHaveLength(3));
    expect(screen.getByText("3 cards")).toBeTruthy();
    await user.type(screen.getByRole("searchbox"), "xyzzy");
    expect(await screen.findByText("No matching cards.")).toBeTruthy();
  });

  it("reports that the deck can't be checked while the gateway is down", async () => {
    scriptGateway({
      "GET /v1/games/duel/pieces": pieces,
      "POST /v1/games/duel/check": problem(503, "unavailable"),
    });
    await open("/decks?deck=Mine");
    expect(await screen.findByText(/can’t be checked/)).toBeTruthy();
  });

  it("reports an unknown deck name", async () => {
    await open("/decks?deck=Nobody");
    expect(await screen.findByText("There is no deck with this name in this browser.")).toBeTruthy();
  });

  it("ignores invalid data in local storage", async () => {
    localStorage.setItem(STORAGE_KEY, '[3, {"name": "x"}, {"name": "Good", "cards": []}]');
    await open("/decks");
    expect(await screen.findByRole("link", { name: "Good" })).toBeTruthy();
  });
});

it.each(LANGUAGES)("is translated to %s", async (language) => {
  storeDecks(DECK);
  problems = [PROBLEMS.size];
  await open("/decks?deck=Mine", language);
  const t = await decksWords.translator(language);
  expect(await screen.findByText(t("wrong_size", { expected: 30, given: 29 }))).toBeTruthy();
});
