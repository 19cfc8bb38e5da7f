import { act as settle, render, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { coreWords } from "../words/core";
import { nameIn, PIECES, POSITIONS, type Recorded } from "../testing/city/positions";
import { CityBoard } from "./board";
import { cityWords } from "./words";
import type { Action, Tile } from "./wire";

beforeAll(async () => {
  await Promise.all([cityWords.words("en"), coreWords.words("en")]);
  // jsdom draws no dialogs.
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
});

async function show({ seen, actions, news }: Recorded, sending = false) {
  const act = vi.fn<(action: Action) => void>();
  const board = (position: Recorded) => (
    <Suspense>
      <CityBoard
        seen={position.seen}
        actions={position.actions}
        news={position.news}
        history={position.news}
        pieces={PIECES}
        act={act}
        sending={sending}
        nameOf={nameIn("en")}
      />
    </Suspense>
  );
  const shown = await settle(async () => render(board({ seen, actions, news })));
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  return { act, user, become: (position: Recorded) => settle(async () => shown.rerender(board(position))) };
}

const tile = (name: string) => document.querySelector<HTMLElement>(`[data-tile="${name}"]`)!;
const litTiles = () =>
  [...document.querySelectorAll<HTMLElement>("[data-tile][data-lit]")].map((one) => one.dataset.tile).sort();
const targetsOf = (actions: readonly Action[], type: Action["type"]) => [
  ...new Set(actions.flatMap((action) => (action.type === type && "to" in action ? [action.to] : []))),
];
// Asking for regions by role makes jsdom look at every shape of the map.
const region = (name: string) => document.querySelector<HTMLElement>(`section[aria-label^="${name}"]`);
const panel = () => within(region("Your turn")!);
const hand = () => within(region("Your hand")!);

describe("where one may go", () => {
  it("lights exactly the tiles of the legal list", async () => {
    const { beginning } = POSITIONS;
    await show(beginning);
    expect(litTiles()).toEqual(targetsOf(beginning.actions, "walk").sort());
  });

  it("offers what can be done at a lit tile, and sends it", async () => {
    const { beginning } = POSITIONS;
    const { act, user } = await show(beginning);
    const [to] = targetsOf(beginning.actions, "walk") as [Tile];
    await user.click(tile(to));
    await user.click(panel().getByRole("button", { name: "Walk here" }));
    expect(act).toHaveBeenCalledExactlyOnceWith({ type: "walk", to });
  });

  it("goes where one points twice", async () => {
    const { beginning } = POSITIONS;
    const { act, user } = await show(beginning);
    const [to] = targetsOf(beginning.actions, "walk") as [Tile];
    await user.dblClick(tile(to));
    expect(act).toHaveBeenCalledExactlyOnceWith({ type: "walk", to });
  });

  it("shows a tile that is out of reach, and offers nothing there", async () => {
    const { beginning } = POSITIONS;
    const { act, user } = await show(beginning);
    const reach = targetsOf(beginning.actions, "walk");
    const far = beginning.seen.table.play!.layout.find(
      (one) => one && one !== "courtyard" && !reach.includes(one),
    )!;
    await user.dblClick(tile(far));
    expect(act).not.toHaveBeenCalled();
  });
});

describe("what a card can do", () => {
  it("lights only the tiles the chosen card leads to", async () => {
    const { offering } = POSITIONS;
    const { act, user } = await show(offering);
    await user.click(hand().getByRole("button", { name: /^Flit 1/ }));
    expect(litTiles()).toEqual(targetsOf(offering.actions, "fly").sort());
    const to = targetsOf(offering.actions, "fly").find(
      (one) => !targetsOf(offering.actions, "walk").includes(one),
    )!;
    await user.click(tile(to));
    await user.click(panel().getByRole("button", { name: "Fly here with Flit 1" }));
    expect(act).toHaveBeenCalledExactlyOnceWith({ type: "fly", to });
  });

  it("can be discarded for another", async () => {
    const { beginning } = POSITIONS;
    const { act, user } = await show(beginning);
    const discard = beginning.actions.find((action) => action.type === "discard")!;
    await user.click(hand().getAllByRole("button")[0]!);
    await user.click(panel().getByRole("button", { name: "Discard it, draw one more" }));
    expect(act).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ type: discard.type }));
  });

  it("is taken back by Escape", async () => {
    const { offering } = POSITIONS;
    const { user } = await show(offering);
    const before = litTiles();
    await user.click(hand().getByRole("button", { name: /^Flit 1/ }));
    expect(litTiles()).not.toEqual(before);
    await user.keyboard("{Escape}");
    expect(litTiles()).toEqual(before);
  });
});

