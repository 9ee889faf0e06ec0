import { defineConfig } from "@playwright/test";
import page from "../../playwright.config.js";

const { timeout, use } = page;

// Each test starts the notebook that it opens. It takes seconds to start, on a busy machine many.
export default defineConfig({ testDir: ".", outputDir: "../../target/notebooks/results", workers: 1, timeout: 2 * (timeout ?? 0), expect: { timeout: 90_000 }, reporter: [["list"]], use: use ?? {} });
