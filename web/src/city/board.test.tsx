import { render, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { settle } from "../testing/settle";
import { coreWords } from "../words/core";
import { nameIn, PIECES, POSITIONS, type RecordedPosition } from "../testing/city/positions";
import { CityBoard } from "./board";
import { turnEvents } from "./turn_events";
import { cityWords } from "./words";
import type { Action, Tile } from "./types";

beforeAll(async () => {
  await Promise.all([cityWords.load("en"), coreWords.load("en")]);
});

async function show({ view, actions, news }: RecordedPosition, sending = false) {
  const act = vi.fn<(action: Action) => void>();
  const board = (position: RecordedPosition) => (
    <Suspense>
      <CityBoard
        view={position.view}
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
  const shown = await settle(() => render(board({ view, actions, news })));
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  return {
    act,
    user,
    rerender: (position: RecordedPosition) => settle(() => shown.rerender(board(position))),
  };
}

const tile = (name: string) => document.querySelector<HTMLElement>(`[data-tile="${name}"]`)!;
const litTiles = () =>
  [...document.querySelectorAll<HTMLElement>("[data-tile][data-lit]")]
    .map((element) => element.dataset.tile)
    .sort();
const targetsOf = (actions: readonly Action[], type: Action["type"]) => [
  ...new Set(actions.flatMap((action) => (action.type === type && "to" in action ? [action.to] : []))),
];
// Queries by role would make jsdom visit every shape of the map.
const region = (name: string) => document.querySelector<HTMLElement>(`section[aria-label^="${name}"]`);
const panel = () => within(region("Current turn")!);
const hand = () => within(region("Your hand")!);

describe("moving", () => {
  it("highlights exactly the tiles in the list of legal actions", async () => {
    const { beginning } = POSITIONS;
    await show(beginning);
    expect(litTiles()).toEqual(targetsOf(beginning.actions, "walk").sort());
  });

  it("offers the actions of a highlighted tile and sends the chosen one", async () => {
    const { beginning } = POSITIONS;
    const { act, user } = await show(beginning);
    const [to] = targetsOf(beginning.actions, "walk") as [Tile];
    await user.click(tile(to));
    await user.click(panel().getByRole("button", { name: "Walk here" }));
    expect(act).toHaveBeenCalledExactlyOnceWith({ type: "walk", to });
  });

  it("performs the move on a double click", async () => {
    const { beginning } = POSITIONS;
    const { act, user } = await show(beginning);
    const [to] = targetsOf(beginning.actions, "walk") as [Tile];
    await user.dblClick(tile(to));
    expect(act).toHaveBeenCalledExactlyOnceWith({ type: "walk", to });
  });

  it("shows a tile out of reach without any actions", async () => {
    const { beginning } = POSITIONS;
    const { act, user } = await show(beginning);
    const reach = targetsOf(beginning.actions, "walk");
    const far = beginning.view.table.play!.layout.find(
      (candidate) => candidate && candidate !== "courtyard" && !reach.includes(candidate),
    )!;
    await user.dblClick(tile(far));
    expect(act).not.toHaveBeenCalled();
  });
});

describe("cards", () => {
  it("highlight only the tiles that the chosen card reaches", async () => {
    const { offering } = POSITIONS;
    const { act, user } = await show(offering);
    await user.click(hand().getByRole("button", { name: /^Flit 1/ }));
    expect(litTiles()).toEqual(targetsOf(offering.actions, "fly").sort());
    const to = targetsOf(offering.actions, "fly").find(
      (target) => !targetsOf(offering.actions, "walk").includes(target),
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
    await user.click(panel().getByRole("button", { name: "Discard and draw one more" }));
    expect(act).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ type: discard.type }));
  });

  it("are deselected with Escape", async () => {
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
  const here = building.view.table.play!.seats[0]!.figure!;
  const payments = building.actions.filter((action) => action.type === "contribute");
  const box = payments[0]!.box;
  const forBox = payments.filter((payment) => payment.box === box);

  async function openBox() {
    const shown = await show(building);
    await shown.user.click(tile(here));
    await shown.user.click(panel().getAllByRole("button", { name: /you can pay for it/ })[0]!);
    return shown;
  }

  it("preselects the first legal payment and sends it", async () => {
    const { act, user } = await openBox();
    const [first] = panel().getAllByRole<HTMLInputElement>("radio");
    expect(first!.checked).toBe(true);
    await user.click(panel().getByRole("button", { name: /^Pay/ }));
    expect(act).toHaveBeenCalledExactlyOnceWith(forBox[0]);
  });

  it("offers every other payment in the order of the list", async () => {
    const { act, user } = await openBox();
    const more = panel().queryByRole("button", { name: /more option/ });
    if (more) await user.click(more);
    const options = panel().getAllByRole("radio");
    expect(options).toHaveLength(forBox.length);
    await user.click(options.at(-1)!);
    await user.click(panel().getByRole("button", { name: /^Pay/ }));
    expect(act).toHaveBeenCalledExactlyOnceWith(forBox.at(-1));
  });

  it("shows only payments that use the selected cards", async () => {
    const { user } = await openBox();
    const requiredCard = forBox.at(-1)!.cards.find((card) => !forBox[0]!.cards.includes(card))!;
    const [people, value] = requiredCard.split("-") as [string, string];
    await user.click(
      hand().getAllByRole("button", { name: new RegExp(`^${nameIn("en")(people)} ${value}`) })[0]!,
    );
    const more = panel().queryByRole("button", { name: /more option/ });
    if (more) await user.click(more);
    expect(panel().getAllByRole("radio")).toHaveLength(
      forBox.filter((payment) => payment.cards.includes(requiredCard)).length,
    );
  });

  it("shows the colour of a palace box", async () => {
    const { palace } = POSITIONS;
    const { user } = await show(palace);
    await user.click(tile("palace"));
    await user.click(panel().getAllByRole("button", { name: /you can pay for it/ })[0]!);
    const first = palace.actions.find((action) => action.type === "contribute")!;
    expect(panel().getAllByRole("img", { name: `in ${first.colour}` }).length).toBeGreaterThan(0);
  });
});

describe("the primary button", () => {
  it("makes an offering when possible and shows its cost", async () => {
    const { offering } = POSITIONS;
    const { act, user } = await show(offering);
    await user.click(panel().getByRole("button", { name: "Make an offering for 7 crystals" }));
    expect(act).toHaveBeenCalledExactlyOnceWith(offering.actions.find((action) => action.type === "offer"));
  });

  it("draws when nothing else is left and shows the number of cards", async () => {
    const { beginning } = POSITIONS;
    const { act, user } = await show(beginning);
    const { draws } = beginning.view.figures!;
    await user.click(panel().getByRole("button", { name: `Draw ${draws} cards and end turn` }));
    expect(act).toHaveBeenCalledExactlyOnceWith({ type: "draw" });
  });

  it("sends nothing while an action is pending", async () => {
    const { beginning } = POSITIONS;
    const { act, user } = await show(beginning, true);
    const [to] = targetsOf(beginning.actions, "walk") as [Tile];
    await user.dblClick(tile(to));
    expect(act).not.toHaveBeenCalled();
  });
});

describe("with the keyboard only", () => {
  it("arrows move between tiles and Enter twice performs the move", async () => {
    const { beginning } = POSITIONS;
    const { act, user } = await show(beginning);
    await user.tab();
    expect(document.activeElement).toBe(tile("courtyard"));
    await user.keyboard("{ArrowUp}");
    const north = beginning.view.table.play!.layout[7]!;
    expect(document.activeElement).toBe(tile(north));
    await user.keyboard("{Enter}{Enter}");
    expect(act).toHaveBeenCalledExactlyOnceWith({ type: "walk", to: north });
  });

  it("focus moves into the panel when the pressed button disappears", async () => {
    const { building } = POSITIONS;
    const { act, user } = await show(building);
    await user.tab();
    while (!/^Build/.test(document.activeElement?.textContent?.trim() ?? "")) await user.tab();
    await user.keyboard("{Enter}");
    while (!/you can pay for it/.test(document.activeElement?.getAttribute("aria-label") ?? ""))
      await user.tab();
    await user.keyboard("{Enter}");
    expect((document.activeElement as HTMLInputElement).type).toBe("radio");
    await user.keyboard("{Enter}");
    expect(act).toHaveBeenCalledExactlyOnceWith(
      building.actions.find((action) => action.type === "contribute"),
    );
  });

  it("Tab reaches hand and buttons, arrows move between cards", async () => {
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
  it("warns that moving and building are skipped, and only then", async () => {
    const { beginning } = POSITIONS;
    const { user, rerender } = await show(beginning);
    await user.click(panel().getByRole("button", { name: "Swap cards…" }));
    expect(panel().getByRole("status").textContent).toMatch("no longer move or build");
    await rerender({ ...beginning, view: { ...beginning.view, skips: [] } });
    expect(panel().queryByRole("status")).toBeNull();
  });

  const { beginning } = POSITIONS;
  const later = (by: number): RecordedPosition => ({
    ...beginning,
    view: { ...beginning.view, seq: beginning.view.seq + by },
    actions: [...beginning.actions],
  });

  it("sends nothing until confirmed, then one action at a time", async () => {
    const { act, user, rerender } = await show(beginning);
    await user.click(panel().getByRole("button", { name: /^Swap cards/ }));
    const [first, second] = hand().getAllByRole("button");
    await user.click(first!);
    await user.click(second!);
    expect(act).not.toHaveBeenCalled();
    await user.click(panel().getByRole("button", { name: "Discard 2, draw 4 and end turn" }));
    await rerender(later(1));
    await rerender(later(2));
    expect(act.mock.calls.map(([action]) => action.type)).toEqual(["discard", "discard", "draw"]);
  });

  it("drops the queue when an action is rejected", async () => {
    const { act, user, rerender } = await show(beginning);
    await user.click(panel().getByRole("button", { name: /^Swap cards/ }));
    await user.click(hand().getAllByRole("button")[0]!);
    await user.click(panel().getByRole("button", { name: /^Discard 1/ }));
    await rerender(later(0));
    await rerender(later(1));
    expect(act).toHaveBeenCalledOnce();
  });
});

describe("without legal actions", () => {
  it("a spectator sees no highlights and no hand, but can inspect every tile", async () => {
    const { user } = await show(POSITIONS.watching);
    expect(litTiles()).toEqual([]);
    expect(region("Your hand")).toBeNull();
    await user.click(tile("library"));
    expect(panel().getByRole("heading", { name: "Library" })).toBeTruthy();
  });

  it("a finished game is shown", async () => {
    await show(POSITIONS.over);
    expect(litTiles()).toEqual([]);
    expect(document.querySelectorAll("tbody tr")).toHaveLength(2);
  });

  it("hidden values stay hidden", async () => {
    await show(POSITIONS.beginning);
    const [amber, basalt] = [...document.querySelectorAll<HTMLElement>("tbody tr")];
    expect(within(amber!).queryByText("hidden")).toBeNull();
    expect(within(basalt!).getByText("hidden")).toBeTruthy();
  });
});

describe("news", () => {
  it("keep the selected tile and drop a selected card that is gone", async () => {
    const { beginning, offering } = POSITIONS;
    const { user, rerender } = await show(offering);
    await user.click(hand().getByRole("button", { name: /^Flit 1/ }));
    await rerender({ ...offering, view: beginning.view, actions: [] });
    expect(panel().queryByRole("heading", { name: "Flit 1" })).toBeNull();
  });

  it("are narrated while they are animated, until a key is pressed", async () => {
    const { busy } = POSITIONS;
    const { user, rerender } = await show({ ...busy, news: [] });
    await rerender({ ...busy, news: [...busy.news] });
    const caption = () => document.querySelector("p[aria-hidden=true]");
    expect(caption()?.textContent).toBeTruthy();
    await user.keyboard("{Tab}");
    await user.click(tile("courtyard"));
    expect(caption()).toBeNull();
  });
});

describe("the legend", () => {
  it("describes every power", async () => {
    const { user } = await show(POSITIONS.beginning);
    await user.click(panel().getByRole("button", { name: "Help" }));
    const dialog = within(document.querySelector("dialog")!);
    expect(dialog.getByText(/Fly to any tile/)).toBeTruthy();
  });
});

describe("events of this turn", () => {
  it("can be focused and scrolled with the keyboard", async () => {
    const position = Object.values(POSITIONS).find(
      ({ view, news }) => turnEvents(news, view.seq).length > 0,
    )!;
    await show(position);
    const list = document.querySelector<HTMLElement>('ul[aria-label="This turn so far"]')!;
    list.focus();
    expect(document.activeElement).toBe(list);
  });
});