describe("paying for a box", () => {
  const { building } = POSITIONS;
  const here = building.seen.table.play!.seats[0]!.figure!;
  const payments = building.actions.filter((action) => action.type === "contribute");
  const box = payments[0]!.box;
  const forBox = payments.filter((payment) => payment.box === box);

  async function openBox() {
    const shown = await show(building);
    await shown.user.click(tile(here));
    await shown.user.click(panel().getAllByRole("button", { name: /you can pay it/ })[0]!);
    return shown;
  }

  it("chooses the first of the list, and sends it", async () => {
    const { act, user } = await openBox();
    const [first] = panel().getAllByRole("radio") as HTMLInputElement[];
    expect(first!.checked).toBe(true);
    await user.click(panel().getByRole("button", { name: /^Pay/ }));
    expect(act).toHaveBeenCalledExactlyOnceWith(forBox[0]);
  });

  it("has every other way at hand, in the order of the list", async () => {
    const { act, user } = await openBox();
    const more = panel().queryByRole("button", { name: /more way/ });
    if (more) await user.click(more);
    const ways = panel().getAllByRole("radio");
    expect(ways).toHaveLength(forBox.length);
    await user.click(ways.at(-1)!);
    await user.click(panel().getByRole("button", { name: /^Pay/ }));
    expect(act).toHaveBeenCalledExactlyOnceWith(forBox.at(-1));
  });

  it("leaves only the ways that use the cards one touches", async () => {
    const { user } = await openBox();
    const wanted = forBox.at(-1)!.cards.find((card) => !forBox[0]!.cards.includes(card))!;
    const [people, value] = wanted.split("-") as [string, string];
    await user.click(
      hand().getAllByRole("button", { name: new RegExp(`^${nameIn("en")(people)} ${value}`) })[0]!,
    );
    const more = panel().queryByRole("button", { name: /more way/ });
    if (more) await user.click(more);
    expect(panel().getAllByRole("radio")).toHaveLength(
      forBox.filter((payment) => payment.cards.includes(wanted)).length,
    );
  });

  it("names the colour of a palace box", async () => {
    const { palace } = POSITIONS;
    const { user } = await show(palace);
    await user.click(tile("palace"));
    await user.click(panel().getAllByRole("button", { name: /you can pay it/ })[0]!);
    const first = palace.actions.find((action) => action.type === "contribute")!;
    expect(panel().getAllByRole("img", { name: `in ${first.colour}` }).length).toBeGreaterThan(0);
  });
});

describe("the natural next step", () => {
  it("is the offering where one can be made, with what it costs", async () => {
    const { offering } = POSITIONS;
    const { act, user } = await show(offering);
    await user.click(panel().getByRole("button", { name: "Make an offering for 7 crystals" }));
    expect(act).toHaveBeenCalledExactlyOnceWith(offering.actions.find((action) => action.type === "offer"));
  });

  it("is the draw when nothing else is left, with how many cards it brings", async () => {
    const { beginning } = POSITIONS;
    const { act, user } = await show(beginning);
    const { draws } = beginning.seen.figures!;
    await user.click(panel().getByRole("button", { name: `Draw ${draws} cards and end the turn` }));
    expect(act).toHaveBeenCalledExactlyOnceWith({ type: "draw" });
  });

  it("sends nothing while something is on its way", async () => {
    const { beginning } = POSITIONS;
    const { act, user } = await show(beginning, true);
    const [to] = targetsOf(beginning.actions, "walk") as [Tile];
    await user.dblClick(tile(to));
    expect(act).not.toHaveBeenCalled();
  });
});

