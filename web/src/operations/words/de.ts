import type { OperationsWords } from ".";
import en from "./en";

const words: OperationsWords = { ...en };
export default words;
