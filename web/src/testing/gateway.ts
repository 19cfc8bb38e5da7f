import { vi } from "vitest";

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  token: string | null;
  body: unknown;
}

/** What a scripted gateway says: a body, or a status with a problem's code. */
export type Said = unknown | { status: number; code: string };
type Answering = (asked: Asked) => Said | Promise<Said>;

export const problem = (status: number, code: string, extra: object = {}) => ({
  ...extra,
  type: `/problems/${code}`,
  title: code,
  detail: `the detail of ${code}`,
  status,
  code,
});

/**
 * Stands in for the gateway at the one place where the browser itself ends: `fetch`. Keys are
 * `METHOD /path`, the path with `*` for one part. Everything that was asked is written down.
 */
export function scriptGateway(answers: Record<string, Said | Answering>): Asked[] {
  const heard: Asked[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const url = new URL(request.url);
    const text = await request.text();
    const asked: Asked = {
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      token: request.headers.get("Authorization")?.replace("Bearer ", "") ?? null,
      body: text ? (JSON.parse(text) as unknown) : null,
    };
    heard.push(asked);
    const script = Object.entries(answers).find(([key]) => fits(key, `${asked.method} ${asked.path}`));
    if (!script) return answer(problem(404, "not_found"));
    const said = typeof script[1] === "function" ? await (script[1] as Answering)(asked) : script[1];
    if (request.signal.aborted) throw request.signal.reason;
    return answer(said);
  });
  return heard;
}

const fits = (key: string, asked: string) =>
  new RegExp(`^${key.split("*").map(escaped).join("[^/]+")}$`).test(asked);

const escaped = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");

function answer(said: Said): Response {
  const status =
    typeof said === "object" && said !== null && "status" in said && "code" in said
      ? Number(said.status)
      : 200;
  return new Response(JSON.stringify(said), { status, headers: { "Content-Type": "application/json" } });
}
