import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

const port = Number(process.env.PAGE_PORT ?? 4199);

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  // Each drives a browser whose page has workers of its own. On two processors two take two thirds of the time of one.
  workers: Math.max(2, Math.floor(availableParallelism() / 2)),
  // Nothing here measures time (npm run bench does); on a busy machine everything only comes later.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(process.env.CHROMIUM === undefined ? {} : { executablePath: process.env.CHROMIUM }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    // Keeping every step of every test for the few that fail takes a sixth of the time. `--trace on` keeps those of a test that failed.
    trace: "off",
    screenshot: "only-on-failure",
  },
  webServer: {
    // As `vite preview` would serve it, which takes four times the processor's time.
    command: `node scripts/serve.mjs ${port}`,
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
  },
});
