/** All parts of a release have one version. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const { versionOf: version } = (await import(resolve(import.meta.dirname, "../../scripts/release.mjs"))) as { versionOf: (of: { manifest: string; workspace: string; changelog: string }) => string };
const workspace = (all: string, model: string): string => `[workspace.package]\nversion = "${all}"\n\n[workspace.dependencies]\nespalier-model = { path = "crate/model", version = "${model}" }\n`;

test("of this repository too", () => {
  const file = (name: string): string => readFileSync(name, "utf8");
  expect(version({ manifest: file("package.json"), workspace: file("Cargo.toml"), changelog: file("CHANGELOG.md") })).toMatch(/^\d+\.\d+\.\d+$/);
});

test.each([
  ["2.0.0", "1.0.0", "1.0.0", "## 2.0.0 - 2026-01-02", /package\.json has the version 2\.0\.0 and Cargo\.toml 1\.0\.0/],
  ["1.0.0", "1.0.0", "0.9.0", "## 1.0.0 - 2026-01-02", /asks for espalier-model 0\.9\.0/],
  ["1.0.0", "1.0.0", "1.0.0", "## Unreleased", /no section "## 1\.0\.0 - <date>"/],
  ["1.0.0", "1.0.0", "1.0.0", "## 1x0.0 - 2026-01-02", /no section/],
])("package %s, crates %s, a dependency on %s, %s: the odd one is named", (npm, crates, model, heading, said) => {
  expect(() => version({ manifest: JSON.stringify({ version: npm }), workspace: workspace(crates, model), changelog: `# Changelog\n\n${heading}\n` })).toThrow(said);
});
