// npm run consumers [-- --only NAME,NAME]: the package as others use it. Packs pkg/, installs it into each project of tests/consumers under
// target/consumers, builds that, asks one question in Node or in Chromium, and compares the answer.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { performance } from "node:perf_hooks";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";
import { at, fail, read, say } from "./lib.mjs";

/**
 * The projects, each by the ways in which its answer is looked at: the output of `npm start` (node), `dist` from a plain file server (files), in a
 * folder of it (folder), the page of one origin with the package from another (origins), its own server (server). Of types alone that they hold. `public`: where it looks for files that
 * it serves as they are. `paths`: further paths that its server answers, besides the page.
 */
const PROJECTS = {
  "node-esm": { ways: ["node"] },
  "node-require": { ways: ["node"] },
  types: { ways: [] },
  html: { ways: ["files", "origins"] },
  esbuild: { ways: ["files", "folder"] },
  vite: { ways: ["files", "folder", "server"], public: "public" },
  webpack: { ways: ["files", "folder"] },
  react: { ways: ["files"], public: "public" },
  svelte: { ways: ["files"], public: "public" },
  next: { ways: ["server"], public: "public", paths: ["/ask"] },
  observable: { ways: ["files"], public: "src" },
};

/** The projects that `npm test` has time for. */
export const QUICK = ["node-esm", "node-require", "html"];

/** The answer to tests/consumers/question.js. */
const expected = { status: "optimal", cost: "0.0500", changed: ["Income"], checked: true, many: ["0.0500", "0.2500"], parallel: true };

const HOME = at("target", "consumers");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };

/** Tools that would tell their makers of each run. */
const QUIET = { NEXT_TELEMETRY_DISABLED: "1", OBSERVABLE_TELEMETRY_DISABLE: "true" };

