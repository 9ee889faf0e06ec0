// Builds www/src/wasm/: the engine, the loaders of other libraries' files and the rarer searches as WebAssembly, each with
// its JavaScript glue. Finds or installs what that needs.
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { apt, at, fail, fresh, mayInstall, read, run, runnable, say, which } from "./lib.mjs";

const TARGET = "wasm32-unknown-unknown";
const FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals";
/** What wasm-opt does: 5 to 9 kB (gzip) off each module. Its inlining would add more than that. Nothing lies under address 1024: the stack's far end does. */
const SHRINK = ["-Os", "--skip-pass=inlining-optimizing", "--low-memory-unused", "--enable-simd", "--enable-bulk-memory", "--enable-sign-ext", "--enable-nontrapping-float-to-int", "--enable-mutable-globals", "--enable-reference-types", "--enable-multivalue"];
const DEBIAN = ["rustc-web", "cargo-web", "rust-web-src"];

/** Loops as they are written: as fast in the two modules that are built so, and 7 kB smaller. */
const SCALAR = ["-Cno-vectorize-loops"];

/** The modules: crate and name. Built one by one: together, cargo would give the engine the others' features. */
const MODULES = [
  ["espalier-wasm", "core"],
  ["espalier-wasm-formats", "formats"],
];

/**
 * More modules, of one source: their glue is the same, and is written once. Hyperplanes are as fast at level 2 as at 3, and 9 kB
 * smaller (rows are a sixth slower at 2); those of the rarer requests are compiled for size (s: about a tenth slower; z: what would not fit otherwise).
 */
const PARTS = [
  ["espalier-wasm-slanted", "slanted", 2, SCALAR],
  ["espalier-wasm-coupled", "coupled", 3, SCALAR],
  ["espalier-wasm-cover", "cover", "z", SCALAR],
  ["espalier-wasm-more", "more", "s"],
  ["espalier-wasm-milp", "milp", "z"],
];

/** Builds the modules and their glue, as far as they are not up to date. */
export function wasm() {
  const toolchain = findToolchain();
  const cli = bindgenCli();
  for (const [crate, name] of MODULES) bind(cli, build(toolchain, crate), name);
  const parts = PARTS.map(([crate, name, level, more]) => bind(cli, build(toolchain, crate, level, more), name, "part"));
  if (parts.includes(true)) makeFactory();
}

/** Compiles a crate, the search at another level than its profile says where one is given; where its wasm lies. */
function build(toolchain, crate, level, more = []) {
  say(`cargo build ${crate} (${toolchain.name})`);
  const env = { ...process.env, CARGO_ENCODED_RUSTFLAGS: [...flags(), ...more, ...(toolchain.flags ?? [])].join("\x1f"), ...toolchain.env };
  const args = ["build", "--profile", "wasm", "--locked", "-p", crate, "--target", TARGET, "--target-dir", at("target", "wasm"), ...toolchain.args, ...(level === undefined ? [] : ["--config", `profile.wasm.package.espalier-core.opt-level=${JSON.stringify(level)}`])];
  if (!run(toolchain.cargo, args, { env })) fail("the wasm build failed; cargo's message is above");
  return at("target", "wasm", TARGET, "wasm", `${crate.replaceAll("-", "_")}.wasm`);
}

const OUT = at("www", "src", "wasm");

/** Makes a module and its glue of what was compiled; false where that was done before. */
function bind(cli, built, name, glue = name) {
  const made = join(OUT, `${name}.wasm`);
  if (fresh(made, built, cli) && existsSync(join(OUT, `${glue}.js`))) {
    say(`www/src/wasm/${name}.wasm is up to date`);
    return false;
  }
  say(`wasm-bindgen: www/src/wasm/${name}.wasm`);
  mkdirSync(OUT, { recursive: true });
  if (!run(cli, [built, "--target", "web", "--out-dir", OUT, "--out-name", glue, "--omit-default-module-path", "--remove-name-section", "--remove-producers-section"])) fail("wasm-bindgen failed; its message is above");
  const bound = join(OUT, `${glue}_bg.wasm`);
  const small = join(OUT, `${name}.small`);
  if (!run(process.execPath, [at("node_modules", "binaryen", "bin", "wasm-opt"), ...SHRINK, bound, "-o", small])) fail("wasm-opt failed; its message is above");
  rmSync(bound);
  renameSync(small, made);
  return true;
}

/** Turns the glue of the parts, a module that holds one wasm, into a function that makes as many as are asked for. */
function makeFactory() {
  const glue = readFileSync(join(OUT, "part.js"), "utf8");
  const last = /\nexport \{ initSync, __wbg_init as default \};\s*$/;
  if (!last.test(glue)) fail("wasm-bindgen's glue does not end as it did", "scripts/wasm.mjs, makeFactory, has to learn its new shape");
  const body = glue.replace(last, "\nreturn { initSync, ready, PartModel };\n").replaceAll(/^export /gm, "");
  writeFileSync(join(OUT, "part.js"), `export function part() {\n${body}}\n`);
  renameSync(join(OUT, "part.d.ts"), join(OUT, "part-glue.d.ts"));
  writeFileSync(join(OUT, "part.d.ts"), 'import type * as glue from "./part-glue.js";\nexport type { PartHull, PartModel, PartSearch } from "./part-glue.js";\nexport function part(): Pick<typeof glue, "initSync" | "ready" | "PartModel">;\n');
}

