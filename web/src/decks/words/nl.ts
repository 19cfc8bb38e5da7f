import type { DecksWords } from ".";
import en from "./en";

const words: DecksWords = { ...en };
export default words;