/** Runs a command in a project; its output, or an error with the end of all that it said. */
function command(cwd, name, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(name, args, { cwd, encoding: "utf8", maxBuffer: 1 << 28, env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${name} ${args.join(" ")} failed:\n${`${stdout}${stderr}`.slice(-3000)}`);
  return stdout;
}

/** The package as npm packs it. */
function pack() {
  if (!existsSync(at("pkg", "package.json"))) fail("pkg/ is not built", "npm run build");
  mkdirSync(HOME, { recursive: true });
  const [{ filename }] = JSON.parse(read("npm", ["pack", "--json", "--pack-destination", HOME], { cwd: at("pkg") }) ?? fail("npm pack failed"));
  return join(HOME, filename);
}

/** Makes a project of its folder, with the package installed and all built. */
function make(name, tarball) {
  const project = join(HOME, name);
  rmSync(project, { recursive: true, force: true });
  cpSync(at("tests", "consumers", name), project, { recursive: true });
  for (const folder of [".", PROJECTS[name].public ?? "."]) {
    mkdirSync(join(project, folder), { recursive: true });
    for (const file of ["question.js", "stump.json"]) cpSync(at("tests", "consumers", file), join(project, folder, file));
  }
  const own = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ ...own, dependencies: { ...own.dependencies, espalier: `file:${tarball}` } }, null, 2));
  command(project, "npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel", "error"]);
  if (own.scripts?.build !== undefined) command(project, "npm", ["run", "build"], QUIET);
  return project;
}

/** A plain file server of a folder, with its contents under `under`. Every PACKAGE of a page is the address `from`. */
async function serve(folder, { under = "/", from } = {}) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    const file = join(folder, path.slice(under.length - 1), path.endsWith("/") ? "index.html" : "");
    const found = path.startsWith(under) && existsSync(file);
    const body = found ? readFileSync(file) : "not found";
    const head = { "content-type": (found && TYPES[extname(file)]) || "text/plain", "access-control-allow-origin": "*" };
    response.writeHead(found ? 200 : 404, head).end(found && from !== undefined && file.endsWith(".html") ? body.toString().replaceAll("PACKAGE", from) : body);
  });
  await new Promise((ready) => server.listen(0, "localhost", ready));
  return { url: `http://localhost:${server.address().port}${under}`, close: () => server.close() };
}

/** A port that nothing listens on. */
async function freePort() {
  const server = createServer();
  await new Promise((ready) => server.listen(0, "localhost", ready));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

/** A project's own server. */
async function serveBy(project) {
  const port = await freePort();
  const child = spawn("npm", ["run", "serve"], { cwd: project, env: { ...process.env, PORT: String(port), ...QUIET }, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const url = `http://localhost:${port}/`;
  // npm starts others: they end with its group.
  const close = () => void process.kill(-child.pid);
  for (let tries = 0; ; tries += 1) {
    const answered = await fetch(url).then(({ ok }) => ok, () => false);
    if (answered) return { url, close };
    if (tries === 240 || child.exitCode !== null) {
      if (child.exitCode === null) close();
      throw new Error(`npm run serve did not answer:\n${said.slice(-2000)}`);
    }
    await new Promise((later) => setTimeout(later, 250));
  }
}

/** Fails where an answer is not the expected one. */
function compare(found) {
  if (!isDeepStrictEqual(found, expected)) throw new Error(`answered ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
}

/** Opens a page, and looks at the answer of its script and at the element's. */
async function look(browser, url) {
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  try {
    await page.goto(url);
    const found = await page.waitForFunction(() => globalThis.found, undefined, { timeout: 60_000 }).catch(() => undefined);
    if (found === undefined) throw new Error(`no answer: ${complaints.join("; ")}`);
    compare(await found.jsonValue());
    const said = await page.locator("espalier-explainer .say").first().textContent({ timeout: 60_000 });
    if (!/You would be accepted if your income were/.test(said.replace(/\s+/g, " "))) throw new Error(`the element says ${JSON.stringify(said)}`);
    const told = page.locator("output");
    if ((await told.count()) > 0) await page.waitForFunction(() => document.querySelector("output").textContent === "optimal", undefined, { timeout: 30_000 });
    if (complaints.length > 0) throw new Error(complaints.join("; "));
  } finally {
    await page.close();
  }
}

/** The ways to look at a built project's answer. */
const WAYS = {
  node: (project) => compare(JSON.parse(command(project, "npm", ["start", "--silent"]))),
  files: (project, browser) => through(serve(join(project, "dist")), ({ url }) => look(browser, url)),
  folder: (project, browser) => through(serve(join(project, "dist"), { under: "/some/where/" }), ({ url }) => look(browser, url)),
  origins: (project, browser) => through(serve(join(project, "dist")), (from) => through(serve(join(project, "dist", "page"), { from: from.url }), ({ url }) => look(browser, url))),
  server: (project, browser, { paths = [] }) =>
    through(serveBy(project), async ({ url }) => {
      const html = await (await fetch(url)).text();
      if (!html.includes("<espalier-explainer")) throw new Error("the server's page has no element");
      await look(browser, url);
      for (const path of paths) compare(await (await fetch(new URL(path, url))).json());
    }),
};

/** Uses a server, and closes it. */
async function through(opening, use) {
  const server = await opening;
  try {
    await use(server);
  } finally {
    server.close();
  }
}

/** Runs projects; the names of those that fail, each with a sentence already told. */
export async function consumers(names) {
  const tarball = pack();
  const failed = [];
  let browser;
  for (const name of names) {
    const began = performance.now();
    const { ways } = PROJECTS[name];
    let step = "install and build";
    try {
      const project = make(name, tarball);
      const built = performance.now();
      for (const way of ways) {
        step = way;
        if (way !== "node") browser ??= await launch();
        await WAYS[way](project, browser, PROJECTS[name]);
      }
      say(`${name}: right (${["build", ...ways].join(", ")}); ${seconds(built - began)} to build, ${seconds(performance.now() - built)} to ask`);
    } catch (error) {
      failed.push(name);
      process.stderr.write(`✗ ${name}, ${step}: ${error.message}\n`);
    }
  }
  await browser?.close();
  return failed;
}

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

async function launch() {
  const [{ chromium: playwright }, { chromium }] = await Promise.all([import("@playwright/test"), import("./chromium.mjs")]);
  return playwright.launch({ executablePath: chromium(), args: ["--no-sandbox", "--disable-gpu"] });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [flag, list = ""] = process.argv.slice(2);
  const all = Object.keys(PROJECTS);
  const names = flag === "--only" ? list.split(",") : all;
  const unknown = names.filter((name) => !all.includes(name));
  if ((flag !== undefined && flag !== "--only") || unknown.length > 0) fail(`unknown: ${[flag, ...unknown].join(" ")}`, `npm run consumers -- --only ${all.join(",")}`);
  const failed = await consumers(names);
  process.exit(failed.length === 0 ? 0 : 1);
}
