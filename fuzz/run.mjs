// node fuzz/run.mjs [--executions N] [TARGET ...]: fuzzes each target (all by default) for N executions (ten million), one
// after the other, and adds a line for each to executions.md. Needs a nightly toolchain and `cargo install cargo-fuzz`.
// Its findings lie in artifacts/TARGET; a finding is fixed and kept as fuzz/found/TARGET/FAULT.
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const options = process.argv.slice(2);
const at = options.indexOf("--executions");
const executions = at < 0 ? 10_000_000 : Number(options.splice(at, 2)[1]);
const known = readdirSync(join(here, "seeds"));
const targets = options.length > 0 ? options : known;
const stranger = targets.find((target) => !known.includes(target));
if (stranger !== undefined || !Number.isInteger(executions)) {
  process.stderr.write(`✗ ${stranger ?? "--executions"}: targets are ${known.join(", ")}; executions a whole number\n`);
  process.exit(2);
}

// Without a sanitizer: the crates forbid unsafe code, and overflow and debug checks are on. Traced comparisons make it
// seven times slower; the dictionaries do their work.
const build = spawnSync("nice", ["cargo", "+nightly", "fuzz", "build", "-s", "none", "-O", "--no-trace-compares", "--fuzz-dir", here, ...(targets.length === 1 ? targets : [])], { stdio: "inherit" });
if (build.status !== 0) process.exit(1);
const host = /host: (\S+)/.exec(spawnSync("rustc", ["+nightly", "-vV"], { encoding: "utf8" }).stdout)[1];
let found = false;
for (const target of targets) {
  const [corpus, artifacts] = [join(here, "corpus", target), join(here, "artifacts", target)];
  mkdirSync(artifacts, { recursive: true });
  cpSync(join(here, "seeds", target), corpus, { recursive: true });
  const { status, stderr } = spawnSync(
    "nice",
    [join(here, "target", host, "release", target), corpus, `-dict=${join(here, "dictionaries", `${target}.dict`)}`, `-runs=${executions}`, "-max_len=4096", "-timeout=10", "-rss_limit_mb=2048", `-artifact_prefix=${artifacts}/`, "-print_final_stats=1"],
    { encoding: "utf8", maxBuffer: 1 << 28 },
  );
  const [, runs = "0"] = /stat::number_of_executed_units:\s+(\d+)/.exec(stderr) ?? [];
  const [, seconds = "?"] = /Done \d+ runs in (\d+) second/.exec(stderr) ?? [];
  const line = `| ${target} | ${runs} | ${seconds} | ${status === 0 ? "nothing" : "see below"} | ${new Date().toISOString().slice(0, 10)} |`;
  appendFileSync(join(here, "executions.md"), `${line}\n`);
  process.stdout.write(`${line}\n`);
  if (status !== 0) {
    found = true;
    process.stdout.write(`${stderr.split("\n").slice(-40).join("\n")}\n${existsSync(artifacts) ? readdirSync(artifacts).join("\n") : ""}\n`);
  }
}
process.exit(found ? 1 : 0);
