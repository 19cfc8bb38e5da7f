import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense, useState } from "react";
import { beforeEach, expect, it } from "vitest";
import type { BroughtDeck } from "../game_ui/game_ui";
import { scriptGateway } from "../testing/gateway";
import { CATALOGUE } from "../testing/lobby";
import { settle } from "../testing/settle";
import OptionsForm from "./options_form";

const CUSTOM = { leader: "hoax-00", inquisitor: null, cards: ["hoax-01"] };
let options: Record<string, unknown> = {};
let deck: BroughtDeck | null = null;

function Form() {
  const [shown, setShown] = useState({ options, deck });
  return (
    <OptionsForm
      game={CATALOGUE.games[1]!}
      options={shown.options}
      seats={2}
      change={(next) => {
        options = next;
        setShown((before) => ({ ...before, options: next }));
      }}
      deck={shown.deck}
      changeDeck={(next) => {
        deck = next;
        setShown((before) => ({ ...before, deck: next }));
      }}
    />
  );
}

beforeEach(() => {
  options = { decks: [CUSTOM, "flit"] };
  deck = null;
  localStorage.setItem("bluemoon.decks", JSON.stringify([{ name: "Mine", people: "hoax", ...CUSTOM }]));
  scriptGateway({ "GET /v1/games": CATALOGUE });
});

it("brings the own deck to the seat, so that the options do not show it", async () => {
  await settle(() =>
    render(
      <Suspense>
        <Form />
      </Suspense>,
    ),
  );
  const toggle = await screen.findByLabelText("Players bring their own decks");
  await act(() => userEvent.click(toggle));
  expect(options).toEqual({ decks: ["vulca", "flit"], own_decks: true });
  expect(deck).toEqual({ decks: [CUSTOM] });

  await act(() => userEvent.click(screen.getAllByLabelText("Random leader")[0]!));
  expect(deck).toEqual({ decks: ["random"] });

  await act(() => userEvent.click(screen.getAllByLabelText(/Mine/)[0]!));
  await act(() => userEvent.click(toggle));
  expect(options).toEqual({ decks: [CUSTOM, "flit"] });
  expect(deck).toBeNull();
});
