/** Opening models of one's own: the text of the card, mending, sample predictions, paste, and the parts that stay when it goes wrong. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "./test.js";
import { accessible } from "./axe.js";
import { checksOf } from "../web/models.js";
import { root } from "./files.js";
import { watch } from "./watch.js";

const fixture = (path: string): string => join(root, "tests/fixtures", path);

const gate = (page: Page) => page.getByRole("region", { name: "About this model and its columns" });
const badge = (page: Page) => page.locator(".badge");

interface Given {
  name: string;
  text: string;
}
const given = (name: string, content: unknown): Given => ({ name, text: typeof content === "string" ? content : JSON.stringify(content) });
const fileOf = (path: string): Given => given(path.split("/").pop() ?? path, readFileSync(fixture(path), "utf8"));

/** Drops files on the page, as a person would. */
async function drop(page: Page, ...files: Given[]): Promise<void> {
  await page.evaluate((list) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of list) dataTransfer.items.add(new File([text], name));
    const element = document.querySelector("espalier-explainer");
    for (const type of ["dragover", "drop"]) element?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

async function open(page: Page): Promise<void> {
  await page.goto("/");
  await expect(badge(page)).toHaveText("Proved smallest");
}

/** Two whole columns, one yes or no, and a category of three, as LightGBM writes them: not a word of their meaning. */
function unknown(trees: number): string {
  const tree = (index: number): string =>
    [
      `Tree=${String(index)}`,
      "num_leaves=4",
      "num_cat=0",
      `split_feature=0 1 ${String(2 + (index % 4))}`,
      "split_gain=1 1 1",
      `threshold=${String(30.5 + (index % 4))} ${String(12.5 + (index % 4))} 0.5`,
      "decision_type=2 2 2",
      "left_child=1 -1 -3",
      "right_child=2 -2 -4",
      "leaf_value=-0.4 -0.1 0.2 0.5",
      "leaf_weight=1 1 1 1",
      "leaf_count=1 1 1 1",
      "internal_value=0 0 0",
      "internal_weight=0 0 0",
      "internal_count=4 2 2",
      "shrinkage=1",
    ].join("\n");
  const head = [
    "tree",
    "version=v4",
    "num_class=1",
    "num_tree_per_iteration=1",
    "label_index=0",
    "max_feature_idx=5",
    "objective=binary sigmoid:1",
    "feature_names=age months phone job_clerk job_sales job_none",
    "feature_infos=[18:75] [3:72] [0:1] [0:1] [0:1] [0:1]",
  ];
  return `${head.join("\n")}\n\n${Array.from({ length: trees }, (_, index) => tree(index)).join("\n\n\n")}\n\n\nend of trees\n\nparameters:\n[boosting: gbdt]\nend of parameters\n`;
}

test("a model of one's own shows its facts, with a guess of the meaning of its columns", async ({ page }) => {
  const seen = watch(page);
  await open(page);
  await drop(page, given("loan.txt", unknown(4)));
  await expect(gate(page)).toContainText("LightGBM text");
  await expect(gate(page)).toContainText("4 trees of depth 2, 16 leaves, 2 classes");
  await expect(gate(page)).toContainText("Every split has a rule for them");
  await expect(gate(page)).toContainText("6 columns, read as 4 features");
  await expect(gate(page).getByRole("group", { name: "job" })).toContainText("guessed from the names");
  await expect(gate(page).getByLabel("Kind of age")).toHaveValue("integer");
  await expect(badge(page)).toHaveText("Proved smallest");
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(gate(page)).toBeHidden();
  await page.keyboard.press("m");
  await expect(gate(page)).toBeVisible();
  seen.quiet();
});

test("mending shows at once, can be undone, and travels with the link", async ({ page }) => {
  await open(page);
  await drop(page, given("loan.txt", unknown(4)));
  await gate(page).getByLabel("Name of class 1").fill("accepted");
  await gate(page).getByLabel("Name of class 1").press("Enter");
  await expect(page.locator(".say")).toContainText(/accepted|class 0/i);
  await gate(page).getByLabel("Kind of age").selectOption("numeric");
  await expect(gate(page).getByRole("group", { name: "age" })).toContainText("mended");
  await gate(page).getByRole("button", { name: "More of job" }).click();
  await gate(page).getByRole("button", { name: "Split into its columns" }).click();
  await expect(gate(page)).toContainText("Meaning of the columns6 columns");
  await expect(page.getByRole("article", { name: "job_sales" })).toBeVisible();
  await gate(page).getByRole("button", { name: "More of age" }).click();
  await gate(page).getByRole("textbox", { name: "Unit of age" }).fill("years");
  await gate(page).getByRole("textbox", { name: "Unit of age" }).press("Enter");
  await expect(gate(page).getByRole("group", { name: "age" })).toContainText("years");
  await page.waitForTimeout(400);
  const link = page.url();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(gate(page).getByRole("group", { name: "age" })).not.toContainText("years");
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.getByRole("alert")).toContainText("loan.txt");
  await drop(page, given("loan.txt", unknown(4)));
  await expect(page.getByRole("article", { name: "job_sales" })).toBeVisible();
  await expect(page.getByRole("article", { name: "age" })).toContainText("years");
});

