/** A model whose columns are pixels shows its answer as pictures. */
import { expect, test, type Page } from "./test.js";
import { open, settled } from "./page-tools.js";

/** The picture's pixels as red, green and blue, as the browser reads the file. */
const pixels = (page: Page, index: number): Promise<number[][]> =>
  page.locator(".pictures img").nth(index).evaluate((element) => {
    const image = element as HTMLImageElement;
    const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth, height: image.naturalHeight });
    const context = canvas.getContext("2d")!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return Array.from({ length: data.length / 4 }, (_, pixel) => [...data.slice(pixel * 4, pixel * 4 + 3)]);
  });

test("before, after and the difference show the answer's pixels and no others", async ({ page }) => {
  await open(page);
  expect(await page.locator(".pictures").count()).toBe(0);
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByText("Handwritten digit").click();
  await expect(page.locator(".pictures img")).toHaveCount(3);
  await settled(page);
  const [before, after, difference] = [await pixels(page, 0), await pixels(page, 1), await pixels(page, 2)];
  expect(before).toHaveLength(64);
  const changed = (await page.locator("section.answer tbody th").allTextContents()).map((name) => {
    const [row, column] = [...name.matchAll(/\d+/g)].map(([digits]) => Number(digits) - 1);
    return row! * 8 + column!;
  });
  expect(changed.length).toBeGreaterThan(0);
  const unlike = before.flatMap((pixel, k) => (pixel.join() === after[k]!.join() ? [] : [k]));
  expect(unlike).toEqual(changed.sort((a, b) => a - b));
  expect(difference.flatMap((pixel, k) => (pixel.join() === "255,255,255" ? [] : [k]))).toEqual(unlike);
  // More ink is blue, less is brown.
  for (const k of unlike) expect(Math.sign(difference[k]![2]! - difference[k]![0]!)).toBe(Math.sign(before[k]![0]! - after[k]![0]!));
});

test("a pixel says its name and its values under the pointer, a click leads to its card, and the finder does so by keys", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByText("Handwritten digit").click();
  const picture = page.locator(".pictures img").nth(1);
  await expect(page.locator(".pictures img")).toHaveCount(3);
  await settled(page);
  const [name = ""] = await page.locator("section.answer tbody th").allTextContents();
  const [row = 0, column = 0] = [...name.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  const at = async (row: number, column: number): Promise<{ x: number; y: number }> => {
    const { width, height } = (await picture.boundingBox())!;
    return { x: ((column - 0.5) * width) / 8, y: ((row - 0.5) * height) / 8 };
  };
  await picture.hover({ position: await at(row, column) });
  await expect(picture).toHaveAttribute("title", new RegExp(`^Row ${String(row)}, column ${String(column)}: \\d+ \u2192\\s\\d+$`));
  await picture.click({ position: await at(8, 8) });
  const last = page.getByRole("article", { name: "Row 8, column 8", exact: true });
  await expect(last).toBeInViewport();
  await expect(last.locator(".lock")).toBeFocused();
  // One that is not among the chosen cards is shown.
  await page.getByPlaceholder("Find a feature").fill("row 1, column");
  await expect(page.getByRole("article")).toHaveCount(8);
  await picture.click({ position: await at(8, 7) });
  await expect(page.getByRole("article", { name: "Row 8, column 7", exact: true })).toBeInViewport();
  await expect(page.getByRole("article")).toHaveCount(64);
});
