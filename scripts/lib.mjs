// Helpers that the scripts share: progress messages, running commands, finding programs.
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const at = (...parts) => join(root, ...parts);

/** Languages that are published, a module of www/src/languages each. */
export const languages = () => readdirSync(at("www", "src", "languages")).filter((name) => name.endsWith(".ts")).map((name) => name.replace(".ts", ""));

/** One line that names the next step. */
export const say = (line) => process.stdout.write(`• ${line}\n`);

/** Ends the script with a reason and the advice on it. */
export function fail(...lines) {
  process.stderr.write(`✗ ${lines.join("\n  ")}\n`);
  process.exit(1);
}

/** Path of a program on PATH, or undefined. */
export function which(name) {
  return (process.env.PATH ?? "").split(delimiter).map((dir) => join(dir, name)).find(runnable);
}

export function runnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Runs a command with its output shown; true when it ended well. */
export function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: "inherit", ...options }).status === 0;
}

/** Runs a command and gives its output, or undefined when it failed. */
export function read(command, args, options = {}) {
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, ...options });
  return status === 0 ? stdout.trim() : undefined;
}

/** Runs commands, [name, command, args] each, as many at once as there are processors. Each is named with its output once it has ended; the names of those that failed. */
export async function runAll(commands) {
  const [waiting, failed] = [[...commands], []];
  const one = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, command, args] = next;
      const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
      const ok = await new Promise((resolve) => child.on("error", () => resolve(false)).on("close", (status) => resolve(status === 0)));
      say(name);
      process.stdout.write(output);
      if (!ok) failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, one));
  return failed;
}

/** Starts a command, its output shown, and gives the process. */
export const start = (command, args) => spawn(command, args, { cwd: root, stdio: "inherit" });

/** A program of node_modules. */
export const tool = (name) => at("node_modules", ".bin", name);

/** Whether this script may install system packages: a Debian with root. */
export const mayInstall = () => process.getuid?.() === 0 && which("apt-get") !== undefined && existsSync("/etc/debian_version");

/** Installs Debian packages; true when that worked. */
export function apt(...packages) {
  say(`apt-get install ${packages.join(" ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = () => run("apt-get", ["install", "-y", "--no-install-recommends", ...packages], { env, stdio: ["ignore", "ignore", "inherit"] });
  return install() || (run("apt-get", ["update"], { env, stdio: "ignore" }) && install());
}

/** Whether `made` exists and is no older than any of `sources`. */
export function fresh(made, ...sources) {
  if (!existsSync(made)) return false;
  const time = statSync(made).mtimeMs;
  return sources.every((source) => existsSync(source) && statSync(source).mtimeMs <= time);
}

/** Installs the npm packages of the lock file, unless they are there already. */
export function modules() {
  const stamp = at("node_modules", ".package-lock.json");
  if (fresh(stamp, at("package-lock.json"))) return;
  if (existsSync(stamp) && sameLock(stamp)) return;
  say("npm ci: the packages of package-lock.json");
  if (!run("npm", ["ci", "--no-audit", "--no-fund"])) fail("npm ci failed", "its own message is above; it needs the npm registry once");
}

/** Whether node_modules holds the packages of the lock file (a fresh clone's dates say nothing). */
function sameLock(stamp) {
  const packages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
  const [want, have] = [packages(at("package-lock.json")), packages(stamp)];
  return Object.entries(want).every(([path, p]) => path === "" || p.optional === true || have[path]?.version === p.version);
}
