import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { Suspense } from "react";
import { describe, expect, it, vi } from "vitest";
import { HIGHCARD, HIGHCARD_ACTIONS, HIGHCARD_COMMITS, highcardView } from "../testing/highcard";
import { settle } from "../testing/settle";
import type { AnyAction, TableView } from "../table/table_view";
import { LanguageContext, type Language } from "../words/language";
import { GenericBoard } from "./board";

interface Shown {
  actions?: readonly AnyAction[];
  sending?: boolean;
  language?: Language;
}

async function show(view: TableView, { actions = [], sending = false, language = "en" }: Shown = {}) {
  const act = vi.fn<(action: AnyAction) => void>();
  const nameOf = (id: string) => HIGHCARD.words[id]?.[language] ?? HIGHCARD.words[id]?.en ?? id;
  const board = (legal: readonly AnyAction[]) => (
    <LanguageContext value={language}>
      <Suspense>
        <GenericBoard
          view={view}
          pieces={{}}
          actions={legal}
          act={act}
          sending={sending}
          news={[]}
          history={HIGHCARD_COMMITS}
          nameOf={nameOf}
        />
      </Suspense>
    </LanguageContext>
  );
  const { container, rerender } = await settle(() => render(board(actions)));
  await screen.findAllByRole("heading");
  return { act, container, update: (legal: readonly AnyAction[]) => rerender(board(legal)) };
}

/** The text of a field of the position, by its label. */
const field = (name: string, block: HTMLElement = document.body) =>
  within(block).getAllByText(name, { selector: "dt" })[0]!.nextElementSibling!.textContent;

const seatBlocks = () => [...document.querySelectorAll<HTMLElement>("[data-own]")];

describe("the position of any game", () => {
  it("has labelled fields, with names from the catalogue", async () => {
    await show(highcardView());
    expect(field("Round")).toBe("2");
    expect(field("Trump")).toBe("Fire");
    expect(field("Passed")).toBe("none");
    expect(field("Winner")).toBe("Amber");
    expect(field("Tied")).toBe("no");
    expect(within(screen.getByRole("table", { name: "Grid" })).getAllByRole("cell")).toHaveLength(4);
  });

  it("shows the own seat first and hides what others hold", async () => {
    await show(highcardView(1));
    const [own, other] = seatBlocks();
    expect(within(own!).getByText("Basalt")).toBeTruthy();
    const cards = within(own!).getAllByRole("listitem");
    expect(cards.map((card) => card.textContent)).toEqual(["Seven", "Nine"]);
    expect(field("Chosen", own)).toBe("Two hearts");
    expect(field("Hand", other)).toBe("3 hidden");
    expect(field("Chosen", other)).toBe("hidden");
    expect(field("Rounds won", other)).toBe("1");
  });

  it("shows spectators no action and only counts of hidden cards", async () => {
    await show(highcardView("spectator"));
    expect(seatBlocks().map((block) => field("Hand", block))).toEqual(["3 hidden", "2 hidden"]);
    expect(screen.queryByRole("region", { name: "Your moves" })).toBeNull();
  });

  it.each([
    ["de", "Deine Züge", "Karte spielen: Sieben", "3 verdeckt"],
    ["fr", "Tes coups", "Play a card : Seven", "3 cachés"],
    ["nl", "Jouw zetten", "Play a card: Seven", "3 verborgen"],
    ["it", "Le tue mosse", "Play a card: Seven", "3 nascosti"],
  ] as const)("is shown in %s", async (language, title, action, hidden) => {
    await show(highcardView(1), { actions: HIGHCARD_ACTIONS, language });
    expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
    expect(screen.getByRole("button", { name: action })).toBeTruthy();
    expect(screen.getByText(hidden)).toBeTruthy();
  });
});

describe("the legal actions of any game", () => {
  it("are buttons grouped by type, with readable labels", async () => {
    const { act } = await show(highcardView(), { actions: HIGHCARD_ACTIONS });
    const group = screen.getByRole("group", { name: "Play a card" });
    const buttons = within(group).getAllByRole("button");
    expect(buttons.map((button) => button.textContent)).toEqual(["Seven", "Nine"]);
    await userEvent.click(screen.getByRole("button", { name: "Play a card: Nine" }));
    expect(act).toHaveBeenCalledWith({ type: "play_card", card: "nine" });
    expect(screen.getByRole("button", { name: "Bid: Amount: 2, Against seat: Amber" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Pass round" })).toBeTruthy();
  });

  it("can't be sent while another one is pending", async () => {
    const { act } = await show(highcardView(), { actions: HIGHCARD_ACTIONS, sending: true });
    await userEvent.click(screen.getByRole("button", { name: "Pass round" }));
    expect(act).not.toHaveBeenCalled();
  });

  it("work with the keyboard, and focus stays on the board", async () => {
    const { act, update } = await show(highcardView(), { actions: HIGHCARD_ACTIONS });
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard("{Enter}");
    expect(act).toHaveBeenCalledWith(HIGHCARD_ACTIONS[0]);
    update([]);
    update(HIGHCARD_ACTIONS.slice(1));
    expect(document.activeElement?.textContent).toBe("Nine");
  });

  it("are limited at first if there are many", async () => {
    const many = Array.from({ length: 100 }, (_, amount) => ({ type: "bid", amount }));
    await show(highcardView(), { actions: many });
    expect(screen.getAllByRole("button")).toHaveLength(41);
    await userEvent.click(screen.getByRole("button", { name: "Show all 100" }));
    expect(screen.getAllByRole("button")).toHaveLength(100);
  });
});

it("axe finds no problem", async () => {
  const { container } = await show(highcardView(), { actions: HIGHCARD_ACTIONS });
  // jsdom computes no colours.
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});
