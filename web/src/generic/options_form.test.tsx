import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { Suspense, useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { requiredOptions } from "../game_ui/options_schema";
import { scriptGateway, type RecordedRequest } from "../testing/gateway";
import { HIGHCARD } from "../testing/highcard";
import { CATALOGUE } from "../testing/lobby";
import { settle } from "../testing/settle";
import OptionsForm from "./options_form";

let requests: RecordedRequest[] = [];
let problems: object[] = [];
let change: (options: Record<string, unknown>) => void = () => {};

function Form() {
  const [options, setOptions] = useState<Record<string, unknown>>({});
  const set = (next: Record<string, unknown>) => {
    change(next);
    setOptions(next);
  };
  return (
    <OptionsForm game={HIGHCARD} options={options} seats={2} change={set} deck={null} changeDeck={() => {}} />
  );
}

async function show() {
  const { container } = await settle(() =>
    render(
      <Suspense>
        <Form />
      </Suspense>,
    ),
  );
  await screen.findByLabelText("Rounds");
  return container;
}

beforeEach(() => {
  problems = [];
  requests = scriptGateway({
    "GET /v1/games": { ...CATALOGUE, games: [...CATALOGUE.games, HIGHCARD] },
    "POST /v1/games/highcard/check": () => ({ problems }),
  });
});

describe("the options form of any game", () => {
  it("has an input for each kind of option", async () => {
    let options: Record<string, unknown> = {};
    change = (next) => (options = next);
    await show();
    const user = userEvent.setup();
    await user.clear(screen.getByLabelText("Rounds"));
    await user.type(screen.getByLabelText("Rounds"), "5");
    await user.click(screen.getByLabelText("Open hands"));
    await user.selectOptions(screen.getByLabelText("Trump"), "Sea salt");
    await user.click(screen.getByLabelText("Mirror"));
    await user.click(screen.getByRole("button", { name: "Add to Handicaps" }));
    await user.click(screen.getByRole("button", { name: "Remove Handicaps 1" }));
    await user.clear(screen.getByLabelText("Hand"));
    await user.type(screen.getByLabelText("Hand"), "4");
    await user.click(screen.getByRole("checkbox", { name: "Target" }));
    await user.clear(screen.getByLabelText("Stake (JSON)"));
    await user.type(screen.getByLabelText("Stake (JSON)"), '"all"');
    expect(options).toEqual({
      rounds: 5,
      open_hands: true,
      trump: "sea_salt",
      extras: ["mirror"],
      handicaps: [0],
      limits: { hand: 4 },
      target: 5,
      stake: "all",
    });
    // The choice of seats sets the number of players.
    expect(screen.queryByLabelText("Players")).toBeNull();
  });

  it("shows the problems that the gateway reports", async () => {
    problems = [{ code: "too_many", message: "at most 3 cards", where: "limits", detail: {} }];
    await show();
    expect(await screen.findByText("Limits: at most 3 cards")).toBeTruthy();
    expect(requests.at(-1)?.body).toEqual({ options: { players: 2 } });
    problems = [];
    await userEvent.click(screen.getByLabelText("Open hands"));
    await waitFor(() => expect(screen.queryByText(/at most/)).toBeNull());
  });

  it("axe finds no problem", async () => {
    // jsdom computes no colours.
    const container = await show();
    // The check of the options comes back meanwhile.
    const { violations } = await act(() =>
      axe.run(container, { rules: { "color-contrast": { enabled: false } } }),
    );
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});

it("options without a default get the smallest value", () => {
  expect(requiredOptions(HIGHCARD.options)).toEqual({ players: 2 });
  expect(requiredOptions({})).toEqual({});
});
