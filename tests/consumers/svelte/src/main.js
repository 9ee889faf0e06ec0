import { mount } from "svelte";
import * as espalier from "espalier";
import { ask } from "../question.js";
import App from "./App.svelte";

mount(App, { target: document.getElementById("root") });
globalThis.found = await ask(espalier, "stump.json").catch(String);
