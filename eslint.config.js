import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";
import ts from "typescript";

/**
 * A name that comes from a file may be "constructor" or "__proto__", which every object has: such names are keys of a Map, or are
 * read through `own`.
 */
const names = {
  create(context) {
    const { getTypeAtLocation, program } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    const anyText = (node) => getTypeAtLocation(node).flags & ts.TypeFlags.String;
    const byText = (node) => checker.getNonNullableType(getTypeAtLocation(node)).getStringIndexType();
    const tell = (node) => context.report({ node, message: "A name from a file may be one that every object has: use a Map, or `own` of www/src/own.ts." });
    return {
      MemberExpression(node) {
        if (node.computed && anyText(node.property) && byText(node.object)) tell(node);
      },
      BinaryExpression(node) {
        if (node.operator === "in" && anyText(node.left)) tell(node);
      },
    };
  },
};

export default defineConfig(
  globalIgnores(["dist/", "pkg/", "target/", "www/src/wasm/", "www/src/contract.ts", "www/public/", "crate/python/python/espalier_xai/web/", "tests/consumers/*/", "test-results/", "playwright-report/"]),
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/consistent-type-definitions": "off",
      // Indexing within known bounds; without it the two style rules ask for opposite things.
      "@typescript-eslint/no-non-null-assertion": "off",
      "eqeqeq": "error",
      "no-console": "error",
    },
  },
  {
    files: ["www/src/**/*.ts"],
    plugins: { espalier: { rules: { names } } },
    rules: { "espalier/names": "error" },
  },
  {
    // Architecture: data flows one way (see ARCHITECTURE.md).
    files: ["www/src/plot/**/*.ts"],
    rules: { "no-restricted-imports": ["error", { patterns: ["**/engine/**", "**/page/**"] }] },
  },
  {
    files: ["scripts/{bench-page,consumers}.mjs"],
    languageOptions: { globals: { window: "readonly", document: "readonly", File: "readonly", fetch: "readonly", requestAnimationFrame: "readonly", setTimeout: "readonly", MessageChannel: "readonly" } },
  },
  {
    files: ["crate/python/python/espalier_xai/*.js"],
    languageOptions: { globals: Object.fromEntries(["URL", "Blob", "Response", "DecompressionStream"].map((name) => [name, "readonly"])) },
  },
  {
    // The package writes unpack.js before it.
    files: ["crate/python/python/espalier_xai/loader.js"],
    languageOptions: { globals: { evaluated: "readonly", unpacked: "readonly" } },
  },
  {
    files: ["crate/python/python/espalier_xai/unpack.js"],
    rules: { "no-unused-vars": ["error", { varsIgnorePattern: "^evaluated$" }] },
  },
  {
    files: ["fuzz/*.mjs", "scripts/**/*.mjs", "tests/{libraries,mutants}/*.mjs", "*.js"],
    languageOptions: { globals: { process: "readonly", console: "readonly", URL: "readonly", performance: "readonly", Buffer: "readonly", TextDecoder: "readonly" } },
  },
);
