import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { describe, expect, it, vi } from "vitest";
import { nameOf, pieces, positions, type Position } from "../testing/duel/positions";
import { LanguageContext } from "../words/language";
import { DuelBoard } from "./board";
import { choicesOf, refOf, type DuelAction, type Play, type PlayType } from "./choices";
import type { DuelCommit, DuelEvent } from "./news";
import { tableWords } from "./words";

/** A whole table takes a busy machine a while in jsdom. */
const PATIENCE_MS = 30_000;
vi.setConfig({ testTimeout: PATIENCE_MS });

const positionOf = (name: string): Position => {
  const found = positions[name];
  if (!found) throw new Error(`No position was recorded for ${name}.`);
  return found;
};

async function lay({ seen, actions }: Position) {
  const sent = vi.fn<(action: DuelAction) => void>();
  const table = (news: readonly DuelCommit[]) => (
    <LanguageContext value="en">
      <Suspense>
        <DuelBoard
          seen={seen}
          pieces={pieces}
          actions={actions}
          act={sent}
          sending={false}
          news={news}
          history={news}
          nameOf={nameOf}
        />
      </Suspense>
    </LanguageContext>
  );
  let shown!: ReturnType<typeof render>;
  await act(async () => {
    shown = render(table([]));
  });
  await screen.findAllByText("Combat", {}, { timeout: PATIENCE_MS });
  return {
    sent,
    container: shown.container,
    user: userEvent.setup(),
    rerender: (news: readonly DuelCommit[]) => shown.rerender(table(news)),
  };
}

const cardAt = (container: HTMLElement, seat: number, card: string): HTMLElement =>
  container.querySelector<HTMLElement>(`[data-card="${refOf(seat, card)}"]`)!;

