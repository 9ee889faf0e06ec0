/**
 * Damaged input through the command line itself: one line, exit code 2. A few of each kind and every way; with DAMAGED=210 all that
 * tests/web/damage.test.ts reads, 210 of each kind.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./test.js";
import { damaged, documents, KINDS } from "../web/damage/kinds.js";
import { root } from "./files.js";

const ENOUGH = Number(process.env.DAMAGED ?? 3);

let folder = "";
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-"));
  writeFileSync(join(folder, "sound.json"), documents.model);
  writeFileSync(join(folder, "sound-queries.json"), documents.queries);
});
test.afterAll(() => rmSync(folder, { recursive: true }));

for (const [k, kind] of KINDS.entries()) {
  test(`${kind.name}, damaged, ends with 2 and one line`, () => {
    test.setTimeout(30_000 + ENOUGH * 3000);
    const sound = { model: join(folder, "sound.json"), queries: join(folder, "sound-queries.json") };
    const path = join(folder, kind.file);
    let count = 0;
    let skip = ENOUGH < 10 ? k : 0; // Other ways for other kinds.
    for (const { way, bytes } of damaged(kind)) {
      if (count >= ENOUGH) break;
      if (skip-- > 0) continue;
      writeFileSync(path, bytes);
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "pkg", "cli.js"), ...kind.args(path, sound)], { encoding: "utf8" });
      if (status === 0) continue; // Still sound, and taken.
      count += 1;
      expect(status, `${way}: ${stderr}`).toBe(2);
      expect(stdout, way).toBe("");
      expect(stderr, way).toMatch(/^espalier: [^\n]*; [^\n]+\n$/);
    }
  });
}
