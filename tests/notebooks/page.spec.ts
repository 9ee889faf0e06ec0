/** The page that `to_html` writes. */
import { expect, test } from "@playwright/test";
import { copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../e2e/files.js";
import { watch } from "../e2e/watch.js";
import { answered } from "./explainers.js";
import { folder, run } from "./servers.js";

/** Most that a page may take on disk, with a small model. */
const PAGE = 1.5e6;

test("the page of to_html is small, answers, and asks for nothing", async ({ page }) => {
  const home = folder("page");
  copyFileSync(join(root, "www/public/examples/iris.json"), join(home, "iris.json"));
  run(home, "python", ["-c", `from espalier_xai import Explainer; Explainer("iris.json").to_html([5.1, 3.5, 1.4, 0.2], "virginica", "page.html")`]);
  const { size } = statSync(join(home, "page.html"));
  process.stdout.write(`    a page of to_html: ${(size / 1e6).toFixed(2)} MB\n`);
  expect(size).toBeLessThan(PAGE);
  const seen = watch(page);
  await page.goto(`file://${join(home, "page.html")}`);
  seen.loaded();
  await expect.poll(() => answered(page)).toBe(1);
  seen.quiet();
});
