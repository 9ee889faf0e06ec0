// Which of the module's functions are called until a page shows its first answer: those of an example's files, asked as the page asks.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import binaryen from "binaryen";
import { decode, functionsOf } from "./binary.mjs";
import { at } from "./lib.mjs";

/** Indices of the functions, counted from the first that the module defines. `glue`: the module's JavaScript. */
export async function firstCalled(bytes, glue) {
  const folder = mkdtempSync(join(tmpdir(), "espalier-"));
  try {
    const file = join(folder, "traced.mjs");
    writeFileSync(file, glue.replace("const import0 = {", "const import0 = { trace: (index) => traced.add(index),") + "\nexport const traced = new Set();\n");
    const engine = await import(pathToFileURL(file).href);
    engine.initSync({ module: traced(bytes) });
    firstAnswer(engine);
    return engine.traced;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The module, each function of which tells its index first. */
function traced(bytes) {
  const module = decode(bytes);
  module.addFunctionImport("trace", "./espalier_bg.js", "trace", binaryen.i32, binaryen.none);
  const own = functionsOf(module).filter(({ base }) => !base);
  for (const [index, { handle, body, results }] of own.entries()) {
    binaryen.Function.setBody(handle, module.block(null, [module.call("trace", [module.i32.const(index)], binaryen.none), body], results));
  }
  return module.emitBinary();
}

/** A feature as the page's schema says it. */
const described = ({ name, kind, min, max, weight, unit, labels, values, columns: [column, ...more] }) => ({
  ...{ name, kind, min, max, weight },
  ...(more.length > 0 ? { columns: [column, ...more] } : { column }),
  ...(unit && { unit }),
  ...(labels && { labels }),
  ...(values && { values }),
});

/** A person of the loan example. With the page's own the module is a kilobyte larger, with a standard library that is compiled for speed. */
const LOAN = [5450, 39, 1, 1, 1, 7, 0, 0, 43, 0, 1, 0, 0, 0, 0];

/** The calls of a page that opens its examples of trees whose splits look at one feature each. */
function firstAnswer({ Loaded, version }) {
  version();
  const examples = at("www", "public", "examples");
  for (const { id, model, query: person, target, axes } of JSON.parse(readFileSync(join(examples, "index.json"), "utf8"))) {
    const query = id === "loan" ? LOAN : person;
    const file = readFileSync(join(examples, model));
    if (/"hyperplanes"|"linear"/.test(file)) continue;
    const handle = new Loaded(file, model);
    handle.guess();
    const { features } = handle.info();
    const own = handle.with_schema({ features: features.map(described) });
    handle.free();
    own.predict(Float64Array.from(query));
    own.row(0);
    const limits = features.flatMap(({ name, change }) => (change === "free" ? [] : [change === "fixed" ? { fix: name } : { direction: { feature: name, change } }]));
    const weights = Object.fromEntries(features.map(({ name }) => [name, 1]));
    for (const change of [{}, { cost: { norm: "l0", weights }, time_limit: 5 }, { constraints: [...limits, { max_changes: 1 }], time_limit: 5 }]) {
      const question = own.ask({ query, target, cost: { norm: "l1" }, constraints: limits, ...change });
      const search = question.search();
      search.time_limit();
      search.shares();
      for (let ended = false; !ended; search.answer(1)) {
        ended = search.run(0);
        search.telling();
        search.grown();
        search.progress();
        search.waits();
        search.parcel(false);
      }
      const { counterfactuals } = search.answer(1);
      for (const { values } of counterfactuals) question.room(Float64Array.from(values));
      search.free();
      question.free();
    }
    own.regions(...(axes ?? [features[0].name, features[1].name]), Float64Array.from(query), Float64Array.of(NaN, NaN, NaN, NaN));
    own.free();
  }
}
