import type { Face } from "../faces/face";

export const useTeller: Face["useTeller"] = () => (event) => event.type;
