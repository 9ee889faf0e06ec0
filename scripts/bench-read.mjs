/* global WebAssembly */
// npm run bench:read: how long large model files take to read in WebAssembly and natively, alternated, and how much memory that takes; --help says how.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { FILES, MORE_FILES } from "./large-models.mjs";
import { at, fail, run, say } from "./lib.mjs";

const HELP = `npm run bench:read [-- options]

Makes model files, and reads each by the engine of pkg/ in a process of its own and by crate/formats/examples/load.rs, alternated. Prints medians of processor time,
and the most memory as a multiple of the file: of WebAssembly its whole memory, natively all that was in use at once, the file in both.
  --megabytes N    the size of the files (40)
  --repeat N       so many runs of each (3)
  --only TEXT      the files whose name holds it
  --file PATH      this file, in place of those that are made
  --before FOLDER  a second engine: a folder with espalier.js and espalier.wasm, as www/src/wasm
  --native PATH    the native reader, built already
  --write          the table becomes docs/benchmarks/loading.md
`;
const { values: options } = parseArgs({
  options: {
    megabytes: { type: "string", default: "40" },
    repeat: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    file: { type: "string" },
    before: { type: "string" },
    native: { type: "string" },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    /** Of a process that reads one file: the engine's folder. */
    engine: { type: "string" },
  },
});
if (options.help) process.stdout.write(HELP);
else if (options.engine !== undefined && options.file !== undefined) await readOnce(options.engine, options.file);
else compare();

/** Reads a file by an engine, and prints milliseconds of processor time and bytes of memory. */
async function readOnce(engine, file) {
  const glue = await import(pathToFileURL(join(engine, "espalier.js")).href);
  const exported = Object.values(glue.initSync({ module: new WebAssembly.Module(readFileSync(join(engine, "espalier.wasm"))) }));
  const memory = exported.find((one) => one instanceof WebAssembly.Memory);
  const bytes = readFileSync(file);
  const began = process.cpuUsage();
  const model = new glue.Loaded(bytes, "model", undefined);
  const { user, system } = process.cpuUsage(began);
  process.stdout.write(JSON.stringify({ milliseconds: (user + system) / 1000, bytes: bytes.length, peak: memory.buffer.byteLength }));
  model.free();
}

function compare() {
  if (options.native === undefined) say("cargo build --release: the native reader");
  if (options.native === undefined && !run("cargo", ["build", "--release", "--quiet", "--locked", "-p", "espalier-formats", "--example", "load"])) fail("the native reader could not be built; cargo's message is above");
  const wasm = (folder) => (file) => JSON.parse(execFileSync(process.execPath, [at("scripts", "bench-read.mjs"), "--engine", folder, "--file", file], { encoding: "utf8" }));
  const from = resolve.bind(null, process.env.INIT_CWD ?? ".");
  const program = options.native === undefined ? at("target", "release", "examples", "load") : from(options.native);
  const native = (file) => JSON.parse(execFileSync(program, { input: file, encoding: "utf8" }));
  const readers = { WebAssembly: wasm(at("www", "src", "wasm")), ...(options.before === undefined ? {} : { before: wasm(from(options.before)) }), native };
  const folder = mkdtempSync(join(tmpdir(), "espalier-"));
  const lines = [`| file | MB | ${Object.keys(readers).map((name) => `${name}: ms, memory`).join(" | ")} | WebAssembly's time as a multiple of native |`, `| --- | --- | ${Object.keys(readers).map(() => "---").join(" | ")} | --- |`];
  try {
    const made = Object.entries({ ...FILES, ...MORE_FILES }).filter(([name]) => name.includes(options.only));
    for (const [name, make] of options.file === undefined ? made : [[options.file, undefined]]) {
      const path = make === undefined ? from(name) : join(folder, name);
      if (make !== undefined) writeFileSync(path, make(Number(options.megabytes) * 1e6));
      const line = measured(path, readers);
      lines.push(`| ${make === undefined ? "the file" : name} | ${line}`);
      say(lines.at(-1));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const table = `${lines.join("\n")}\n`;
  process.stdout.write(table);
  if (!options.write) return;
  const page = at("docs", "benchmarks", "loading.md");
  const [head, foot] = readFileSync(page, "utf8").split(/^\| file [\s\S]*?\n\n/m);
  const facts = `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}, median of ${options.repeat}.`;
  writeFileSync(page, `${head.replace(/^Measured: .*$/m, `Measured: ${facts}`)}${table}\n${foot}`);
}

/** A line of the table: medians of runs of each reader in turn. */
function measured(path, readers) {
  const runs = Object.fromEntries(Object.keys(readers).map((name) => [name, []]));
  for (let k = 0; k < Number(options.repeat); k++) for (const [name, read] of Object.entries(readers)) runs[name].push(read(path));
  const median = (name) => runs[name].map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)[Math.floor(runs[name].length / 2)];
  const { bytes } = runs.native[0];
  const cells = Object.keys(readers).map((name) => `${median(name).toFixed(0)}, ${(Math.max(...runs[name].map(({ peak }) => peak)) / bytes).toFixed(1)}`);
  return `${(bytes / 1e6).toFixed(1)} | ${cells.join(" | ")} | ${(median("WebAssembly") / median("native")).toFixed(2)} |`;
}
