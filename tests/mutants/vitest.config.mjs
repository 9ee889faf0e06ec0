import { defineConfig } from "vitest/config";

/** The checker's own tests alone: Stryker runs those that reach a mutant. */
export default defineConfig({
  test: { include: ["tests/web/check*.test.ts"], testTimeout: 60_000 },
});
