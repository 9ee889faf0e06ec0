// Steps on the page that states and errands are made of. `page` is Playwright's.
/* global document, requestAnimationFrame */

/** Until nothing is being computed any more, and all that the page fetches later is there. */
export async function settled(page) {
  await page.locator("espalier-explainer section.answer[aria-busy=false]").waitFor();
  await page.locator(".jumps").waitFor({ state: "attached" });
  await page.waitForFunction(() => {
    const { shadowRoot } = document.querySelector("espalier-explainer");
    return shadowRoot.querySelector(".badge") !== null && [...shadowRoot.querySelectorAll(".way")].every((way) => !way.matches(".stale") && !way.textContent.includes("\u2026"));
  });
  await page.evaluate(() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then))));
}

/** Opens the page. `query`: "?lang=de". */
export async function open(page, url, query = "") {
  await page.goto(`${url}${query}`);
  await settled(page);
}

/** Opens a drawer by its place among the handles, so that its name may be of any language. */
export async function drawer(page, name) {
  const order = ["trees", "search", "compare", "curve", "data", "proof", "ways", "why", "beat", "everyone", "measure"];
  await page.locator(".handles button.drawer").nth(order.indexOf(name)).click();
  await settled(page);
  const part = page.locator(".drawers > :not(.handles)").first();
  await part.waitFor();
  await page.waitForFunction(() => {
    const { shadowRoot } = document.querySelector("espalier-explainer");
    return shadowRoot.querySelector(".drawers progress, .curve:not(:has(svg))") === null && [...shadowRoot.querySelectorAll(".compare td")].every((cell) => cell.textContent !== "searching");
  });
}

/** Keeps features as they are, by their cards. */
export async function lock(page, ...names) {
  for (const name of names) {
    await page.getByRole("article", { name, exact: true }).locator("button.lock").click();
    await settled(page);
  }
}

/** Opens an example by its title. */
export async function example(page, title) {
  await page.locator(".top").getByRole("button", { name: "Examples" }).click();
  await page.getByRole("dialog").getByRole("button", { name: new RegExp(`^${title}`) }).click();
  await page.locator(".model b", { hasText: title }).waitFor();
  await settled(page);
}

/** Asks for every row, until all are answered. */
export async function everyone(page) {
  await drawer(page, "everyone");
  await page.locator("espalier-everyone .acts button").first().click();
  await page.locator("espalier-everyone .acts button:not(:disabled)").nth(1).waitFor();
  await page.locator("espalier-everyone progress").waitFor({ state: "detached" });
}

/** Chooses a file where the page asks for one after `ask`. The browser hands choices to the script once the page has heard of it. */
export async function choose(page, ask, name, text) {
  const chooser = page.waitForEvent("filechooser");
  await page.evaluate(() => undefined);
  await ask();
  await (await chooser).setFiles({ name, mimeType: name.endsWith(".csv") ? "text/csv" : "application/json", buffer: Buffer.from(text) });
}

/** The middle of the dot, in pixels of the window. */
export async function dot(page) {
  const box = await page.locator("espalier-map .disc").boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses the dot and moves it, and holds it. */
export async function drag(page, dx, dy) {
  const { x, y } = await dot(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps: 6 });
}
