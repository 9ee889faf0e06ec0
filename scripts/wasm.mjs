// Builds www/src/wasm/: the engine as one WebAssembly module, with its JavaScript glue. Finds or installs a toolchain for that.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { apt, at, fail, mayInstall, read, run, runnable, say, which } from "./lib.mjs";
import { engineNotices } from "./notices.mjs";

const TARGET = "wasm32-unknown-unknown";
const FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals";
/**
 * wasm-opt's passes: the file is smaller and as fast. Control flow is written anew, which saves 4 kB compressed. Its inlining would make the file larger than it was, but for the smallest functions. Nothing lies
 * under address 1024: the stack's far end does.
 */
const SHRINK = ["-Os", "--flatten", "--rereloop", "-Os", "-Os", "--always-inline-max-function-size=4", "--flexible-inline-max-function-size=0", "--one-caller-inline-max-function-size=0", "--strip-debug", "--strip-producers", "--low-memory-unused", "--enable-simd", "--enable-bulk-memory", "--enable-sign-ext", "--enable-nontrapping-float-to-int", "--enable-mutable-globals", "--enable-reference-types", "--enable-multivalue"];
/** Where in the source a panic was would take 15 kB of the module, compressed; the message and the stack in the console stay. */
const PLAIN = ["-Zlocation-detail=none"];
const DEBIAN = ["rustc-web", "cargo-web", "rust-web-src"];

/** Builds the module and its glue, as far as they are not up to date. */
export function wasm() {
  const toolchain = findToolchain();
  bind(bindgenCli(), build(toolchain));
  engineNotices();
}

/** Compiles the crate; where its wasm lies. */
function build(toolchain) {
  say(`cargo build espalier-wasm (${toolchain.name})`);
  const env = { ...process.env, CARGO_ENCODED_RUSTFLAGS: [...flags(), ...(toolchain.flags ?? [])].join("\x1f"), ...toolchain.env };
  const args = ["build", "--profile", "wasm", "--locked", "-p", "espalier-wasm", "--target", TARGET, "--target-dir", at("target", "wasm"), ...toolchain.args];
  if (!run(toolchain.cargo, args, { env })) fail("the wasm build failed; cargo's message is above");
  return at("target", "wasm", TARGET, "wasm", "espalier_wasm.wasm");
}

const OUT = at("www", "src", "wasm");
const [BOUNDS, NAMES, ...USED] = ["bounds", "names", "order", "first", "binary"].map((name) => at("scripts", `${name}.mjs`));
const EXAMPLES = at("www", "public", "examples");
/** Made once from the same files: a fresh clone's dates say nothing. The last of each is kept. */
const MADE = at("target", "wasm", "made");
const PACKED = at("target", "wasm", "packed");

/** The order of the module's functions follows those that the examples' first answers call. */
const examples = () => readdirSync(EXAMPLES).map((name) => join(EXAMPLES, name));

/** Names the contents of files, and these texts. */
const digest = (files, ...texts) => [...files.map((file) => readFileSync(file)), ...texts].reduce((hash, one) => hash.update(one), createHash("sha256")).digest("hex");

/** Makes the module and its glue of the compiled file, unless that was done before. */
function bind(cli, built) {
  const opt = at("node_modules", "binaryen");
  const kept = join(MADE, digest([built, cli, BOUNDS, NAMES, ...USED, ...examples(), join(opt, "package.json")], ...SHRINK));
  const same = (name) => [kept, OUT].every((folder) => existsSync(join(folder, name))) && readFileSync(join(kept, name)).equals(readFileSync(join(OUT, name)));
  if (["espalier.wasm", "espalier.js"].every(same)) {
    say("www/src/wasm/espalier.wasm is up to date");
    return;
  }
  rmSync(OUT, { recursive: true, force: true });
  if (existsSync(kept)) {
    say("www/src/wasm/espalier.wasm was made before");
    cpSync(kept, OUT, { recursive: true });
    return;
  }
  say("wasm-bindgen: www/src/wasm/espalier.wasm");
  mkdirSync(OUT, { recursive: true });
  if (!run(cli, [built, "--target", "web", "--out-dir", OUT, "--out-name", "espalier", "--omit-default-module-path", "--keep-debug"])) fail("wasm-bindgen failed; its message is above");
  const bound = join(OUT, "espalier_bg.wasm");
  const small = join(OUT, "espalier.small");
  if (!run(process.execPath, [BOUNDS, bound, bound])) fail("panics of indices could not be exchanged; the reason is above");
  if (!run(process.execPath, [join(opt, "bin", "wasm-opt"), ...SHRINK, bound, "-o", small])) fail("wasm-opt failed; its message is above");
  if (!run(process.execPath, [NAMES, small, join(OUT, "espalier.js"), join(OUT, "espalier.wasm")])) fail("the module's imports could not be renamed, or its functions not be put in order; the reason is above");
  rmSync(bound);
  rmSync(small);
  rmSync(MADE, { recursive: true, force: true });
  // Under its name only once it is whole.
  cpSync(OUT, `${MADE}.new`, { recursive: true });
  mkdirSync(MADE, { recursive: true });
  renameSync(`${MADE}.new`, kept);
}

