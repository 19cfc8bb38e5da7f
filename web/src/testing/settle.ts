import { act } from "@testing-library/react";

/** Make a change, for example render a page, and wait until nothing suspends any more. */
export const settle = <Result>(change: () => Result): Promise<Result> => act(() => Promise.resolve(change()));