describe("with the keyboard alone", () => {
  it("walks through the map by arrows, and goes by Enter twice", async () => {
    const { beginning } = POSITIONS;
    const { act, user } = await show(beginning);
    await user.tab();
    expect(document.activeElement).toBe(tile("courtyard"));
    await user.keyboard("{ArrowUp}");
    const north = beginning.seen.table.play!.layout[7]!;
    expect(document.activeElement).toBe(tile(north));
    await user.keyboard("{Enter}{Enter}");
    expect(act).toHaveBeenCalledExactlyOnceWith({ type: "walk", to: north });
  });

  it("goes on in the panel when the button that was pressed is gone", async () => {
    const { building } = POSITIONS;
    const { act, user } = await show(building);
    await user.tab();
    while (!/^Build/.test(document.activeElement?.textContent?.trim() ?? "")) await user.tab();
    await user.keyboard("{Enter}");
    while (!/you can pay it/.test(document.activeElement?.getAttribute("aria-label") ?? "")) await user.tab();
    await user.keyboard("{Enter}");
    expect((document.activeElement as HTMLInputElement).type).toBe("radio");
    await user.keyboard("{Enter}");
    expect(act).toHaveBeenCalledExactlyOnceWith(
      building.actions.find((action) => action.type === "contribute"),
    );
  });

  it("reaches hand and buttons by the tab key, and cards by arrows", async () => {
    const { offering } = POSITIONS;
    const { act, user } = await show(offering);
    await user.tab();
    while (!/^Make an offering/.test(document.activeElement?.textContent?.trim() ?? "")) await user.tab();
    await user.keyboard("{Enter}");
    expect(act).toHaveBeenCalledOnce();
    const cards = hand().getAllByRole("button");
    while (!cards.includes(document.activeElement as HTMLElement)) await user.tab();
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(cards[1]);
  });
});

describe("swapping cards before the draw", () => {
  const { beginning } = POSITIONS;
  const later = (by: number): Recorded => ({
    ...beginning,
    seen: { ...beginning.seen, seq: beginning.seen.seq + by },
    actions: [...beginning.actions],
  });

  it("sends nothing before all is chosen, then one after the other", async () => {
    const { act, user, become } = await show(beginning);
    await user.click(panel().getByRole("button", { name: /^Swap cards/ }));
    const [first, second] = hand().getAllByRole("button");
    await user.click(first!);
    await user.click(second!);
    expect(act).not.toHaveBeenCalled();
    await user.click(panel().getByRole("button", { name: "Discard 2, draw 4 and end the turn" }));
    await become(later(1));
    await become(later(2));
    expect(act.mock.calls.map(([action]) => action.type)).toEqual(["discard", "discard", "draw"]);
  });

  it("forgets the rest when one is refused", async () => {
    const { act, user, become } = await show(beginning);
    await user.click(panel().getByRole("button", { name: /^Swap cards/ }));
    await user.click(hand().getAllByRole("button")[0]!);
    await user.click(panel().getByRole("button", { name: /^Discard 1/ }));
    await become(later(0));
    await become(later(1));
    expect(act).toHaveBeenCalledOnce();
  });
});

describe("for those who only look", () => {
  it("lights nothing and shows no hand to a spectator, but every tile from near", async () => {
    const { user } = await show(POSITIONS.watching);
    expect(litTiles()).toEqual([]);
    expect(region("Your hand")).toBeNull();
    await user.click(tile("library"));
    expect(panel().getByRole("heading", { name: "Library" })).toBeTruthy();
  });

  it("shows a game that is over", async () => {
    await show(POSITIONS.over);
    expect(litTiles()).toEqual([]);
    expect(document.querySelectorAll("tbody tr")).toHaveLength(2);
  });

  it("hides what is hidden", async () => {
    await show(POSITIONS.beginning);
    const [amber, basalt] = [...document.querySelectorAll<HTMLElement>("tbody tr")];
    expect(within(amber!).queryByText("hidden")).toBeNull();
    expect(within(basalt!).getByText("hidden")).toBeTruthy();
  });
});

describe("what happened since", () => {
  it("keeps a tile in sight and gives up a card that is gone", async () => {
    const { beginning, offering } = POSITIONS;
    const { user, become } = await show(offering);
    await user.click(hand().getByRole("button", { name: /^Flit 1/ }));
    await become({ ...offering, seen: beginning.seen, actions: [] });
    expect(panel().queryByRole("heading", { name: "Flit 1" })).toBeNull();
  });

  it("is told while it is shown, and ends at the first key", async () => {
    const { busy } = POSITIONS;
    const { user, become } = await show({ ...busy, news: [] });
    await become({ ...busy, news: [...busy.news] });
    const caption = () => document.querySelector("p[aria-hidden=true]");
    expect(caption()?.textContent).toBeTruthy();
    await user.keyboard("{Tab}");
    await user.click(tile("courtyard"));
    expect(caption()).toBeNull();
  });
});

describe("the legend", () => {
  it("says what every power does", async () => {
    const { user } = await show(POSITIONS.beginning);
    await user.click(panel().getByRole("button", { name: "What the signs mean" }));
    const dialog = within(document.querySelector("dialog")!);
    expect(dialog.getByText(/Fly to any tile/)).toBeTruthy();
  });
});