/**
 * Compiler flags. Inlining beyond what is marked is held back: measured, it makes the file larger and nothing faster.
 * Machine paths are kept out of panic messages.
 */
function flags() {
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  return [`-Ctarget-feature=${FEATURES}`, "-Cllvm-args=--inline-threshold=25", "-Cllvm-args=--unroll-threshold=30", "-Cllvm-args=--unroll-runtime=false", `--remap-path-prefix=${at()}=`, `--remap-path-prefix=${cargoHome}=cargo`];
}

/** A way to compile for wasm: what is there already first, then what can be installed. */
function findToolchain() {
  const present = withTarget() ?? withDebianSource();
  if (present !== undefined) return present;
  const debian = () => (mayInstall() && apt(...DEBIAN) ? (withTarget() ?? withDebianSource()) : undefined);
  const rustup = () => {
    if (which("rustup") === undefined) return undefined;
    say(`rustup target add ${TARGET}`);
    return run("rustup", ["target", "add", TARGET]) ? withTarget() : undefined;
  };
  const found = process.env.CI === "true" ? (debian() ?? rustup()) : (rustup() ?? debian());
  return found ?? fail(
    `no Rust toolchain here compiles for ${TARGET}; any of these gives one:`,
    `rustup target add ${TARGET}`,
    `apt-get install ${DEBIAN.join(" ")}      (Debian, as root)`,
  );
}

/** A toolchain that has the target's standard library. */
function withTarget() {
  for (const rustc of [which("rustc"), "/usr/bin/rustc"]) {
    if (rustc === undefined || !runnable(rustc)) continue;
    const sysroot = read(rustc, ["--print", "sysroot"]);
    if (sysroot === undefined || !existsSync(join(sysroot, "lib", "rustlib", TARGET, "lib"))) continue;
    const cargo = rustc === "/usr/bin/rustc" && runnable("/usr/bin/cargo") ? "/usr/bin/cargo" : which("cargo");
    if (cargo === undefined) continue;
    return { name: `${version(rustc)} with ${TARGET}`, cargo, args: [], env: { RUSTC: rustc } };
  }
  return undefined;
}

/** Debian's toolchain, which compiles the standard library from its source package. */
function withDebianSource() {
  const [rustc, cargo] = ["/usr/bin/rustc", "/usr/bin/cargo"];
  if (![rustc, cargo].every(runnable) || !existsSync("/usr/lib/rustlib/src/rust/library/std/Cargo.toml")) return undefined;
  const linker = findLinker();
  if (linker === undefined) return undefined;
  return {
    name: `${version(rustc)}, standard library from source`,
    cargo,
    // Where in the source a panic was would take 12 kB of core.wasm, compressed; the message and the stack in the console stay.
    flags: ["-Zlocation-detail=none"],
    args: ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"],
    env: { RUSTC: rustc, RUSTC_BOOTSTRAP: "1", CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: linker },
  };
}

/** An LLD that links wasm: the distribution's, a Rust toolchain's own, or one installed for it. */
function findLinker() {
  const named = [which("rust-lld"), which("wasm-ld")].find((path) => path !== undefined);
  if (named !== undefined) return named;
  const sysroot = which("rustc") === undefined ? undefined : read("rustc", ["--print", "sysroot"]);
  const toolchains = join(process.env.RUSTUP_HOME ?? join(homedir(), ".rustup"), "toolchains");
  const roots = [sysroot, "/usr", ...list(toolchains).map((name) => join(toolchains, name))].filter((path) => path !== undefined);
  for (const base of roots) {
    const rustlib = join(base, "lib", "rustlib");
    const found = list(rustlib).map((host) => join(rustlib, host, "bin", "rust-lld")).find(runnable);
    if (found !== undefined) return found;
  }
  return mayInstall() && apt("lld") ? which("wasm-ld") : undefined;
}

const list = (dir) => (existsSync(dir) ? readdirSync(dir) : []);
const version = (rustc) => (read(rustc, ["--version"]) ?? "rustc").split(" ").slice(0, 2).join(" ");

/** The wasm-bindgen command of exactly the version in Cargo.lock: on PATH, or under target/tools. */
function bindgenCli() {
  const wanted = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(readFileSync(at("Cargo.lock"), "utf8"))?.[1];
  const kept = at("target", "tools", "bin", "wasm-bindgen");
  const suits = (path) => path !== undefined && runnable(path) && read(path, ["--version"]) === `wasm-bindgen ${wanted}`;
  const found = [kept, which("wasm-bindgen")].find(suits);
  if (found !== undefined) return realpathSync(found);
  say(`cargo install wasm-bindgen-cli ${wanted} into target/tools (once, about two minutes)`);
  const args = ["install", "wasm-bindgen-cli", "--version", wanted, "--root", at("target", "tools"), "--target-dir", at("target", "tools", "build")];
  const cargo = which("cargo") ?? fail("cargo is missing", "install Rust: the package `cargo` of your distribution, or rustup");
  if (!run(cargo, args)) fail("wasm-bindgen-cli could not be installed", `try: cargo install wasm-bindgen-cli --version ${wanted}`);
  rmSync(at("target", "tools", "build"), { recursive: true, force: true });
  return kept;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) wasm();
