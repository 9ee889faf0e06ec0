#!/usr/bin/env node
/** The command line: `explain`, `check`, `predict`, `info`, `convert`, `export`, `grow`. Node 20.19 or later, the same WebAssembly as the page. */
import { readFileSync } from "node:fs";
import { HELP, readArgs, UsageError } from "./cli/args.js";
import { runCommand } from "./cli/commands.js";
import { print, Unread } from "./cli/output.js";
import { start } from "./engine/core.js";
import { isInputError, textOf } from "./engine/errors.js";

/** Runs a command line; its exit code. */
function main(argv: readonly string[]): number {
  const args = readArgs(argv);
  if (args === "help") {
    print(HELP);
    return 0;
  }
  const version = start(readFileSync(new URL("./wasm/espalier.wasm", import.meta.url)));
  if (args === "version") {
    print(`${version}\n`);
    return 0;
  }
  return runCommand(args, print);
}

/** One line for people: never a stack trace, for any text. */
const complain = (text: string): void => void process.stderr.write(`espalier: ${text.replace(/\s*\n\s*/g, " ")}\n`);

try {
  process.exitCode = main(process.argv.slice(2));
} catch (thrown) {
  if (thrown instanceof Unread) process.exit(0);
  const input = thrown instanceof UsageError || isInputError(thrown);
  complain(input ? thrown.message : `internal error: ${textOf(thrown)}`);
  process.exitCode = input ? 2 : 3;
}
