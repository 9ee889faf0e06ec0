/** The drawer of data: how usual an answer must be. */
import { expect, test, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { applications, badge, open, say, settled, uploadRows } from "./page-tools.js";

const chip = (page: Page) => page.getByRole("button", { name: /Remove the limit: As typical as/ });

test("answers are held to how usual the accepted are, by keyboard, and it stands in limits, link and undo", async ({ page }) => {
  await open(page);
  const first = await say(page).textContent();
  await page.getByRole("button", { name: /^Data/ }).click();
  const steps = page.getByRole("group", { name: "How typical the answer must be" });
  await expect(steps.getByRole("radio", { name: "Any answer" })).toBeChecked();
  await steps.getByRole("radio", { name: "Any answer" }).focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
  await expect(steps.getByRole("radio", { name: "Most typical 1 of 2" })).toBeChecked();
  await expect(badge(page)).toHaveText("Proved smallest");
  await settled(page);
  await expect(say(page)).not.toHaveText(first ?? "");
  const line = page.locator(".replay", { hasText: "Typical enough" });
  const [found, needed] = ((await line.textContent()) ?? "").match(/[\d.]+/g)?.map(Number) ?? [];
  expect(found).toBeGreaterThan(needed ?? Infinity);
  await expect(chip(page)).toContainText("As typical as 1 of 2 accepted rows");
  await accessible(page);
  await page.reload();
  await expect(chip(page)).toHaveCount(1);
  await expect(line).toHaveCount(1);
  await chip(page).click();
  await expect(say(page)).toHaveText(first ?? "");
  await expect(chip(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(chip(page)).toHaveCount(1);
});

test("limits that exclude a usual answer are named with it, and each can be loosened", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Keep credit amount as it is" }).click();
  await page.getByRole("button", { name: "Keep duration as it is" }).click();
  await page.getByRole("button", { name: /^Data/ }).click();
  await page.getByRole("radio", { name: "Most typical 1 of 2" }).click();
  for (const name of ["checking account", "savings", "other loans", "housing", "employed for", "guarantor"]) {
    if ((await badge(page).textContent())?.includes("not possible")) break;
    await page.getByRole("button", { name: `Keep ${name} as it is` }).click();
    await settled(page);
  }
  await expect(badge(page)).toHaveText("Proved: not possible");
  await expect(say(page)).toContainText("as typical as 1 of 2 accepted rows");
  const loosening = page.getByRole("button", { name: /^Allow (less typical answers|unusual answers)/ });
  await loosening.click();
  await expect(badge(page)).toHaveText("Proved smallest");
});

test("the most usual way is one of the ways, proved like the others", async ({ page }) => {
  await open(page);
  const way = page.getByRole("radio", { name: /Most typical: like the middle \d+/ });
  await way.click();
  await expect(way).toBeChecked();
  await expect(page.locator(".replay", { hasText: "Typical enough" })).toHaveCount(1);
});

test("the map hatches places odder than allowed, and shows on demand how usual each place is", async ({ page }) => {
  await open(page);
  const odd = page.locator("espalier-map .depths .odd");
  const hatched = page.locator("espalier-map .depths .hatch");
  await expect(odd).toHaveCount(0);
  await page.getByRole("button", { name: /^Data/ }).click();
  await page.getByRole("radio", { name: "Most typical 3 of 4" }).click();
  await expect(hatched).not.toHaveCount(0);
  const levels = await hatched.count();
  expect(await odd.count()).toBeGreaterThanOrEqual(levels);
  await expect(page.locator("espalier-map .readout")).toContainText("Hatched: too unusual.");
  await page.getByRole("radio", { name: "Any answer" }).click();
  await expect(odd).toHaveCount(0);
  await page.getByLabel("Show on the map").check();
  await expect(odd).not.toHaveCount(0);
  await expect(hatched).toHaveCount(0);
  await expect(page.locator("espalier-map .readout")).toContainText("Paler: more unusual.");
  await page.reload();
  await expect(odd).not.toHaveCount(0);
  await page.getByRole("button", { name: /^Data/ }).click();
  await page.getByLabel("Show on the map").uncheck();
  await expect(odd).toHaveCount(0);
});

test("rows of a csv file take the place of the model's: distributions, rows, labels, usual answers; undo brings the old ones back", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^Data/ }).click();
  const bars = page.getByRole("article", { name: "Duration", exact: true }).locator(".bars rect");
  const before = await bars.count();
  await uploadRows(page, "people.csv", applications(400));
  const source = page.locator(".source");
  await expect(source).toContainText("All 400 rows of people.csv; decisions from the column label; not used: name.");
  await expect(page.getByRole("button", { name: /^Data/ })).toContainText("400 rows");
  expect(await bars.count()).not.toBe(before);
  await expect(badge(page)).toHaveText("Proved smallest");
  await page.getByRole("radio", { name: "Most typical 9 of 10" }).click();
  await expect(page.locator(".replay", { hasText: "Typical enough" })).toHaveCount(1);
  await page.getByRole("button", { name: "row 2 of 400" }).click();
  await expect(page.getByRole("textbox", { name: "Duration, value" })).toHaveValue("37");
  await accessible(page);
  await page.getByRole("button", { name: "Take ranges and whole numbers from these rows" }).click();
  await expect(page.getByRole("button", { name: "Take ranges and whole numbers from these rows" })).toHaveCount(0);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.locator(".menu p").first()).toContainText("It names people.csv, and holds none of its rows.");
  await page.keyboard.press("Escape");
  for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "Undo" }).click();
  await expect(source).toContainText("These rows came with the model");
  await expect(page.getByRole("button", { name: /^Data/ })).toContainText("250 rows");
  expect(await bars.count()).toBe(before);
});

