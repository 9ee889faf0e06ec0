import { defineConfig } from "vitest/config";

/** The tests of the check that take a moment, made by hand, and those that ask the engine for proofs first. */
const QUICK = ["check-arithmetic", "check-by-hand", "check-changes", "check-documents", "check-models", "check-rules", "check-sums", "check-forged", "check-claims", "check-earning-by-hand", "check-job", "check-splits", "check-rounds", "check-replay-by-hand", "check-plausibility-by-hand", "check-priced-sums", "check-certificate-by-hand", "check-requests", "check-predictions", "check-goals", "check-schemas", "check-answers", "check-hyperplanes-by-hand", "check-linear-leaves-by-hand", "check-numbers", "exponential"];
const ALL = ["check*", "exponential", "extended-isolation", "linear-leaves", "page-replay"];

/** Stryker runs those that reach a mutant. */
export default defineConfig({
  test: { include: (process.env.MUTANTS === "quick" ? QUICK : ALL).map((name) => `tests/web/${name}.test.ts`), testTimeout: 60_000 },
});
