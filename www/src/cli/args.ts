/** The arguments that the command line takes. Imports nothing of the engine. */
import { parseArgs } from "node:util";

/** The caller said something wrong; shown in one line, exit code 2. */
export class UsageError extends Error {}

export const HELP = `espalier: the provably smallest change that flips a tree ensemble's decision

  espalier explain --model FILE [--schema FILE] --queries FILE [--request FILE] [--target JSON] [--norm l1] [--time-limit S] [--measures]
                   [--also FILE [--also-target JSON]] [--reference FILE [--words]]
                   [--id COLUMN] [--from N] [--count N] [--jobs N] [--output jsonl|csv|parquet] [--out FILE [--resume]]
  espalier audit   --model FILE [--schema FILE] --queries FILE --out FILE --report FILE [--id COLUMN] [--by COLUMN] [--request FILE] [--target JSON]
                   [--norm l1] [--time-limit S] [--from N] [--count N] [--jobs N] [--output csv|parquet] [--resume]
  espalier check   --model FILE [--schema FILE] --answers FILE [--queries FILE] [--request FILE] [--target JSON] [--norm l1]
                   [--also FILE [--also-target JSON]]
  espalier predict --model FILE [--schema FILE] --queries FILE
  espalier info    --model FILE [--schema FILE] [--json]
  espalier convert --model FILE [--schema FILE]
  espalier export  --model FILE [--schema FILE] --request FILE --format mps|lp [--program paper|levels]
  espalier grow    --rows FILE --label COLUMN [--schema FILE] [--depth D] [--sparsity C]

  --model FILE       a trained model; its format is recognised from its content
  --schema FILE      meaning of each input column (JSON); default: by the model file, as it is (info --json guesses one)
  --queries FILE     csv with a header, JSON lines, Parquet, {"target": ..., "queries": [[..], ..]}, or a bare array of arrays; - is the standard input
  --request FILE     everything of a request but the query (JSON); for export with the query
  --target JSON      the target, for example {"class": 1}; goes before the request's and the queries' own
  --norm NAME        l0, l1, l2 or linf; goes before the request's own
  --also FILE        another model on the same columns, which must give --also-target too (by default the target)
  --reference FILE   another model on the same columns: where the two differ most; with --target '{"at_least": d}', nearest where by d
  --words            a sentence an answer instead of JSON, of the difference from --reference
  --time-limit S     seconds a query; goes before the request's own; default 10
  --answers FILE     answers that explain printed for the same queries, or documents that hold their own request; with certificates
  --measures         adds "measures" to each answer: validity, sparsity, proximity, costs by each norm, nearest row, diversity,
                     stability (asks for the 5 nearest background rows too, so it takes up to six times as long)
  --id COLUMN        the column of the queries that says whose each is: stands in each answer
  --from N           begins with query N, from 0; default 0
  --count N          so many queries; default all
  --jobs N           threads, 1 to 256; the answers come in the queries' order all the same; default 1
  --output FORMAT    jsonl: an answer a line; csv or parquet: a row a counterfactual, a column a feature; default by --out's name, else jsonl
  --out FILE         writes there in place of the standard output, and a summary to the standard error
  --resume           goes on with --out where a run was broken off: keeps all that is whole
  --report FILE      one page of HTML: who can reach the target, at what cost, by which features, and who cannot
  --by COLUMN        a feature, or another column of the queries: its groups are compared, with intervals
  --json             info as JSON
  --rows FILE        csv with a header: the rows that a tree is grown from
  --label COLUMN     the column of --rows that says each row's class
  --depth D          levels of tests of the tree, 1 to 12; default 2, or as many as the classes need
  --sparsity C       the penalty of weights, at least 0; more leaves out more columns; default 1
  --help, --version

check confirms or refutes answers to requests with "certificate": true, by a program that shares nothing with the search;
exit code 1 where one is refuted. convert writes the model as one document in Espalier's own JSON, which holds all that the file does, to the bit.
export writes the request as a mixed-integer program for other solvers: free MPS or CPLEX's LP; its optimum is the answer's cost.
Of its two programs "paper" is the OCEAN paper's, with the flow through each node; "levels", the default, has columns of levels and leaves alone,
and HiGHS solves it in less time where a program takes it long.
audit answers all queries as explain does, into --out, and writes a report of them.
grow trains one tree whose tests weigh several columns (tree alternating optimization) and writes it in Espalier's own JSON, with the rows.
Of the others: one JSON document a line, in the queries' order. Exit codes: 0 all answered, 1 some query has no answer in time,
2 bad input, 3 internal error.
`;

