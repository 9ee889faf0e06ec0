import * as espalier from "espalier";
import "espalier/element";
import { ask } from "./question.js";

globalThis.found = await ask(espalier, "stump.json").catch(String);
