import { act, configure, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { problem, scriptGateway, type Asked } from "../testing/gateway";
import { lookAt, sample, service } from "../testing/looks";
import { LanguageContext, LANGUAGES, type Language } from "../words/language";
import type { OperationsAnswer } from "./answer";
import { LOOK_MS } from "./history";
import OperationsPage from "./operations_page";
import { operationsWords } from "./words";

configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });

const commands = (count: number) =>
  sample("bluemoon_commands_total", count, { kind: "play", outcome: "accepted", code: "" });
const look = (second: number, count: number): OperationsAnswer =>
  lookAt(
    second,
    service("engine-1f2e3d4c", [commands(count)]),
    ...["gateway-00000001", "notifier-00000002", "projector-00000003"].map((id) => service(id)),
  );
const away = (answer: OperationsAnswer): OperationsAnswer => ({
  ...answer,
  services: answer.services.map((one) =>
    one.name === "engine" ? { ...one, up: false, ready: false, samples: [] } : one,
  ),
});

let answers: unknown[] = [];
let heard: Asked[] = [];

async function open(address: string, language: Language = "en") {
  history.replaceState(null, "", address);
  await act(async () => {
    render(
      <LanguageContext value={language}>
        <Suspense>
          <OperationsPage />
        </Suspense>
      </LanguageContext>,
    );
  });
}

/** Until the page looks again, and a moment more for the answer. */
const nextLook = () => act(() => vi.advanceTimersByTimeAsync(LOOK_MS + 100));

beforeEach(() => {
  sessionStorage.clear();
  heard = scriptGateway({
    "GET /v1/operations": () => (answers.length > 1 ? answers.shift() : answers[0]),
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
});

describe("the operations page", () => {
  it("takes the key out of the address, and keeps it for this tab", async () => {
    answers = [look(0, 0)];
    await open("/operations#key=secret");
    expect(await screen.findByText("All is well")).toBeTruthy();
    expect(location.hash).toBe("");
    expect(sessionStorage.getItem("bluemoon.operations.key")).toBe("secret");
    expect(localStorage.length).toBe(0);
    expect(heard[0]!.token).toBe("secret");
  });

  it("asks for the key when it has none, and says when it is refused", async () => {
    answers = [problem(401, "bad_key"), look(0, 0)];
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    await open("/operations");
    await user.type(screen.getByLabelText("The platform's key"), "wrong");
    await user.click(screen.getByRole("button", { name: "Look" }));
    expect(await screen.findByText("The gateway does not accept this key.")).toBeTruthy();
    expect(sessionStorage.length).toBe(0);
    await user.type(screen.getByLabelText("The platform's key"), "right");
    await user.click(screen.getByRole("button", { name: "Look" }));
    expect(await screen.findByText("All is well")).toBeTruthy();
    expect(heard.at(-1)!.token).toBe("right");
  });

  it("works out rates from two looks, and says them in words", async () => {
    answers = [look(0, 100), look(2, 140)];
    await open("/operations#key=k");
    await screen.findByText("All is well");
    await nextLook();
    const chart = screen.getByRole("img", { name: /^Commands a second/ });
    expect(chart.getAttribute("aria-label")).toContain("accepted: 20, from 20 to 20.");
  });

  it("names a service that does not answer, and since when, before all else", async () => {
    answers = [look(0, 1), away(look(2, 1)), away(look(14, 1))];
    await open("/operations#key=k");
    await screen.findByText("All is well");
    await nextLook();
    await nextLook();
    const troubles = within(screen.getByRole("region", { name: "Problems" })).getAllByRole("listitem");
    expect(troubles[0]!.textContent).toMatch(/urgent.*engine-1f2e does not answer\.for 12\ss/);
    const rows = within(screen.getByRole("table")).getAllByRole("row");
    expect(rows[1]!.textContent).toMatch(/engine-1f2e.*does not answer/);
  });

  it("keeps what it knew while the gateway is away, and says since when", async () => {
    const now = { ...look(0, 1), at: Date.now() };
    answers = [now, problem(503, "unavailable"), problem(503, "unavailable")];
    await open("/operations#key=k");
    await screen.findByText("All is well");
    await nextLook();
    expect((await screen.findByRole("alert")).textContent).toMatch(/has not answered for \d+\ss/);
    expect(screen.getByRole("table")).toBeTruthy();
  });

  it("stops looking while it is paused", async () => {
    answers = [look(0, 1)];
    await open("/operations#key=k");
    await screen.findByText("All is well");
    act(() => screen.getByRole("button", { name: "Pause" }).click());
    const before = heard.length;
    await nextLook();
    await nextLook();
    expect(heard.length).toBe(before);
    expect(screen.getByText(/^Paused at/)).toBeTruthy();
    act(() => screen.getByRole("button", { name: "Go on" }).click());
    await nextLook();
    expect(heard.length).toBeGreaterThan(before);
  });

  it("forgets the key when told to", async () => {
    answers = [look(0, 1)];
    await open("/operations#key=k");
    await screen.findByText("All is well");
    act(() => screen.getByRole("button", { name: "Forget the key" }).click());
    expect(sessionStorage.length).toBe(0);
    expect(screen.getByLabelText("The platform's key")).toBeTruthy();
  });

  it.each(LANGUAGES)("speaks %s", async (language) => {
    answers = [away(look(0, 1))];
    await open("/operations#key=k", language);
    const t = await operationsWords.speak(language);
    expect(await screen.findByText(t("trouble_noEngine"))).toBeTruthy();
    expect(screen.getByText(t("trouble_down", { about: "engine-1f2e" }))).toBeTruthy();
  });
});
