/** The page of the lessons: starts the engine ahead and defines the elements of the page, once its language is there. */
import { warm } from "../index.js";
import { into, wanted, type Fetch } from "../page-language.js";
import { adopt } from "../page/view/language.js";
import { EspalierLesson } from "./element.js";
import { EspalierLessons } from "./page.js";
import { EspalierWalk } from "./criteria-walk.js";
import { lessonWords } from "./words.js";
import "../plot/define.js";

const words: Fetch = {
  de: () => Promise.all([import("../languages/de.js"), import("../languages/lessons/de.js")]),
  fr: () => Promise.all([import("../languages/fr.js"), import("../languages/lessons/fr.js")]),
};

warm();
adopt({ lesson: lessonWords });
into(wanted(), words, () => {
  customElements.define("espalier-lesson", EspalierLesson);
  customElements.define("espalier-walk", EspalierWalk);
  customElements.define("espalier-lessons", EspalierLessons);
});
