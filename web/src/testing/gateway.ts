import { vi } from "vitest";

export interface RecordedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  token: string | null;
  body: unknown;
}

/** A scripted reply: a body, or a problem, which has a status and a code. */
export type Reply = unknown;
type Handler = (recorded: RecordedRequest) => Reply;

export const problem = (status: number, code: string, extra: object = {}) => ({
  ...extra,
  type: `/problems/${code}`,
  title: code,
  detail: `the detail of ${code}`,
  status,
  code,
});

/**
 * Replace `fetch` by a script. Keys are `METHOD /path`, with `*` for one path segment. Returns the recorded
 * requests.
 */
export function scriptGateway(handlers: Record<string, Reply>): RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const url = new URL(request.url);
    const text = await request.text();
    const recorded: RecordedRequest = {
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      token: request.headers.get("Authorization")?.replace("Bearer ", "") ?? null,
      body: text ? (JSON.parse(text) as unknown) : null,
    };
    requests.push(recorded);
    const script = Object.entries(handlers).find(([key]) =>
      matches(key, `${recorded.method} ${recorded.path}`),
    );
    if (!script) return toResponse(problem(404, "not_found"));
    const reply = typeof script[1] === "function" ? await (script[1] as Handler)(recorded) : script[1];
    if (request.signal.aborted) throw request.signal.reason;
    return toResponse(reply);
  });
  return requests;
}

const matches = (key: string, recorded: string) =>
  new RegExp(`^${key.split("*").map(escapeRegExp).join("[^/]+")}$`).test(recorded);

const escapeRegExp = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");

function toResponse(reply: Reply): Response {
  const status =
    typeof reply === "object" && reply !== null && "status" in reply && "code" in reply
      ? Number(reply.status)
      : 200;
  return new Response(JSON.stringify(reply), { status, headers: { "Content-Type": "application/json" } });
}
