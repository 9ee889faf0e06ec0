/** The explainer in German. Its messages stand by subject beside this file, in a folder of its name. */
import { setWords } from "../language.js";
import type { Words } from "../page/view/words.js";
import { answerWords } from "./de/answer.js";
import { dataWords } from "./de/data.js";
import { limitWords } from "./de/limits.js";
import { modelWords } from "./de/model.js";
import { pageWords } from "./de/page.js";
import { proofWords } from "./de/proof.js";
import { typedWords } from "./de/typed.js";
import { voiceWords } from "./de/voices.js";

export const words: Words = { ...pageWords, ...answerWords, ...limitWords, ...proofWords, ...dataWords, ...modelWords, ...voiceWords, ...typedWords };

setWords(words, "de");
