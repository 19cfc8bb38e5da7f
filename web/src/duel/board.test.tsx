import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { describe, expect, it, vi } from "vitest";
import { settle } from "../testing/settle";
import { nameOf, pieces, positions, type Position } from "../testing/duel/positions";
import { LanguageContext } from "../words/language";
import { DuelBoard } from "./board";
import { choicesOf, refOf, type DuelAction, type Play, type PlayType } from "./choices";
import type { DuelCommit, DuelEvent } from "./types";
import { tableWords } from "./words";

const positionOf = (name: string): Position => {
  const position = positions[name];
  if (!position) throw new Error(`No position was recorded for ${name}.`);
  return position;
};

async function renderBoard({ view, actions }: Position) {
  const sendAction = vi.fn<(action: DuelAction) => void>();
  const table = (news: readonly DuelCommit[]) => (
    <LanguageContext value="en">
      <Suspense>
        <DuelBoard
          view={view}
          pieces={pieces}
          actions={actions}
          act={sendAction}
          sending={false}
          news={news}
          history={news}
          nameOf={nameOf}
        />
      </Suspense>
    </LanguageContext>
  );
  let shown!: ReturnType<typeof render>;
  await settle(() => {
    shown = render(table([]));
  });
  await screen.findAllByText("Combat");
  return {
    sendAction,
    container: shown.container,
    user: userEvent.setup(),
    rerender: (news: readonly DuelCommit[]) => shown.rerender(table(news)),
  };
}

const cardAt = (container: HTMLElement, seat: number, card: string): HTMLElement =>
  container.querySelector<HTMLElement>(`[data-card="${refOf(seat, card)}"]`)!;

/** A record, so that a new action type of the contract fails to compile here. */
const PLAY_TYPES: Record<PlayType, true> = {
  choose_deck: true,
  mulligan: true,
  retrieve_card: true,
  discard_bluff: true,
  land_ship: true,
  play_card: true,
  play_bluff: true,
  load_ship: true,
  replace_card: true,
  use_text: true,
  pay_demand: true,
  retreat: true,
  decline_fight: true,
  announce_power: true,
  finish_phase: true,
  choose_cards: true,
  choose_option: true,
  rewind_turn: true,
  concede: true,
};
const TYPES = Object.keys(PLAY_TYPES) as PlayType[];

describe("every action type", () => {
  it.each(TYPES)("can be performed: %s", async (type) => {
    const position = positionOf(type);
    const { sendAction, container, user } = await renderBoard(position);
    const seat = position.view.viewer as number;
    const expected = position.actions.find((action) => action.type === type) as Play;
    const choices = choicesOf(position.actions, seat, position.view.table.play!.decision);
    const t = await tableWords.translator("en");
    const ref = [...choices.byCard].find(([, plays]) => plays.includes(expected))?.[0];
    if (ref) {
      await user.click(container.querySelector(`[data-card="${ref}"]`)!);
      const at = choices.byCard.get(ref)!.indexOf(expected);
      await user.click(actionButtons(container)[at]!);
    } else if (type === "concede" || type === "retreat") {
      if (type === "concede") await user.click(screen.getByText(t("more")));
      await user.click(screen.getByRole("button", { name: t(type) }));
      await user.click(
        screen.getByRole("button", { name: t(type === "concede" ? "concedeYes" : "retreat") }),
      );
    } else if (choices.plain.includes(expected)) {
      const shown = actionButtons(container);
      const announcing = choices.plain.filter((action) => action.type === "announce_power");
      const rest = choices.plain.filter(
        (action) => !["announce_power", "concede", "rewind_turn"].includes(action.type),
      );
      const order = [...announcing, ...rest, ...choices.cardChoices, ...choices.plain].indexOf(expected);
      await user.click(
        type === "rewind_turn" ? screen.getByRole("button", { name: t("rewind") }) : shown[order]!,
      );
    } else {
      const cardChoice = choices.cardChoices.find((candidate) => candidate.type === type)!;
      const cards = cardsOf(expected);
      if (type === "decline_fight") await user.click(screen.getByRole("button", { name: t("decline") }));
      if (type === "pay_demand") await user.click(cardAt(container, 1 - seat, cardChoice.demand!));
      for (const card of cards) await user.click(cardAt(container, cardChoice.seat, card));
      await user.click(actionButtons(container)[0]!);
    }
    expect(sendAction).toHaveBeenCalledTimes(1);
    expect(sendAction.mock.calls[0]![0]).toEqual(expected);
  });

  it("has a recorded position", () => {
    expect(Object.keys(positions)).toEqual(expect.arrayContaining(TYPES));
  });
});

const actionButtons = (container: HTMLElement): HTMLElement[] => [
  ...container.querySelectorAll<HTMLElement>("[data-actions] button"),
];

function cardsOf(action: Play): readonly string[] {
  if (action.type === "mulligan") return action.exchange.cards;
  return "cards" in action ? action.cards : [];
}

