import en from "./en";
import type { CityWords } from ".";

const words: CityWords = { ...en };
export default words;