test("a csv file that is wrong says where, and everything stays", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^Data/ }).click();
  await uploadRows(page, "people.csv", applications(3).replace("salary paid in", "lots").replace("overdrawn", "lots"));
  const problem = page.locator(".bad");
  await expect(problem).toContainText("These rows cannot be read");
  await expect(problem).toContainText("line 2, column 3");
  await expect(page.getByRole("button", { name: /^Data/ })).toContainText("250 rows");
});

test("a large csv file is dropped: it is sampled while frames go on, and reading it can be ended", async ({ page }) => {
  await open(page);
  const drop = async (count: number): Promise<void> => {
    const text = applications(1000);
    await page.evaluate(
      ([part, times]) => {
        const [header = "", ...rows] = part.split("\n");
        const data = new DataTransfer();
        data.items.add(new File([`${header}\n`, ...Array.from({ length: times }, () => rows.join("\n"))], "many.csv"));
        const host = document.querySelector("espalier-explainer");
        Object.assign(window, { frames: [] as number[], watching: true });
        const w = window as unknown as { frames: number[]; watching: boolean };
        const watch = (at: number): void => {
          w.frames.push(at);
          if (w.watching) requestAnimationFrame(watch);
        };
        requestAnimationFrame(watch);
        host?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
      },
      [text, count] as const,
    );
  };
  // It is ended in the moment in which it is told: a page on a slow machine may have read all of it before a press from outside arrives.
  await page.evaluate(() => {
    const root = document.querySelector("espalier-explainer")!.shadowRoot!;
    const watch = new MutationObserver(() => {
      const said = root.querySelector(".source")?.textContent ?? "";
      const cancel = [...root.querySelectorAll("button")].find((one) => one.textContent.trim() === "Cancel");
      if (!/Reading many\.csv, \d+/.test(said) || !cancel) return;
      watch.disconnect();
      Object.assign(window, { said });
      cancel.click();
    });
    watch.observe(root, { childList: true, subtree: true, characterData: true });
  });
  // 165 MB.
  await drop(1800);
  await expect.poll(() => page.evaluate(() => (window as unknown as { said?: string }).said)).toBeTruthy();
  await expect(page.locator(".source")).toContainText("These rows came with the model");
  // 55 MB.
  await drop(600);
  await expect(page.locator(".source")).toContainText("5,000 of the 600,000 rows of many.csv, drawn at random", { timeout: 60_000 });
  const drawn = await page.evaluate(() => {
    const w = window as unknown as { frames: number[]; watching: boolean };
    w.watching = false;
    return w.frames.length;
  });
  expect(drawn).toBeGreaterThan(5);
});
