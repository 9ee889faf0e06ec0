/** Damaged input of every kind: each file that is no longer sound is answered by one line with the fault, its place, and the right input. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readArgs, UsageError } from "../../www/src/cli/args.js";
import { runCommand } from "../../www/src/cli/commands.js";
import { start } from "../../www/src/engine/core.js";
import { isInputError } from "../../www/src/engine/errors.js";
import { damaged, documents, KINDS, type Sound } from "./damage/kinds.js";
import { wasm } from "./models.js";

/** Damaged files of each kind that have to be refused. */
const ENOUGH = 210;
/** Files looked at, at most, until there are enough: many a changed number leaves a model sound. */
const MOST = 1500;

let folder = "";
let sound: Sound;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-"));
  sound = { model: join(folder, "sound.json"), queries: join(folder, "sound-queries.json") };
  writeFileSync(sound.model, documents.model);
  writeFileSync(sound.queries, documents.queries);
  start(wasm());
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The one line about bad input that a command ends with; undefined where it takes the input. Anything else is a fault. */
async function refusal(args: string[]): Promise<string | undefined> {
  const read = readArgs(args);
  if (typeof read === "string") throw new Error(read);
  const out: string[] = [];
  try {
    await runCommand(read, (text) => void out.push(text));
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof UsageError) && !isInputError(thrown)) throw thrown;
    return thrown.message;
  }
}

/** The missing part of a line; undefined where it is as it should be. */
function lacking(line: string, file: string): string | undefined {
  // eslint-disable-next-line no-control-regex -- the search is for control characters
  if (/[\u0000-\u001f\u007f-\u009f]/.test(line)) return "a control character";
  if (line.length > 600) return "brevity";
  if (!/; \S/.test(line)) return "the remedy";
  if (!/line \d+|byte \d+|tree \d+|\/\w|[{"]\w+["}]/.test(line.replaceAll(file, "")) && !/empty|ends in the middle|neither JSON nor|: (it is|found) /.test(line)) return "where";
  return undefined;
}

describe("damaged input", () => {
  it.each(KINDS)("$name is sound as it is", async (kind) => {
    for (const [i, bytes] of kind.sources().entries()) {
      const path = join(folder, `${i}-${kind.file}`);
      writeFileSync(path, bytes);
      expect(await refusal(kind.args(path, sound))).toBeUndefined();
    }
  });

  it.each(KINDS)("$name, damaged, is refused in one line", async (kind) => {
    const path = join(folder, kind.file);
    const refused: Record<string, number> = {};
    const bad: string[] = [];
    let [tried, count] = [0, 0];
    for (const { way, bytes } of damaged(kind)) {
      if (count >= ENOUGH || tried++ >= MOST) break;
      writeFileSync(path, bytes);
      const line = await refusal(kind.args(path, sound));
      if (line === undefined) continue;
      count += 1;
      refused[way] = (refused[way] ?? 0) + 1;
      const what = lacking(line, kind.file);
      if (what !== undefined) bad.push(`${way} lacks ${what}: ${line}`);
      if (process.env.SHOW !== undefined) process.stdout.write(`${kind.name}|${way}|${line}\n`);
    }
    expect(bad).toEqual([]);
    expect(count, JSON.stringify(refused)).toBeGreaterThanOrEqual(ENOUGH);
    const ways = Object.keys(kind.damages).filter((way) => !(kind.harmless ?? []).includes(way));
    expect(ways.filter((way) => refused[way] === undefined), "every way hurts").toEqual([]);
  });
});
