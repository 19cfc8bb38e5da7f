import type { CoreWords } from "./core";
import en from "./en";

const words: CoreWords = { ...en };
export default words;
