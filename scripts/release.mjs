// npm run release: every artefact of a release into target/release-files/, from a clean clone. It publishes nothing.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { at, fail, modules, read, run, say } from "./lib.mjs";

const files = at("target", "release-files");

/** Files that state the version too, and where. */
const STATED = { "package-lock.json": /"version": "([^"]+)"/, "CITATION.cff": /^version: (.+)$/m, "docs/guide/cite.md": /version = \{([^}]+)\}/ };

/** The one version of all parts; fails where two differ, or where the changelog has no dated section for it. `stated`: the texts of the files that state it too. */
export function versionOf({ manifest, workspace, changelog, stated }) {
  const { version } = JSON.parse(manifest);
  const crates = /\[workspace\.package\]\s*version = "([^"]+)"/.exec(workspace)?.[1];
  if (crates !== version) throw new Error(`package.json has the version ${version} and Cargo.toml ${crates}; give both one`);
  const own = [...workspace.matchAll(/^(espalier-\S+) = \{ path = .*version = "([^"]+)"/gm)].filter(([, , one]) => one !== version);
  if (own.length > 0) throw new Error(`Cargo.toml asks for ${own.map(([, name, one]) => `${name} ${one}`).join(", ")}; give them the version ${version}`);
  for (const [file, place] of Object.entries(STATED)) {
    const found = place.exec(stated[file])?.[1];
    if (found !== version) throw new Error(`${file} has the version ${found}, package.json ${version}; give both one`);
  }
  if (!new RegExp(`^## ${version.replaceAll(".", "\\.")} - \\d{4}-\\d{2}-\\d{2}$`, "m").test(changelog)) throw new Error(`CHANGELOG.md has no section "## ${version} - <date>"; put the released changes under one`);
  return version;
}

/** How many changes the changelog has that are in no version yet. */
export const unreleased = (changelog) => (/^## Unreleased$(.*?)(?=^## |$(?![^]))/ms.exec(changelog)?.[1].match(/^- /gm) ?? []).length;

/** The texts of all files that state a version. */
export const versions = () => {
  const text = (file) => readFileSync(at(file), "utf8");
  return { manifest: text("package.json"), workspace: text("Cargo.toml"), changelog: text("CHANGELOG.md"), stated: Object.fromEntries(Object.keys(STATED).map((file) => [file, text(file)])) };
};

/** Takes the files of a folder that end so. */
function take(folder, end) {
  const found = readdirSync(folder).filter((name) => name.endsWith(end));
  if (found.length === 0) fail(`${folder} has no file that ends with ${end}`);
  for (const name of found) copyFileSync(join(folder, name), join(files, name));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (read("git", ["status", "--porcelain"]) !== "") fail("the working tree has changes; commit them, so that the tag holds all that is released");
  const all = versions();
  let version;
  try {
    version = versionOf(all);
  } catch (error) {
    fail(error.message);
  }
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files, { recursive: true });
  modules();
  const step = (title, command, args, options) => {
    say(title);
    if (!run(command, args, options)) fail(`${title}: it failed; its message is above`);
  };
  step("npm: engine, page and package", "node", ["scripts/build.mjs"]);
  step("npm pack", "npm", ["pack", "--silent", "--pack-destination", files], { cwd: at("pkg") });
  step("Python: the wheel of this machine (crate/python/wheels.yml makes those of others)", "node", ["scripts/python.mjs", "--wheel"]);
  take(at("target", "wheels"), ".whl");
  step("Rust: the crates", "cargo", ["package", "--workspace", "--locked", ...["espalier-api", "espalier-python", "espalier-testkit", "espalier-wasm"].flatMap((name) => ["--exclude", name])]);
  take(at("target", "package"), ".crate");
  step("the page", "tar", ["-czf", join(files, `espalier-page-${version}.tar.gz`), "-C", at("dist"), "."]);
  step("npm run site", "node", ["scripts/site.mjs"]);
  step("the documentation site", "tar", ["-czf", join(files, `espalier-site-${version}.tar.gz`), "-C", at("target", "site"), "."]);
  const sums = readdirSync(files).sort().map((name) => `${createHash("sha256").update(readFileSync(join(files, name))).digest("hex")}  ${name}`);
  writeFileSync(join(files, "SHA256SUMS"), `${sums.join("\n")}\n`);
  for (const name of readdirSync(files)) say(`${name}: ${(statSync(join(files, name)).size / 1e6).toFixed(2)} MB`);
  const later = unreleased(all.changelog);
  if (later > 0) say(`a rehearsal: CHANGELOG.md has ${later} changes under "Unreleased", which are in these files; before a release put them under the version that has them`);
  else say(`tag it: git tag v${version}. CONTRIBUTING.md says how each file is published`);
}
