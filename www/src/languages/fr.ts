/** The explainer in French. */
import { setWords } from "../language.js";
import type { Words } from "../page/view/words.js";
import { answerWords } from "./fr/answer.js";
import { drawerWords } from "./fr/drawers.js";
import { limitWords } from "./fr/limits.js";
import { modelWords } from "./fr/model.js";
import { pageWords } from "./fr/page.js";
import { typed } from "./fr/typed.js";
import { voiceWords } from "./fr/voice.js";

export const words: Words = { ...pageWords, ...answerWords, ...limitWords, ...modelWords, ...drawerWords, ...voiceWords, typed };

setWords(words, "fr");
