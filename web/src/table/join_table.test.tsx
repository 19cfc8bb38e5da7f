import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";
import { scriptGateway } from "../testing/gateway";
import { CATALOGUE, tableRow } from "../testing/lobby";
import { settle } from "../testing/settle";
import { JoinTable } from "./join_table";

const TOKEN = `x.${btoa(JSON.stringify({ table: "t1", seat: 1 }))}.y`;

async function join(options: Record<string, unknown>) {
  const { terms, ...others } = tableRow({ game: "duel", options, players: ["Amber", null], stage: "open" });
  const row = { ...others, terms: { ...terms, bots: [] } };
  const requests = scriptGateway({
    "GET /v1/games": CATALOGUE,
    "GET /v1/tables/t1": row,
    "POST /v1/guests/tables/t1/seats": { table: "t1", seat: 1, token: TOKEN },
  });
  await settle(() =>
    render(
      <Suspense>
        <JoinTable table="t1" onToken={vi.fn()} />
      </Suspense>,
    ),
  );
  await screen.findByRole("button", { name: "Join" });
  return () => requests.find((request) => request.path.endsWith("/seats"))?.body;
}

it("lets a player bring a deck where the table accepts them", async () => {
  const body = await join({ own_decks: true });
  await userEvent.click(await screen.findByLabelText("Random leader"));
  await userEvent.click(screen.getByRole("button", { name: "Join" }));
  await waitFor(() => expect(body()).toMatchObject({ deck: { decks: ["random"] } }));
});

it("asks for no deck at other tables", async () => {
  const body = await join({});
  expect(screen.queryByLabelText("Random leader")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Join" }));
  await waitFor(() => expect(body()).toBeDefined());
  expect(body()).not.toHaveProperty("deck");
});