/** A record, so that a new action of the contract fails to compile here. */
const EVERY: Record<PlayType, true> = {
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
const PLAYS = Object.keys(EVERY) as PlayType[];

describe("every action of the contract", () => {
  it.each(PLAYS)("can be done by hand: %s", async (type) => {
    const position = positionOf(type);
    const { sent, container, user } = await lay(position);
    const seat = position.seen.viewer as number;
    const wanted = position.actions.find((action) => action.type === type) as Play;
    const choices = choicesOf(position.actions, seat, position.seen.table.play!.decision);
    const t = await tableWords.speak("en");
    const ref = [...choices.byCard].find(([, plays]) => plays.includes(wanted))?.[0];
    if (ref) {
      await user.click(container.querySelector(`[data-card="${ref}"]`)!);
      const at = choices.byCard.get(ref)!.indexOf(wanted);
      await user.click(deeds(container)[at]!);
    } else if (type === "concede" || type === "retreat") {
      if (type === "concede") await user.click(screen.getByText(t("more")));
      await user.click(screen.getByRole("button", { name: t(type) }));
      await user.click(
        screen.getByRole("button", { name: t(type === "concede" ? "concedeYes" : "retreat") }),
      );
    } else if (choices.plain.includes(wanted)) {
      const shown = deeds(container);
      const announcing = choices.plain.filter((action) => action.type === "announce_power");
      const rest = choices.plain.filter(
        (action) => !["announce_power", "concede", "rewind_turn"].includes(action.type),
      );
      const order = [...announcing, ...rest, ...choices.families, ...choices.plain].indexOf(wanted);
      await user.click(
        type === "rewind_turn" ? screen.getByRole("button", { name: t("rewind") }) : shown[order]!,
      );
    } else {
      const family = choices.families.find(({ kind }) => kind === type)!;
      const cards = cardsOf(wanted);
      if (type === "decline_fight") await user.click(screen.getByRole("button", { name: t("decline") }));
      if (type === "pay_demand") await user.click(cardAt(container, 1 - seat, family.demand!));
      for (const card of cards) await user.click(cardAt(container, family.seat, card));
      await user.click(deeds(container)[0]!);
    }
    expect(sent).toHaveBeenCalledTimes(1);
    expect(sent.mock.calls[0]![0]).toEqual(wanted);
  });

  it("has a recorded position", () => {
    expect(Object.keys(positions)).toEqual(expect.arrayContaining(PLAYS));
  });
});

const deeds = (container: HTMLElement): HTMLElement[] => [
  ...container.querySelectorAll<HTMLElement>("[data-deeds] button"),
];

function cardsOf(action: Play): readonly string[] {
  if (action.type === "mulligan") return action.exchange.cards;
  return "cards" in action ? action.cards : [];
}

describe("choices that were not sent", () => {
  it("are taken back with Escape", async () => {
    const position = positionOf("play_card");
    const { sent, container, user } = await lay(position);
    const play = position.actions.find((action) => action.type === "play_card")!;
    const card = cardAt(container, position.seen.viewer as number, play.card);
    await user.click(card);
    expect(card.getAttribute("aria-pressed")).toBe("true");
    await user.keyboard("{Escape}");
    expect(card.getAttribute("aria-pressed")).toBe("false");
    expect(sent).not.toHaveBeenCalled();
  });

  it("can be confirmed only when the list has them", async () => {
    const { container, user } = await lay(positionOf("decline_fight"));
    await user.click(screen.getByRole("button", { name: "Decline the fight …" }));
    const confirm = () => deeds(container)[0] as HTMLButtonElement;
    expect(confirm().disabled).toBe(true);
    const hand = container.querySelectorAll<HTMLElement>("[data-lit=true]");
    await user.click(hand[0]!);
    expect(confirm().disabled).toBe(false);
    for (const card of [...hand].slice(1, 4)) await user.click(card);
    expect(confirm().disabled).toBe(hand.length > 3);
  });
});

describe("what a viewer sees", () => {
  it("has no face of a bluff and nothing to do for spectators", async () => {
    const position = positionOf("bluffs for spectators");
    const { container } = await lay(position);
    expect(screen.getAllByText("A bluff, face down, counts 2 fire and 2 earth").length).toBeGreaterThan(0);
    expect(container.querySelectorAll("[data-lit=true]")).toHaveLength(0);
    expect(deeds(container)).toHaveLength(0);
  });

  it("shows its owner what a bluff is", async () => {
    const position = positionOf("discard_bluff");
    const bluff = position.seen.table.play!.sides[position.seen.viewer as number]!.bluffs[0]!;
    await lay(position);
    expect(screen.getByText(`Your bluff: ${nameOf(bluff.card!)}`)).toBeTruthy();
  });

  it("gives the reason for each number of the power", async () => {
    const position = positionOf("announce_power");
    const { user } = await lay(position);
    const powers = screen.getAllByRole("button", { name: /\d+ fire, \d+ earth/ });
    powers[1]!.focus();
    await user.tab();
    await user.tab({ shift: true });
    const reasons = await screen.findByRole("tooltip");
    const seat = position.seen.figures!.seats[position.seen.viewer as number]!;
    for (const line of seat.lines) expect(within(reasons).getByText(nameOf(line.card))).toBeTruthy();
  });

  it("says who has to decide when it is somebody else", async () => {
    const position = positionOf("somebody else is asked");
    await lay(position);
    expect(screen.getByText(/has to decide/)).toBeTruthy();
  });

  it("asks in words whether to call bluffs", async () => {
    await lay(positionOf("asked call_bluff"));
    expect(screen.getByText(/^Call .*'s bluffs\?$/)).toBeTruthy();
  });

  it("opens a card large under a finger that rests on it, and does nothing else", async () => {
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
      this.open = true;
    };
    HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
      this.open = false;
    };
    const position = positionOf("mulligan");
    const { container, sent } = await lay(position);
    const card = container.querySelector<HTMLElement>("[data-lit=true]")!;
    fireEvent.pointerDown(card, { pointerType: "touch" });
    const sheet = await screen.findByRole("dialog", { hidden: true });
    fireEvent.pointerUp(card, { pointerType: "touch" });
    fireEvent.click(card);
    const name = nameOf(card.dataset.card!.split(":")[1]!);
    expect(within(sheet).getByRole("heading", { name, hidden: true })).toBeTruthy();
    expect(card.getAttribute("aria-pressed")).toBe("false");
    expect(sent).not.toHaveBeenCalled();
  });

  it("goes from card to card with the arrows", async () => {
    const { user } = await lay(positionOf("mulligan"));
    const hand = within(screen.getByRole("group", { name: "Your hand" })).getAllByRole("button");
    hand[0]!.focus();
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(hand[1]);
    expect(hand.filter((card) => card.tabIndex === 0)).toHaveLength(1);
  });
});

describe("cards that were shown", () => {
  it("stay in sight until the player goes on", async () => {
    const position = positionOf("announce_power");
    const viewer = position.seen.viewer as number;
    const called: DuelEvent = {
      type: "bluffs_called",
      seat: viewer,
      bluffs: ["facedown-1"],
      cards: ["buka-07"],
      honest: false,
    };
    const news = [{ seq: position.seen.seq, events: [called] }] as unknown as DuelCommit[];
    const { rerender, user, sent } = await lay(position);
    await act(async () => rerender(news));
    expect(await screen.findByText(/calls the bluffs: .* It was a lie\.$/)).toBeTruthy();
    await user.click(screen.getAllByRole("button", { name: /^Announce/ })[0]!);
    expect(sent).toHaveBeenCalledTimes(1);
    expect(screen.queryByText(/It was a lie/)).toBeNull();
  });
});
