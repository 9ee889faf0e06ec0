/** The page of the lessons: starts the engine ahead and defines the elements of the page. */
import { warm } from "./index.js";
import { EspalierLesson } from "./lesson/element.js";
import { EspalierLessons } from "./lesson/page.js";
import { EspalierWalk } from "./lesson/walk.js";
import "./view/plot/define.js";

warm();
customElements.define("espalier-lesson", EspalierLesson);
customElements.define("espalier-walk", EspalierWalk);
customElements.define("espalier-lessons", EspalierLessons);
