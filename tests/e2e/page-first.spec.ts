/** The first ten seconds: the head says that the example is invented and how it is decided now, the window has the model's name, the help has the map's signs. */
import { expect, test, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { open, settled } from "./page-tools.js";

/** A tree over two columns, as XGBoost writes it, without a word of their meaning. */
function dropped(): string {
  const feature = { name: "model.json", columns: ["age", "amount"] };
  const tree = { base_weights: [0, 1, -1, 0.5, -0.5], default_left: [0, 0, 0, 0, 0], id: 0, left_children: [1, -1, 3, -1, -1], right_children: [2, -1, 4, -1, -1], split_indices: [1, 0, 0, 0, 0], split_conditions: [2500, 1, 40.5, 0.5, -0.5], split_type: [0, 0, 0, 0, 0], categories: [], categories_nodes: [], categories_segments: [], categories_sizes: [], tree_param: { num_deleted: "0", num_feature: "2", num_nodes: "5", size_leaf_vector: "1" }, parents: [2147483647, 0, 0, 2, 2], loss_changes: [1, 0, 1, 0, 0], sum_hessian: [1, 1, 1, 1, 1] };
  return JSON.stringify({ learner: { attributes: {}, feature_names: feature.columns, feature_types: ["float", "float"], gradient_booster: { name: "gbtree", model: { gbtree_model_param: { num_parallel_tree: "1", num_trees: "1" }, iteration_indptr: [0, 1], tree_info: [0], trees: [tree] } }, learner_model_param: { base_score: "5E-1", boost_from_average: "1", num_class: "0", num_feature: "2", num_target: "1" }, objective: { name: "binary:logistic", reg_loss_param: { scale_pos_weight: "1" } } }, version: [2, 1, 1] });
}

async function drop(page: Page, files: Record<string, string>): Promise<void> {
  await page.evaluate((list) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of Object.entries(list)) dataTransfer.items.add(new File([text], name));
    document.querySelector("espalier-explainer")!.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

const ROWS = `age,amount\n${Array.from({ length: 60 }, (_, at) => `${String(20 + (at % 40))},${String(400 + 97 * at)}`).join("\n")}\n`;

test("the head tells an invented example, its decision now and the aim, as far as it has room for all of it; measured rows are not called invented", async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await open(page);
  const line = page.locator(".tagline");
  await expect(line).toHaveText("An invented example. Now: refusedThe smallest change that flips it");
  await expect(page).toHaveTitle("Loan application \u2013 Espalier");
  const seen = (): Promise<boolean> => line.evaluate((one) => one.getBoundingClientRect().top < one.parentElement!.getBoundingClientRect().bottom);
  expect(await seen()).toBe(true);
  await accessible(page);
  // While the dot is dragged it stands as it was, and dimmed.
  const lower = (): Promise<number> => line.evaluate((one) => one.getBoundingClientRect().top);
  const before = await lower();
  const disc = (await page.locator("espalier-map .dot .disc").boundingBox())!;
  await page.mouse.move(disc.x + disc.width / 2, disc.y + disc.height / 2);
  await page.mouse.down();
  await page.mouse.move(disc.x + 30, disc.y - 20, { steps: 4 });
  await expect(line).toHaveClass(/stale/);
  await expect(line).toHaveText("An invented example. Now: refusedThe smallest change that flips it");
  expect(await lower()).toBe(before);
  await page.mouse.move(disc.x + disc.width / 2, disc.y + disc.height / 2, { steps: 4 });
  await page.mouse.up();
  await settled(page);
  await expect(line).not.toHaveClass(/stale/);
  await page.getByLabel("Outcome to look for").selectOption({ label: "refused" });
  await settled(page);
  await expect(line).toHaveText("An invented example. Now: refused");
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("button", { name: /^Iris/ }).click();
  await expect(line).toHaveText(/^Now: (?!.*invented)/);
  await expect(page).toHaveTitle("Iris \u2013 Espalier");
  // A predicted number is told in few digits.
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("button", { name: /^Rent of a flat/ }).click();
  await expect(line).toHaveText("An invented example. Now: 1,023The smallest change that brings it into the range");
  await page.setViewportSize({ width: 800, height: 900 });
  await expect.poll(seen).toBe(false);
});

test("the help has the signs of the map, in the language of the page", async ({ page }) => {
  await open(page);
  await expect(page.locator(".tagline")).toHaveCount(1);
  await page.getByRole("button", { name: "Keys and help" }).click();
  const legend = page.locator(".map-legend");
  await expect(legend.locator("dd")).toHaveCount(6);
  await expect(legend).toContainText("The answer: the nearest place that is enough");
  await accessible(page);
  await page.locator("select:has(option[lang=de])").selectOption("de");
  await expect(legend).toContainText("Auf der Karte");
});

for (const width of [1280, 768, 390]) {
  test(`a model that comes without rows says that its person is invented, until a value is another one: ${String(width)} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page);
    await drop(page, { "model.json": dropped() });
    const said = page.locator(".person .invented");
    await expect(said).toHaveText("invented: the middle of every range");
    await settled(page);
    await expect(said).toBeVisible();
    await expect(page.locator(".tagline")).toContainText("Invented values. Now:");
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.getByLabel(/^age, now/i).or(page.getByRole("textbox", { name: /age/i })).first().fill("33");
    await page.keyboard.press("Enter");
    await expect(said).toHaveText("");
    await expect(page.locator(".tagline")).not.toContainText("invented");
  });
}

test("rows that are dropped with a model give its person, ranges and whole numbers by one answer", async ({ page }) => {
  await open(page);
  await drop(page, { "model.json": dropped(), "people.csv": ROWS });
  const question = page.getByRole("group", { name: "Take the values, ranges and whole numbers from the rows of people.csv?" });
  await accessible(page);
  await question.getByRole("button", { name: "Take them" }).click();
  await expect(question).toHaveCount(0);
  await settled(page);
  await expect(page.locator(".person .head .cap").first()).toHaveText(/^row \d+ of 60$/i);
  const told = await page.evaluate(() => {
    const { request } = document.querySelector("espalier-explainer") as unknown as { request: { query: number[] } };
    return request.query;
  });
  expect(ROWS).toContain(`\n${told.join()}\n`);
  await page.getByRole("button", { name: /^Data/ }).click();
  await page.getByRole("button", { name: /^Data/ }).click();
  await expect(page.getByRole("button", { name: "Take ranges and whole numbers from these rows" })).toHaveCount(0);
});