test("a wrong range is refused in words and the model stays as it was", async ({ page }) => {
  await open(page);
  await drop(page, given("loan.txt", unknown(4)));
  await gate(page).getByRole("button", { name: "More of age" }).click();
  const from = gate(page).getByRole("textbox", { name: "From of age" });
  const before = await from.inputValue();
  for (const [text, why] of [["500", "The first number must be the smaller; the second is 75."], ["18 or so", "\u201c18 or so\u201d is not a number."], ["", "A number is needed here."]] as const) {
    await from.fill(text);
    await from.press("Enter");
    await expect(gate(page).getByRole("alert")).toContainText(why);
    await expect(gate(page).getByRole("alert")).toContainText(`Until then it stays ${before}.`);
    await expect(from).toHaveValue(text);
  }
  await expect(badge(page)).toHaveText("Proved smallest");
  await gate(page).getByRole("button", { name: "Reset to the guess" }).click();
  await expect(from).toHaveValue(before);
});

test("sample predictions are replayed, and a difference is counted", async ({ page }) => {
  await open(page);
  const { rows, scores } = checksOf("xgb-softprob");
  await drop(page, fileOf("xgb-softprob/model.json"));
  await expect(gate(page)).toContainText("XGBoost JSON");
  await drop(page, given("sample.json", { rows, predictions: scores }));
  await expect(gate(page)).toContainText(`All ${String(rows.length)} rows agree; the largest difference is`);
  const wrong = scores.map((row, index) => (index === 4 ? [...row].reverse() : row));
  await drop(page, given("sample.json", { rows, predictions: wrong }));
  await expect(gate(page)).toContainText(`${String(rows.length - 1)} of ${String(rows.length)} rows agree`);
  await expect(gate(page)).toContainText("In row 5 the library says");
  await drop(page, given("sample.json", { rows, predictions: [1] }));
  await expect(page.getByRole("alert")).toContainText(`1 predictions for ${String(rows.length)} rows`);
  await expect(badge(page)).toHaveText("Proved smallest");
});

test("the text of a model can be pasted", async ({ page }) => {
  await open(page);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, composed: true }));
  }, readFileSync(fixture("lgb-binary/model.txt"), "utf8"));
  await expect(gate(page)).toContainText("LightGBM text");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("pasted text");
});

test("a large model opens", async ({ page }) => {
  await open(page);
  await drop(page, given("large.txt", unknown(12_000)));
  await expect(gate(page)).toContainText("12,000 trees of depth 2");
  await expect(badge(page)).toHaveText("Proved smallest");
});
