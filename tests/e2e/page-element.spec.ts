/** The element in someone else's page: attributes, properties, events, several at once, and a clean end. */
import { expect, test, type Page } from "@playwright/test";
import { stump } from "../web/models.js";
import type {} from "../../www/src/element/define.js";
import { serve } from "./files.js";
import { watch } from "./watch.js";

const body = (content: string): string => `<!doctype html><html lang="en"><title>embed</title><link rel="icon" href="data:,">
<script>
  window.heard = [];
  for (const name of ["espalier-answer", "espalier-query", "espalier-constraints", "espalier-error"])
    document.addEventListener(name, (event) => window.heard.push([name, event.detail]));
</script>
<script type="module" src="./element.js"></script><body>${content}</body></html>`;

const one = `<espalier-explainer model="stump.json" query='{"Income": 3, "Age": 20}' target="accepted" axes="Age Income" subject="you"></espalier-explainer>`;

async function open(page: Page, content: string): Promise<() => void> {
  const server = await serve("pkg", { pages: { "/": body(content), "/stump.json": JSON.stringify(stump), "/bad.json": "{" } });
  await page.goto(server.url);
  return server.close;
}

const heard = (page: Page): Promise<[string, unknown][]> => page.evaluate("window.heard");

test("attributes ask the question, and one listener on the document hears the answer", async ({ page }) => {
  const seen = watch(page);
  const close = await open(page, one);
  await expect(page.locator(".say")).toContainText("You would be accepted if your income were");
  const answer = (await heard(page)).find(([name]) => name === "espalier-answer")?.[1];
  expect(answer).toMatchObject({ status: "optimal", counterfactuals: [{ changes: [{ feature: "Income", from: 3 }] }] });
  expect(await page.evaluate(() => document.querySelector("espalier-explainer")?.answer)).toMatchObject({ status: "optimal" });
  await page.getByRole("button", { name: "Keep age as it is" }).click();
  await expect.poll(async () => (await heard(page)).filter(([name]) => name === "espalier-constraints")).toEqual([["espalier-constraints", [{ fix: "Age" }]]]);
  seen.quiet();
  close();
});

test("properties are the truth, simple ones are mirrored, and those set before definition count", async ({ page }) => {
  const close = await open(page, `<script>
    const early = document.createElement("espalier-explainer");
    early.model = "stump.json"; early.query = [3, 20]; early.target = 1;
    document.body.append(early);
  </script>`);
  await expect(page.locator(".say")).toContainText(/\(now\s3\)/);
  expect(await page.locator("espalier-explainer").getAttribute("model")).toBe("stump.json");
  await page.evaluate(() => {
    const element = document.querySelector("espalier-explainer");
    if (element) element.query = { Income: 2, Age: 30 };
  });
  await expect(page.locator(".say")).toContainText(/\(now\s2\)/);
  await page.evaluate(() => document.querySelector("espalier-explainer")?.setAttribute("target", "rejected"));
  await expect(page.locator(".say")).toContainText("Already rejected");
  await page.evaluate(() => document.querySelector("espalier-explainer")?.setAttribute("subject", "the applicant"));
  await expect(page.locator(".say")).toContainText("The applicant is already rejected");
  close();
});

test("a file that is wrong is told as an event and as a card", async ({ page }) => {
  const close = await open(page, `<espalier-explainer model="bad.json"></espalier-explainer>`);
  await expect(page.getByRole("alert")).toContainText("bad.json");
  expect((await heard(page)).find(([name]) => name === "espalier-error")?.[1]).toMatchObject({ source: "model" });
  close();
});

test("several share one engine; one that leaves does not disturb the others, and may come back", async ({ page }) => {
  const close = await open(page, one + one);
  await expect(page.locator(".say")).toHaveText([/^You would be/, /^You would be/]);
  expect(page.workers()).toHaveLength(1);
  await page.evaluate(() => {
    const [first] = document.querySelectorAll("espalier-explainer");
    if (!first) return;
    first.remove();
    (window as unknown as { kept: Element }).kept = first;
  });
  await page.getByRole("button", { name: "Keep age as it is" }).click();
  await expect(page.getByRole("button", { name: "Remove the limit: Age stays" })).toBeVisible();
  await page.evaluate(() => document.body.append((window as unknown as { kept: Element }).kept));
  await expect(page.locator(".say")).toHaveText([/^You would be/, /^You would be/]);
  close();
});

test("a second copy of the script leaves the first definition in place", async ({ page }) => {
  const seen = watch(page);
  const close = await open(page, `${one}<script type="module" src="./element.js?again"></script>`);
  await expect(page.locator(".say")).toContainText("You would be accepted");
  seen.quiet();
  close();
});

test("parts that are not named are not there", async ({ page }) => {
  const close = await open(page, one.replace("<espalier-explainer", `<espalier-explainer controls="answer"`));
  await expect(page.locator(".say")).toContainText("You would be accepted");
  await expect(page.locator("espalier-map, .person, header")).toHaveCount(0);
  close();
});