describe("a selection", () => {
  it("is undone with Escape", async () => {
    const position = positionOf("play_card");
    const { sendAction, container, user } = await renderBoard(position);
    const play = position.actions.find((action) => action.type === "play_card")!;
    const card = cardAt(container, position.view.viewer as number, play.card);
    await user.click(card);
    expect(card.getAttribute("aria-pressed")).toBe("true");
    await user.keyboard("{Escape}");
    expect(card.getAttribute("aria-pressed")).toBe("false");
    expect(sendAction).not.toHaveBeenCalled();
  });

  it("can be confirmed only if the action is legal", async () => {
    const { container, user } = await renderBoard(positionOf("decline_fight"));
    await user.click(screen.getByRole("button", { name: "Decline the fight…" }));
    const confirm = () => actionButtons(container)[0] as HTMLButtonElement;
    expect(confirm().disabled).toBe(true);
    const hand = container.querySelectorAll<HTMLElement>("[data-lit=true]");
    await user.click(hand[0]!);
    expect(confirm().disabled).toBe(false);
    for (const card of [...hand].slice(1, 4)) await user.click(card);
    expect(confirm().disabled).toBe(hand.length > 3);
  });
});

describe("the board", () => {
  it("shows spectators neither bluffs nor actions", async () => {
    const position = positionOf("bluffs for spectators");
    const { container } = await renderBoard(position);
    expect(screen.getAllByText("Face-down bluff, counts as 2 fire and 2 earth").length).toBeGreaterThan(0);
    expect(container.querySelectorAll("[data-lit=true]")).toHaveLength(0);
    expect(actionButtons(container)).toHaveLength(0);
  });

  it("shows a bluff to its owner", async () => {
    const position = positionOf("discard_bluff");
    const bluff = position.view.table.play!.sides[position.view.viewer as number]!.bluffs[0]!;
    await renderBoard(position);
    expect(screen.getByText(`Your bluff: ${nameOf(bluff.card!)}`)).toBeTruthy();
  });

  it("explains each number of the power", async () => {
    const position = positionOf("announce_power");
    const { user } = await renderBoard(position);
    const powers = screen.getAllByRole("button", { name: /\d+ fire, \d+ earth/ });
    act(() => powers[1]!.focus());
    await user.tab();
    await user.tab({ shift: true });
    const reasons = await screen.findByRole("tooltip");
    const seat = position.view.figures!.seats[position.view.viewer as number]!;
    for (const line of seat.lines) expect(within(reasons).getByText(nameOf(line.card))).toBeTruthy();
  });

  it("says who has to decide", async () => {
    const position = positionOf("somebody else is asked");
    await renderBoard(position);
    expect(screen.getByText(/is choosing for/)).toBeTruthy();
  });

  it("asks whether to call a bluff", async () => {
    await renderBoard(positionOf("asked call_bluff"));
    expect(screen.getByText(/^Call .*’s bluff\?$/)).toBeTruthy();
  });

  it("opens a card on a long press without picking it", async () => {
    const position = positionOf("mulligan");
    const { container, sendAction } = await renderBoard(position);
    const card = container.querySelector<HTMLElement>("[data-lit=true]")!;
    fireEvent.pointerDown(card, { pointerType: "touch" });
    const sheet = await screen.findByRole("dialog", { hidden: true });
    fireEvent.pointerUp(card, { pointerType: "touch" });
    fireEvent.click(card);
    const name = nameOf(card.dataset.card!.split(":")[1]!);
    expect(within(sheet).getByRole("heading", { name, hidden: true })).toBeTruthy();
    expect(card.getAttribute("aria-pressed")).toBe("false");
    expect(sendAction).not.toHaveBeenCalled();
  });

  it("moves between cards with the arrow keys", async () => {
    const { user } = await renderBoard(positionOf("mulligan"));
    const hand = within(screen.getByRole("group", { name: "Your hand" })).getAllByRole("button");
    act(() => hand[0]!.focus());
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(hand[1]);
    expect(hand.filter((card) => card.tabIndex === 0)).toHaveLength(1);
  });
});

describe("revealed cards", () => {
  it("stay visible until the player acts", async () => {
    const position = positionOf("announce_power");
    const viewer = position.view.viewer as number;
    const called: DuelEvent = {
      type: "bluffs_called",
      seat: viewer,
      bluffs: ["facedown-1"],
      cards: ["buka-07"],
      honest: false,
    };
    const news = [{ seq: position.view.seq, events: [called] }] as unknown as DuelCommit[];
    const { rerender, user, sendAction } = await renderBoard(position);
    await settle(() => rerender(news));
    expect(await screen.findByText(/calls the bluff: .* It was a lie\.$/)).toBeTruthy();
    await user.click(screen.getAllByRole("button", { name: /^Announce/ })[0]!);
    expect(sendAction).toHaveBeenCalledTimes(1);
    expect(screen.queryByText(/It was a lie/)).toBeNull();
  });
});
