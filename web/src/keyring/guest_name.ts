const PLACE = "bluemoon.name";

/** What the guest at this browser is called. */
export function guestName(): string {
  return localStorage.getItem(PLACE) ?? "";
}

export function setGuestName(name: string): void {
  localStorage.setItem(PLACE, name.trim());
}