/** The commands, with the options that each needs and may have. */
export const COMMANDS = {
  explain: { needs: ["model", "queries"], may: ["schema", "request", "target", "norm", "time-limit", "measures", "also", "also-target", "reference", "words", "id", "from", "count", "jobs", "output", "out", "resume"] },
  audit: { needs: ["model", "queries", "out", "report"], may: ["schema", "request", "target", "norm", "time-limit", "id", "by", "from", "count", "jobs", "output", "resume"] },
  check: { needs: ["model", "answers"], may: ["schema", "queries", "request", "target", "norm", "also", "also-target"] },
  predict: { needs: ["model", "queries"], may: ["schema"] },
  info: { needs: ["model"], may: ["schema", "json"] },
  convert: { needs: ["model"], may: ["schema"] },
  export: { needs: ["model", "request", "format"], may: ["schema", "program"] },
  grow: { needs: ["rows", "label"], may: ["schema", "depth", "sparsity"] },
} as const satisfies Record<string, { needs: readonly Option[]; may: readonly Option[] }>;

export type Command = keyof typeof COMMANDS;
type Option = "also" | "also-target" | "model" | "answers" | "schema" | "queries" | "request" | "target" | "norm" | "time-limit" | "json" | "measures" | "format" | "program" | "rows" | "label" | "depth" | "sparsity" | "reference" | "words" | "id" | "from" | "count" | "jobs" | "output" | "out" | "resume" | "report" | "by";

/** Options without a value. */
const FLAGS: readonly string[] = ["json", "measures", "words", "resume"] satisfies Option[];

/** A checked command line. `json`, `measures`, `words` and `resume` are "" when given. */
export interface Args {
  command: Command;
  options: Partial<Record<Option, string>>;
}

/** Reads a command line; "help" and "version" where they are asked for. */
export function readArgs(argv: readonly string[]): Args | "help" | "version" {
  if (argv.includes("--help") || argv.includes("-h") || argv[0] === "help") return "help";
  if (argv.includes("--version")) return "version";
  const [command, ...rest] = argv;
  const commands = Object.keys(COMMANDS);
  if (command === undefined) throw new UsageError(`no command; give one of ${commands.join(", ")} (--help says more)`);
  if (!isCommand(command)) throw new UsageError(`unknown command ${quoted(command)}; ${nearest(command, commands)}`);
  const { needs, may } = COMMANDS[command];
  const known: readonly Option[] = [...needs, ...may];
  const options = split(command, rest, known);
  for (const name of needs) {
    if (options[name] === undefined) throw new UsageError(`${command} needs --${name} ${name === "format" ? "mps|lp" : name === "label" ? "COLUMN" : "FILE"}`);
  }
  return { command, options };
}

function split(command: string, rest: string[], known: readonly Option[]): Args["options"] {
  const kinds = Object.fromEntries(known.map((name) => [name, { type: FLAGS.includes(name) ? "boolean" : "string" } as const]));
  const { tokens } = parseArgs({ args: rest, options: kinds, strict: false, allowPositionals: true, tokens: true });
  const options: Args["options"] = {};
  for (const token of tokens) {
    if (token.kind === "positional") throw new UsageError(`${quoted(token.value)} belongs to no option; ${command} takes ${flags(known)}`);
    if (token.kind !== "option") continue;
    const name = known.find((option) => option === token.name);
    if (name === undefined) throw new UsageError(`unknown option ${token.rawName}; ${nearest(token.name, known, "--")}`);
    if (options[name] !== undefined) throw new UsageError(`--${name} is given twice; once is right`);
    if (FLAGS.includes(name)) {
      if (token.value !== undefined) throw new UsageError(`--${name} takes no value`);
      options[name] = "";
      continue;
    }
    if (token.value === undefined || token.value === "") throw new UsageError(`--${name} needs a value`);
    options[name] = token.value;
  }
  return options;
}

const isCommand = (name: string): name is Command => Object.hasOwn(COMMANDS, name);
const flags = (names: readonly string[]): string => names.map((name) => `--${name}`).join(", ");

/** A word of the caller as it may be shown in one line. */
export const quoted = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Names the word that was probably meant, or else all known words. */
function nearest(word: string, known: readonly string[], prefix = ""): string {
  const [best] = known.map((name) => ({ name, far: distance(word, name) })).sort((a, b) => a.far - b.far);
  if (best !== undefined && best.far <= Math.max(2, Math.floor(best.name.length / 3))) return `did you mean ${prefix}${best.name}?`;
  return `give one of ${known.map((name) => prefix + name).join(", ")}`;
}

/** The option as a whole number within these bounds; undefined where it is not given. */
export function wholeNumber(options: Args["options"], name: Option, least: number, most = Number.MAX_SAFE_INTEGER): number | undefined {
  const given = options[name];
  if (given === undefined) return undefined;
  const value = /^\d+$/.test(given.trim()) ? Number(given) : Number.NaN;
  if (!(value >= least && value <= most)) throw new UsageError(`--${name} is ${quoted(given)}; a whole number ${most === Number.MAX_SAFE_INTEGER ? `of at least ${String(least)}` : `from ${String(least)} to ${String(most)}`} is right`);
  return value;
}

/** Edit distance (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const swap = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? a.length;
}
