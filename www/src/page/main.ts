/** The page: starts the engine ahead of the first model and defines the one element that the page is made of. */
import "./element/define.js";
import { warm } from "../index.js";

warm();
