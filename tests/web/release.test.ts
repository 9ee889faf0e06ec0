/** All parts of a release have one version. */
import { resolve } from "node:path";
import { expect, test } from "vitest";

interface Parts {
  manifest: string;
  workspace: string;
  changelog: string;
  stated: Record<string, string>;
}
const { versionOf, versions, unreleased } = (await import(resolve(import.meta.dirname, "../../scripts/release.mjs"))) as { versionOf: (of: Parts) => string; versions: () => Parts; unreleased: (changelog: string) => number };

const manifest = (version: string): string => JSON.stringify({ version });
const workspace = (all: string, model: string): string => `[workspace.package]\nversion = "${all}"\n\n[workspace.dependencies]\nespalier-model = { path = "crate/model", version = "${model}" }\n`;
const stated = (lock: string, citation: string, cite: string): Parts["stated"] => ({
  "package-lock.json": JSON.stringify({ name: "espalier", version: lock, packages: { other: { version: "9.9.9" } } }, null, 2),
  "CITATION.cff": `cff-version: 1.2.0\nversion: ${citation}\n`,
  "docs/guide/cite.md": `@software{espalier,\n  version = {${cite}},\n}`,
});
const one: Parts = { manifest: manifest("1.0.0"), workspace: workspace("1.0.0", "1.0.0"), changelog: "# Changelog\n\n## 1.0.0 - 2026-01-02\n", stated: stated("1.0.0", "1.0.0", "1.0.0") };

test("of this repository too", () => {
  expect(versionOf(versions())).toMatch(/^\d+\.\d+\.\d+$/);
});

test.each<[name: string, other: Partial<Parts>, said: RegExp]>([
  ["the package", { manifest: manifest("2.0.0") }, /package\.json has the version 2\.0\.0 and Cargo\.toml 1\.0\.0/],
  ["a crate", { workspace: workspace("1.0.0", "0.9.0") }, /asks for espalier-model 0\.9\.0/],
  ["the lock file", { stated: stated("0.9.0", "1.0.0", "1.0.0") }, /package-lock\.json has the version 0\.9\.0, package\.json 1\.0\.0/],
  ["the citation", { stated: stated("1.0.0", "0.9.0", "1.0.0") }, /CITATION\.cff has the version 0\.9\.0/],
  ["its page", { stated: stated("1.0.0", "1.0.0", "0.9.0") }, /cite\.md has the version 0\.9\.0/],
  ["a section without a date", { changelog: "## Unreleased\n" }, /no section "## 1\.0\.0 - <date>"/],
  ["a section of another", { changelog: "## 1x0.0 - 2026-01-02\n" }, /no section/],
])("the odd one is named: %s", (_, other, said) => {
  expect(versionOf(one)).toBe("1.0.0");
  expect(() => versionOf({ ...one, ...other })).toThrow(said);
});

test("changes of no version are counted", () => {
  expect(unreleased("# Changelog\n\n## Unreleased\n\n### Added\n- One.\n  Of two lines.\n\n### Fixed\n- Another.\n\n## 1.0.0 - 2026-01-02\n- Old.\n")).toBe(2);
  expect(unreleased("## Unreleased\n- One.\n- Two.")).toBe(2);
  expect(unreleased("## Unreleased\n\n## 1.0.0 - 2026-01-02\n- Old.\n")).toBe(0);
  expect(unreleased("## 1.0.0 - 2026-01-02\n- Old.\n")).toBe(0);
});
