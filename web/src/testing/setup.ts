import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

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

afterEach(() => {
  cleanup();
  localStorage.clear();
});
