import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { settle } from "../testing/settle";
import { ReportName } from "./report_name";
import type { TableView } from "./table_view";

const VIEW = {
  viewer: 0,
  table: {
    terms: { bots: [{ seat: 2, level: "random" }] },
    seats: [
      { seat: 0, player: "Amber" },
      { seat: 1, player: "Vile" },
      { seat: 2, player: "random bot" },
      { seat: 3, player: null },
    ],
  },
} as unknown as TableView;

async function show(report: (seat: number) => Promise<void>, view = VIEW) {
  await settle(() => render(<ReportName view={view} report={report} />));
}

describe("reporting a name", () => {
  it("offers the other people at the table, and each only once", async () => {
    const seats: number[] = [];
    await show((seat) => Promise.resolve(void seats.push(seat)));
    await userEvent.click(screen.getByText("Report a name"));
    const button = screen.getByRole("button", { name: "Report “Vile”" });
    expect(screen.getAllByRole("button")).toEqual([button]);
    await userEvent.click(button);
    expect(seats).toEqual([1]);
    expect((await screen.findByRole("status")).textContent).toBe("Reported. Thank you.");
    expect(button).toHaveProperty("disabled", true);
  });

  it("says if the report was not sent", async () => {
    await show(() => Promise.reject(new Error("no connection")));
    await userEvent.click(screen.getByText("Report a name"));
    const button = screen.getByRole("button", { name: "Report “Vile”" });
    await userEvent.click(button);
    expect((await screen.findByRole("status")).textContent).toBe("The report was not sent. Try again later.");
    expect(button).toHaveProperty("disabled", false);
  });

  it("offers nothing to somebody alone", async () => {
    const view = { ...VIEW, viewer: 1, table: { ...VIEW.table, seats: VIEW.table.seats.slice(1) } };
    await show(() => Promise.resolve(), view);
    expect(screen.queryByText("Report a name")).toBeNull();
  });
});
