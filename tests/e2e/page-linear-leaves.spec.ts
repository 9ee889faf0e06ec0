import { readFileSync } from "node:fs";
import { expect, test } from "./test.js";
import { accessible } from "./axe.js";
import { badge, limitForm, open, say, settled, upload } from "./page-tools.js";
import { watch } from "./watch.js";

test("a network's answer, map and drawers stand, and say by name where something does not apply", async ({ page }) => {
  const seen = watch(page);
  await open(page);
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("button", { name: /^Neural network/ }).click();
  await expect(page.locator(".model b")).toHaveText("Neural network");
  await expect(badge(page)).toHaveText("Proved smallest");
  await settled(page);
  await expect(say(page)).toContainText("accepted");
  await page.getByRole("button", { name: "Check the proof" }).click();
  await expect(page.getByText(/^A second program agrees: /)).toBeVisible();
  // It has no borders to keep away from, but a lead in score.
  await limitForm(page, "Margin");
  await expect(page.locator(".limit-form")).toContainText("The class looked for beats every other by so much");
  await expect(page.getByLabel("The margin from")).toHaveCount(0);
  await page.keyboard.press("Escape");
  // The score is told of the point, which it varies with.
  const readout = page.locator("espalier-map [part=readout]");
  const plot = (await page.locator("espalier-map canvas").boundingBox())!;
  await page.mouse.move(plot.x + plot.width * 0.15, plot.y + plot.height * 0.9);
  await expect(readout).toContainText(/accepted, score [\d.]+.% here/);
  const first = await readout.textContent();
  await page.mouse.move(plot.x + plot.width * 0.45, plot.y + plot.height * 0.85);
  await expect(readout).not.toHaveText(first ?? "");
  // A border in many steps of shade: not one colour for each side.
  const colours = await page.locator("espalier-map canvas").evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  expect(colours).toBeGreaterThan(14);
  await page.getByRole("button", { name: /^Neurons ?6$/ }).click();
  await expect(page.locator(".one-tree .said")).toContainText("Neuron 1 of 6");
  await expect(page.locator(".one-tree .said")).toContainText(/You end in a leaf that adds [\d.\u2212]+ to accepted/);
  await settled(page);
  await page.getByRole("button", { name: /^Compare/ }).click();
  await expect(page.getByRole("row", { name: /^Feature tweaking/ })).toContainText("not defined for this model or target");
  await page.getByRole("radio", { name: /Rest may change/ }).check({ force: true });
  await expect(page.locator("espalier-map")).toContainText("the model\u2019s regions are no boxes");
  await accessible(page);
  expect(seen.complaints).toEqual([]);
});

test("a network of two hidden layers is opened from its file, answered and drawn", async ({ page }) => {
  const seen = watch(page);
  await open(page);
  await upload(page, "deep.json", readFileSync("tests/fixtures/lin-network-deep/model.json", "utf8"));
  const gate = page.locator("section.gate");
  await expect(gate).toContainText(/\d+ neurons, \d classes/);
  await gate.getByRole("button", { name: "Done" }).click();
  await expect(page.locator(".model span")).toContainText(/^\d+ neurons, /);
  await expect(badge(page)).toHaveText("Proved smallest");
  await settled(page);
  const readout = page.locator("espalier-map [part=readout]");
  const plot = (await page.locator("espalier-map canvas").boundingBox())!;
  await page.mouse.move(plot.x + plot.width * 0.3, plot.y + plot.height * 0.3);
  await expect(readout).toContainText(/score [\d.]+.% here/);
  await page.getByRole("button", { name: /^Neurons ?\d+$/ }).click();
  await expect(page.locator(".one-tree .said")).toContainText("Last layer");
  await expect(page.locator(".one-tree .said")).toContainText("a leaf whose value is a weighted sum");
  await accessible(page);
  expect(seen.complaints).toEqual([]);
});
