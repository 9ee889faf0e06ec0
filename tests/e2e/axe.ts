/** Accessibility, as axe sees it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import { drawn } from "./page-tools.js";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  id: string;
  help: string;
  nodes: { target: unknown[]; failureSummary?: string }[];
}

/** Fails when axe finds anything on the page, shadow roots included. Dimmed parts belong to an earlier question: it waits until there are none, and until nothing moves. */
export async function accessible(page: Page): Promise<void> {
  await drawn(page);
  await expect(page.locator(".stale")).toHaveCount(0);
  // Colours in the midst of a transition are nobody's. One that is cancelled is over too; one without an end is no transition.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().flatMap((one) => (one.effect?.getComputedTiming().endTime === Infinity ? [] : [one.finished]))));
  // Evaluated by the debugger, so that the page's policy stays in force.
  await page.evaluate(source);
  const found: Finding[] = await page.evaluate("axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations)");
  expect(found.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((n) => `${n.target.join(" ")}: ${n.failureSummary ?? ""}`) }))).toEqual([]);
}
