#!/usr/bin/env node
/** The command line: `explain`, `audit`, `check`, `predict`, `info`, `convert`, `export`, `grow`. Node 20.19 or later, the same WebAssembly as the page. */
import { readFileSync } from "node:fs";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { HELP, readArgs, UsageError } from "./cli/args.js";
import { runCommand } from "./cli/commands.js";
import { serve, type Task } from "./cli/jobs.js";
import { print, Unread } from "./cli/output.js";
import { start } from "./engine/core.js";
import { isInputError, textOf } from "./engine/errors.js";

/** Runs a command line; its exit code. */
async function main(argv: readonly string[]): Promise<number> {
  const args = readArgs(argv);
  if (args === "help") {
    print(HELP);
    return 0;
  }
  const engine = new WebAssembly.Module(readFileSync(new URL("./wasm/espalier.wasm", import.meta.url)));
  const version = start(engine);
  if (args === "version") {
    print(`${version}\n`);
    return 0;
  }
  // Threads of `--jobs` run this very file.
  const own = new URL(import.meta.url);
  return runCommand(args, print, (task) => new Worker(own, { workerData: { ...task, engine } satisfies Task }));
}

/** One line for people: never a stack trace, for any text. */
const complain = (text: string): void => void process.stderr.write(`espalier: ${text.replace(/\s*\n\s*/g, " ")}\n`);

/** Runs the command line of the process. */
async function command(): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (thrown) {
    if (thrown instanceof Unread) process.exit(0);
    const input = thrown instanceof UsageError || isInputError(thrown);
    complain(input ? thrown.message : `internal error: ${textOf(thrown)}`);
    process.exitCode = input ? 2 : 3;
  }
}

if (isMainThread) void command();
else if (parentPort !== null) serve(workerData as Task, parentPort);
