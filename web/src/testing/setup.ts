import { format } from "node:util";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, expect } from "vitest";

// Below the test timeout, so that errors say what was awaited.
configure({ asyncUtilTimeout: 50_000 });

// jsdom does not implement dialogs.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  },
});

// jsdom does not draw; axe-core then skips what it would measure.
HTMLCanvasElement.prototype.getContext = () => null;

// Testing Library sets this itself only where test functions are globals.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// React reports misuse with console.error, for example an update outside of act(): a test that did not
// wait for what it caused. Such a test would pass or fail by chance.
const reported: string[] = [];
console.error = (...parts: unknown[]) => {
  reported.push(format(...parts));
};

function expectNothingReported() {
  expect(reported.splice(0), "console.error was called").toEqual([]);
}

afterEach(() => {
  cleanup();
  localStorage.clear();
  expectNothingReported();
});

// Something that happens after the last test is a fault, too.
afterAll(expectNothingReported);
