/** The page of the lessons: starts the engine ahead and defines the elements of the page. */
import { warm } from "../index.js";
import { EspalierLesson } from "./element.js";
import { EspalierLessons } from "./page.js";
import { EspalierWalk } from "./criteria-walk.js";
import "../plot/define.js";

warm();
customElements.define("espalier-lesson", EspalierLesson);
customElements.define("espalier-walk", EspalierWalk);
customElements.define("espalier-lessons", EspalierLessons);
