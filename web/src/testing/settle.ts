import { act } from "@testing-library/react";
import { MessageCatalogue } from "../words/messages";

/** Messages that components are waiting for. */
const loading: Promise<unknown>[] = [];
const known = new WeakSet<Promise<unknown>>();

const load = Object.getOwnPropertyDescriptor(MessageCatalogue.prototype, "load")!
  .value as MessageCatalogue<never>["load"];
MessageCatalogue.prototype.load = function (language) {
  const messages = load.call(this, language);
  if (!known.has(messages)) loading.push(messages);
  known.add(messages);
  return messages;
};

/**
 * Make a change, for example render a page, and wait until nothing suspends any more. Messages that arrive
 * may show components that need other messages.
 */
export async function settle<Result>(change: () => Result): Promise<Result> {
  const result = await act(() => Promise.resolve(change()));
  while (loading.length > 0) await act(() => Promise.all(loading.splice(0)));
  return result;
}
