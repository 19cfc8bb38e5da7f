import type { OperationsResponse } from "../contract/gateway";
import { act, configure, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settle } from "../testing/settle";
import { problem, scriptGateway, type RecordedRequest } from "../testing/gateway";
import { operationsAt, sample, service } from "../testing/operations";
import { LanguageContext, LANGUAGES, type Language } from "../words/language";
import { POLL_MS } from "./recent_readings";
import OperationsPage from "./operations_page";
import { operationsWords } from "./words";

configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });

const commands = (count: number) =>
  sample("bluemoon_commands_total", count, { action: "play", outcome: "accepted", code: "" });
const responseAt = (second: number, count: number): OperationsResponse =>
  operationsAt(
    second,
    service("engine-1f2e3d4c", [commands(count)]),
    ...["gateway-00000001", "notifier-00000002", "projector-00000003"].map((id) => service(id)),
  );
const withoutEngine = (response: OperationsResponse): OperationsResponse => ({
  ...response,
  services: response.services.map((candidate) =>
    candidate.name === "engine" ? { ...candidate, up: false, ready: false, samples: [] } : candidate,
  ),
});

let responses: unknown[] = [];
let requests: RecordedRequest[] = [];

async function open(address: string, language: Language = "en") {
  history.replaceState(null, "", address);
  await settle(() => {
    render(
      <LanguageContext value={language}>
        <Suspense>
          <OperationsPage />
        </Suspense>
      </LanguageContext>,
    );
  });
}

/** Advance to the next poll and its response. */
const nextPoll = () => act(() => vi.advanceTimersByTimeAsync(POLL_MS + 100));

beforeEach(() => {
  sessionStorage.clear();
  requests = scriptGateway({
    "GET /v1/operations": () => (responses.length > 1 ? responses.shift() : responses[0]),
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
});

describe("the operations page", () => {
  it("takes the key out of the URL and keeps it for this tab", async () => {
    responses = [responseAt(0, 0)];
    await open("/operations#key=secret");
    expect(await screen.findByText("All systems normal")).toBeTruthy();
    expect(location.hash).toBe("");
    expect(sessionStorage.getItem("bluemoon.operations.key")).toBe("secret");
    expect(localStorage.length).toBe(0);
    expect(requests[0]!.token).toBe("secret");
  });

  it("asks for a key and reports a refused one", async () => {
    responses = [problem(401, "bad_key"), responseAt(0, 0)];
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    await open("/operations");
    await user.type(screen.getByLabelText("Operator key"), "wrong");
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByText("The gateway does not accept this key.")).toBeTruthy();
    expect(sessionStorage.length).toBe(0);
    await user.type(screen.getByLabelText("Operator key"), "right");
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByText("All systems normal")).toBeTruthy();
    expect(requests.at(-1)!.token).toBe("right");
  });

  it("computes rates from two responses and describes them", async () => {
    responses = [responseAt(0, 100), responseAt(2, 140)];
    await open("/operations#key=k");
    await screen.findByText("All systems normal");
    await nextPoll();
    const chart = screen.getByRole("img", { name: /^Commands per second/ });
    expect(chart.getAttribute("aria-label")).toContain("accepted: 20, range 20 to 20.");
  });

  it("lists a service that is down first, with its duration", async () => {
    responses = [responseAt(0, 1), withoutEngine(responseAt(2, 1)), withoutEngine(responseAt(14, 1))];
    await open("/operations#key=k");
    await screen.findByText("All systems normal");
    await nextPoll();
    await nextPoll();
    const problems = within(screen.getByRole("region", { name: "Problems" })).getAllByRole("listitem");
    expect(problems[0]!.textContent).toMatch(/urgent.*engine-1f2e isn’t responding\.for 12\ss/);
    const rows = within(screen.getByRole("table")).getAllByRole("row");
    expect(rows[1]!.textContent).toMatch(/engine-1f2e.*not responding/);
  });

  it("keeps its data while the gateway is down and says for how long", async () => {
    const now = { ...responseAt(0, 1), at: Date.now() };
    responses = [now, problem(503, "unavailable"), problem(503, "unavailable")];
    await open("/operations#key=k");
    await screen.findByText("All systems normal");
    await nextPoll();
    expect((await screen.findByRole("alert")).textContent).toMatch(/hasn’t responded for \d+\ss/);
    expect(screen.getByRole("table")).toBeTruthy();
  });

  it("stops polling while paused", async () => {
    responses = [responseAt(0, 1)];
    await open("/operations#key=k");
    await screen.findByText("All systems normal");
    act(() => screen.getByRole("button", { name: "Pause" }).click());
    const before = requests.length;
    await nextPoll();
    await nextPoll();
    expect(requests.length).toBe(before);
    expect(screen.getByText(/^Paused at/)).toBeTruthy();
    act(() => screen.getByRole("button", { name: "Resume" }).click());
    await nextPoll();
    expect(requests.length).toBeGreaterThan(before);
  });

  it("forgets the key on request", async () => {
    responses = [responseAt(0, 1)];
    await open("/operations#key=k");
    await screen.findByText("All systems normal");
    act(() => screen.getByRole("button", { name: "Forget key" }).click());
    expect(sessionStorage.length).toBe(0);
    expect(screen.getByLabelText("Operator key")).toBeTruthy();
  });

  it.each(LANGUAGES)("is translated to %s", async (language) => {
    responses = [withoutEngine(responseAt(0, 1))];
    await open("/operations#key=k", language);
    const t = await operationsWords.translator(language);
    expect(await screen.findByText(t("problem_noEngine"))).toBeTruthy();
    expect(screen.getByText(t("problem_down", { subject: "engine-1f2e" }))).toBeTruthy();
  });
});
