import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Below the test timeout, so that errors say what was awaited.
configure({ asyncUtilTimeout: 50_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});
