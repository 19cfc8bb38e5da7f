const STORAGE_KEY = "bluemoon.name";

/** The guest's name in this browser. */
export function guestName(): string {
  return localStorage.getItem(STORAGE_KEY) ?? "";
}

export function setGuestName(name: string): void {
  localStorage.setItem(STORAGE_KEY, name.trim());
}
