import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense, useState } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { CatalogueGame } from "../contract/gateway";
import names from "../testing/city/names.json";
import { PIECES } from "../testing/city/positions";
import { scriptGateway } from "../testing/gateway";
import { settle } from "../testing/settle";
import { CATALOGUE } from "../testing/lobby";
import CityOptions from "./options_form";
import { cityWords } from "./words";

type Options = Record<string, unknown>;

const change = vi.fn<(options: Options) => void>();
const [city] = CATALOGUE.games as [CatalogueGame];
const NAMED = { games: [{ ...city, words: names }] };

function Form() {
  const [options, setOptions] = useState<Options>({ players: 2 });
  const onChange = (changed: Options) => {
    change(changed);
    setOptions(changed);
  };
  return (
    <CityOptions
      game={city}
      options={options}
      seats={2}
      change={onChange}
      deck={null}
      changeDeck={() => {}}
    />
  );
}

const lastOptions = () => change.mock.lastCall![0];

beforeAll(() => cityWords.load("en"));

beforeEach(async () => {
  scriptGateway({ "GET /v1/games": NAMED, "GET /v1/games/city/pieces": PIECES });
  await settle(() =>
    render(
      <Suspense>
        <Form />
      </Suspense>,
    ),
  );
  await userEvent.click(screen.getByText("More options"));
});

describe("the options of a city", () => {
  it("let the opener choose the corners of one set", async () => {
    expect(screen.queryByLabelText("Corners for the extra tiles")).toBeNull();
    await userEvent.click(screen.getByLabelText(/set 1/));
    await userEvent.selectOptions(
      screen.getByLabelText("Corners for the extra tiles"),
      "north-west, south-east",
    );
    expect(lastOptions().corners).toEqual(["north_west", "south_east"]);
    await userEvent.click(screen.getByLabelText(/set 2/));
    expect(lastOptions().corners).toBeUndefined();
  });

  it("say whether a player without stones may offer", async () => {
    const box = screen.getByLabelText("Players without stones may still make offerings");
    expect((box as HTMLInputElement).checked).toBe(true);
    await userEvent.click(box);
    expect(lastOptions().offer_without_stones).toBe(false);
  });

  it("show how certain the numbers are, and offer the known alternatives", async () => {
    await userEvent.click(screen.getByText("Numbers we are not sure of"));
    await screen.findByRole("table");
    const row = (name: string) => within(screen.getByRole("row", { name: new RegExp(name) }));
    expect(row("Flight Tower").getByText("65%")).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText("Flight Tower"), "4 2 2");
    expect(lastOptions().tiles).toMatchObject([{ tile: "flight_tower", boxes: [4, 2, 2] }]);
    await userEvent.selectOptions(screen.getByLabelText("Flight Tower"), "4 3 2");
    expect(lastOptions().tiles).toEqual([]);
    await userEvent.selectOptions(screen.getByLabelText("Cards of a people"), "4 4 2");
    expect(lastOptions().split).toEqual({ ones: 4, twos: 4, threes: 2 });
    expect(screen.queryByRole("row", { name: /Hospital/ })).toBeNull();
  });
});
