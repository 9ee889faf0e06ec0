/** The command line as its own process: built once a test file, as `npm run build` builds it. */
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { build } from "vite";
import { root } from "./models.js";

/** Builds the command into a folder; the path of its file. */
export async function commandIn(folder: string): Promise<string> {
  await build({ configFile: resolve(root, "vite.config.ts"), mode: "tools", logLevel: "error", build: { outDir: folder, emptyOutDir: false } });
  return join(folder, "cli.js");
}

export interface Ended {
  code: number | null;
  signal: string | null;
  out: string;
  said: string;
}

/** Runs a program to its end. `input` goes to its standard input; `until` is asked now and then, and ends it with SIGKILL once it is true. */
export function ended(args: readonly string[], { input = "", until }: { input?: string | Uint8Array; until?: () => boolean } = {}): Promise<Ended> {
  return new Promise((settle, fail) => {
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
    const parts: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (part: Buffer) => parts[0].push(part));
    child.stderr.on("data", (part: Buffer) => parts[1].push(part));
    const watch = until === undefined ? undefined : setInterval(() => until() && child.kill("SIGKILL"), 1);
    child.on("error", fail);
    child.on("close", (code, signal) => {
      clearInterval(watch);
      settle({ code, signal, out: Buffer.concat(parts[0]).toString(), said: Buffer.concat(parts[1]).toString() });
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