/**
 * Compiler flags. Inlining beyond the marked functions is held back, in inner loops too, and loops stay as they are written. Measured: more
 * inlining and changed loops both make the file larger and nothing faster; functions that are marked for inlining cost 9 kB beyond 60 instructions. Machine paths are kept out of panic messages.
 */
function flags() {
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  return [`-Ctarget-feature=${FEATURES}`, "-Cllvm-args=--inline-threshold=5", "-Cllvm-args=--inlinehint-threshold=60", "-Cllvm-args=--locally-hot-callsite-threshold=60", "-Cllvm-args=--unroll-threshold=30", "-Cllvm-args=--unroll-runtime=false", "-Cno-vectorize-loops", `--remap-path-prefix=${at()}=`, `--remap-path-prefix=${cargoHome}=cargo`];
}

/** A way to compile for wasm: a target that is there already first, then one that can be installed. */
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
    const plain = { ...process.env, RUSTC_BOOTSTRAP: "1" };
    const knows = read(rustc, [...PLAIN, "--print", "sysroot"], { env: plain }) !== undefined;
    return { name: `${version(rustc)} with ${TARGET}`, cargo, flags: knows ? PLAIN : [], args: [], env: { RUSTC: rustc, ...(knows ? { RUSTC_BOOTSTRAP: "1" } : {}) } };
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
    flags: PLAIN,
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
  install("wasm-bindgen-cli", wanted, "two minutes");
  return kept;
}

/** A command from crates.io, of exactly this version, kept under target/tools. */
function install(name, wanted, time) {
  say(`cargo install ${name} ${wanted} into target/tools (once, about ${time})`);
  const args = ["install", name, "--version", wanted, "--root", at("target", "tools"), "--target-dir", at("target", "tools", "build")];
  const cargo = which("cargo") ?? fail("cargo is missing", "install Rust: the package `cargo` of your distribution, or rustup");
  if (!run(cargo, args)) fail(`${name} could not be installed`, `try: cargo install ${name} --version ${wanted}`);
  rmSync(at("target", "tools", "build"), { recursive: true, force: true });
}

const ZOPFLI = "0.8.4";

/** The engine compressed for the files that have it inside: www/src/wasm/espalier.wasm.gz, 4 % smaller than gzip's own best and read by the same readers. */
export function packWasm() {
  const [wasm, packed] = [join(OUT, "espalier.wasm"), join(OUT, "espalier.wasm.gz")];
  const kept = join(PACKED, digest([wasm], ZOPFLI));
  if (!existsSync(kept)) {
    const listed = at("target", "tools", ".crates.toml");
    const there = existsSync(listed) && readFileSync(listed, "utf8").includes(`"zopfli ${ZOPFLI} `);
    if (!there) install("zopfli", ZOPFLI, "half a minute");
    say("zopfli: the engine, compressed as far as gzip's format allows");
    if (!run(at("target", "tools", "bin", "zopfli"), [wasm])) fail("the engine was not compressed; zopfli's message is above");
    rmSync(PACKED, { recursive: true, force: true });
    mkdirSync(PACKED, { recursive: true });
    renameSync(packed, kept);
  }
  cpSync(kept, packed);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) wasm();
