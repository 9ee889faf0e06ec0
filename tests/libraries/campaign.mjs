// Holds predictions and answers to the real libraries: small random models are trained in Python, asked about here, and each answer is fed
// to the library that trained its model. Runs on the package that `npm run build` makes.
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { at } from "../../scripts/lib.mjs";
import { keeps, LIMITS } from "./beside.mjs";

const KEPT = at("tests", "fixtures", "answers");
const NORMS = ["l1", "l0", "l2", "linf"];
const FIVE = ["scikit-learn", "XGBoost", "LightGBM", "CatBoost", "ONNX Runtime"];
/** Sums of columns, and other kinds of models beside trees with splits on one column; those elsewhere need packages of their own. */
const OTHERS = ["scikit-learn, linear", "scikit-learn, network", "scikit-learn, votes", "LightGBM, linear trees", "ONNX Runtime, sums", "Espalier"];
const ELSEWHERE = ["treeple", "Keras", "isotree"];
/** A point must be nearer than an answer by this much to refute it: numbers are rounded in their last digits. */
const NEARER = 1e-6;

// --- the engine and the libraries ---------------------------------------------------------------------------------

const { start, CoreModel } = await import(at("pkg", "core.js"));
const { checker } = await import(at("pkg", "check.js"));
start(readFileSync(at("pkg", "espalier.wasm")));

/**
 * Settings of the libraries' process, so that its numbers can be compared to the last bit. One thread, since sums in parts differ in their
 * last bits. NumPy's exponential function is the C library's, as it is on processors without AVX-512: its own for these differs in the last
 * bit (docs/design/01-levels-and-cells.md, "The meaning of a model").
 */
const ALIKE = { OMP_NUM_THREADS: "1", NPY_DISABLE_CPU_FEATURES: "X86_V4 AVX512_ICL AVX512_SPR" };

/** The process in which the libraries are: questions to it are answered in order. */
class Libraries {
  constructor(python) {
    this.process = spawn(python, [at("tests", "libraries", "libraries.py")], { stdio: ["pipe", "pipe", "pipe"], env: { ...process.env, PYTHONUNBUFFERED: "1", ...ALIKE } });
    this.waiting = [];
    this.noise = "";
    this.process.stderr.on("data", (data) => (this.noise = (this.noise + data).slice(-2000)));
    createInterface({ input: this.process.stdout }).on("line", (line) => {
      const said = JSON.parse(line);
      const { resolve, reject } = this.waiting.shift();
      if (said.error === undefined) resolve(said);
      else reject(new Error(said.error));
    });
    this.process.on("exit", (code) => this.waiting.splice(0).forEach(({ reject }) => reject(new Error(`the libraries' process ended with ${code}: ${this.noise}`))));
  }

  tell(what) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.process.stdin.write(`${JSON.stringify(what)}\n`);
    });
  }

  /** The library's word on rows: a class and scores, or a value, a row. */
  async ask(of, rows) {
    if (rows.length === 0) return [];
    const said = await this.tell({ of, ask: packed(rows) });
    if (said.values !== undefined) return Array.from(unpacked(said.values), (value) => ({ value }));
    const [classes, scores] = [unpacked(said.classes), unpacked(said.scores)];
    const width = scores.length / rows.length;
    return rows.map((_, i) => ({ class: classes[i], scores: Array.from(scores.subarray(i * width, (i + 1) * width)) }));
  }

  end() {
    this.process.stdin.end();
  }
}

const packed = (rows) => Buffer.from(Float64Array.from(rows.flat(), (value) => value ?? NaN).buffer).toString("base64");
const unpacked = (text) => new Float64Array(Uint8Array.from(Buffer.from(text, "base64")).buffer);
const rowsOf = (text, width) => {
  const flat = unpacked(text);
  return Array.from({ length: flat.length / width }, (_, i) => Array.from(flat.subarray(i * width, (i + 1) * width)));
};

/** Numbers from 0 up to 1, the same for a seed on every machine (xorshift). */
function chance(seed) {
  let state = (seed * 2654435761) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 8; i++) next();
  return { next, below: (n) => Math.floor(next() * n), of: (list) => list[Math.floor(next() * list.length)] };
}

// --- floats -------------------------------------------------------------------------------------------------------

const bits = new DataView(new ArrayBuffer(8));

/** The next number of the input's type, up or down. */
function beside(value, up, single) {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return (up ? 1 : -1) * (single ? 2 ** -149 : 5e-324);
  const more = up === value > 0;
  if (single) {
    bits.setFloat32(0, value);
    bits.setInt32(0, bits.getInt32(0) + (more ? 1 : -1));
    return bits.getFloat32(0);
  }
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + (more ? 1n : -1n));
  return bits.getFloat64(0);
}

/** Where libraries have borders of their own. */
const ODD = [0, -0, 1e-35, -1e-35, 1.0000000180025095e-35, -1.0000000180025095e-35, 1.0000000180025097e-35, 2e-38, -2e-38, 1e-40, -1e-40, 1.5e-45, 5e-324, -5e-324, 1e30, -1e30];

// --- one model ----------------------------------------------------------------------------------------------------

class Case {
  constructor(made, folder, number, random, { schema, guess }) {
    Object.assign(this, { made, folder, number, random, schema, guess, failures: [] });
    this.model = this.load(made.files[0], schema, guess);
    this.others = made.files.slice(1).map((file) => [file, this.load(file, schema, guess)]);
    this.bare = this.load(made.files[0], undefined, false);
    this.single = this.model.info.input === "float32";
    /** The model as a document: its background rows, and those of its trees that another request needs. */
    this.document = JSON.parse(new TextDecoder().decode(this.model.document()));
    this.columns = this.model.info.columns;
  }

  load(file, schema, guess) {
    return CoreModel.load(readFileSync(join(this.folder, file)), file, schema, guess);
  }

  free() {
    for (const model of [this.model, this.bare, ...this.others.map(([, model]) => model)]) model.free();
  }

  fail(kind, what) {
    this.failures.push({ kind, ...what });
  }

  predict(rows, model = this.model) {
    return rows.length === 0 ? [] : model.predict(Float64Array.from(rows.flat(), (value) => value ?? NaN));
  }

  /** Rows that probe every threshold, and all other values that a column may hold. */
  probes(most) {
    const table = rowsOf(this.made.rows, this.columns);
    const { random, single } = this;
    const rows = [];
    const put = (column, value) => {
      const row = [...random.of(table)];
      row[column] = value;
      rows.push(row);
    };
    for (const feature of this.bare.info.features) {
      const [column] = feature.columns;
      const whole = this.made.cats.includes(column);
      if (feature.kind === "numeric" || feature.kind === "integer" || feature.kind === "ordinal") {
        for (const cut of feature.thresholds.filter(Number.isFinite)) for (const value of [cut, beside(cut, true, single), beside(cut, false, single)]) put(column, value);
        // Far outliers round small terms of a sum away.
        if (!whole) for (const value of this.made.sums ? ODD.filter((v) => Math.abs(v) < 1) : ODD) put(column, value);
      } else if (feature.columns.length === 1) {
        for (const value of [9, 11, 100]) put(column, value);
      }
      if (feature.missing && !whole) for (let i = 0; i < 3; i++) put(column, NaN);
    }
    const plain = Array.from({ length: 40 }, () => [...random.of(table)]);
    while (rows.length > most) rows.splice(random.below(rows.length), 1);
    return [...plain, ...rows].filter((row) => this.takes(row));
  }

  /** Whether the library takes the row: finite in its input's type, missing values where it has seen such. */
  takes(row) {
    return row.every((value, c) => (Number.isNaN(value) ? this.mayMiss(c) : Number.isFinite(this.single ? Math.fround(value) : value)));
  }

  mayMiss(column) {
    return this.made.missing && (this.bare.info.features.find(({ columns }) => columns.includes(column))?.missing ?? this.bare.info.missing);
  }

  /** Compares our predictions with the library's, to the last bit. */
  agree(kind, rows, said, model = this.model) {
    const ours = this.predict(rows, model);
    const { library, near } = this.made;
    const most = Math.max(1, ...said.map(({ value = 0 }) => Math.abs(value)));
    const close = (a, b) => a === b || Math.abs(a - b) <= near * most;
    rows.forEach((row, i) => {
      const [a, b] = [ours[i], said[i]];
      // A model without probabilities says the class alone; its library's scores tell how near another class is.
      const same = "value" in b ? close(a.value, b.value) : (a.class === b.class || tied(library, a, near, b)) && b.scores.every((p, k) => a.scores.length === 0 || close(a.scores[k], p));
      if (!same) this.fail(kind, { row, ours: a, said: b });
    });
    return ours;
  }

  /** Every sort of target that a row does not have yet, with numbers that the library itself gave. */
  target(now, pool) {
    const { random } = this;
    const other = random.of(pool).said;
    if ("value" in now) {
      const values = [other.value, random.of(pool).said.value].sort((a, b) => a - b);
      const [lo, hi] = random.next() < 0.5 ? values : values.map((v) => Number(v.toPrecision(3))).sort((a, b) => a - b);
      const value = random.of([[lo, null], [null, hi], [lo, hi], [lo, hi]]);
      return (value[0] === null || now.value >= value[0]) && (value[1] === null || now.value <= value[1]) ? undefined : { value };
    }
    const sort = random.next();
    const classes = now.scores.length;
    if (sort < 0.45 || (this.model.info.probabilities === false && (sort >= 0.55 || classes === 2))) {
      const k = (now.class + 1 + random.below(classes - 1)) % classes;
      return { class: k };
    }
    if (sort < 0.55 && classes > 2) {
      const away = Array.from({ length: classes }, (_, k) => k).filter((k) => k !== now.class);
      return { classes: away };
    }
    const k = random.below(classes);
    let p = other.scores[k];
    if (random.next() < 0.2) p = Number(p.toFixed(2));
    if (random.next() < 0.1) p = beside(p, true, random.next() < 0.5);
    return p > now.scores[k] && p <= 1 && p >= 0 ? { class: k, min_probability: p } : undefined;
  }

  /** Limits, now and then. */
  constraints(query) {
    const { random } = this;
    const list = [];
    const { features } = this.model.info;
    const numbers = features.filter(({ kind, columns }) => (kind === "numeric" || kind === "integer") && !Number.isNaN(query[columns[0]]));
    if (random.next() < 0.12 && features.length > 1) list.push({ fix: random.of(features).name });
    if (random.next() < 0.12) list.push({ max_changes: 1 + random.below(2) });
    if (random.next() < 0.12 && numbers.length > 0) list.push({ direction: { feature: random.of(numbers).name, change: random.of(["increase", "decrease"]) } });
    return list;
  }

  /** The cost of a row by the request, undefined where it may not be an answer. */
  cost(row, request) {
    const { query, cost, constraints } = request;
    const costs = [];
    let changes = 0;
    const { input } = this.model.info;
    const round = input === "float32" ? Math.fround : input === "float64_flushed" ? (x) => (Math.abs(x) <= Math.fround(1e-35) ? 0 : x) : (x) => x;
    for (const { name, kind, columns, min, max, values, change } of this.model.info.features) {
      const of = (list) => columns.map((c) => list[c] ?? NaN);
      const [from, to] = [of(query), of(row)];
      if (to.every((value, i) => Object.is(value, from[i]) || round(value) === round(from[i]) || (Number.isNaN(value) && Number.isNaN(from[i])))) {
        costs.push(0);
        continue;
      }
      changes += 1;
      if (change !== "free" || to.some(Number.isNaN)) return undefined;
      for (const rule of constraints) {
        if (rule.fix === name) return undefined;
        if (rule.direction?.feature === name && (rule.direction.change === "increase" ? to[0] < from[0] : to[0] > from[0])) return undefined;
      }
      const [a, b] = [from[0], round(to[0])];
      if (kind === "numeric" || kind === "integer") {
        const [low, high] = [Math.min(min, Number.isNaN(a) ? min : a), Math.max(max, Number.isNaN(a) ? max : a)];
        if (!(to[0] >= low && to[0] <= high && b >= low && b <= high) || (kind === "integer" && !Number.isInteger(b))) return undefined;
        costs.push(Number.isNaN(a) ? 1 : max > min ? Math.abs(b - a) / (max - min) : Infinity);
      } else if (kind === "ordinal") {
        const [i, j] = [values.indexOf(a), values.indexOf(b)];
        if (j < 0) return undefined;
        costs.push(Number.isNaN(a) ? 1 : Math.abs(i - j) / (values.length - 1));
      } else {
        const levels = columns.length > 1 ? to.filter((v) => v === 1).length === 1 && to.every((v) => v === 0 || v === 1) : (values ?? [0, 1]).includes(b);
        if (!levels) return undefined;
        costs.push(1);
      }
    }
    for (const rule of constraints) if (rule.max_changes < changes) return undefined;
    switch (cost.norm) {
      case "l0":
        return changes;
      case "l2":
        return costs.reduce((sum, c) => sum + c * c, 0);
      case "linf":
        return Math.max(0, ...costs);
      default:
        return costs.reduce((sum, c) => sum + c, 0);
    }
  }

  /**
   * By how much a score may depend on the order in which a linear model's terms are added, within the limits. Each of two sums of n terms is off
   * by at most n roundings of the sum of their sizes. 0 for other models.
   */
  order(query) {
    const { trees, base } = this.document;
    const leaf = trees.length === 1 ? trees[0].linear?.["0"] : undefined;
    if (leaf === undefined || leaf.columns.some((column) => column >= this.columns)) return 0;
    const sizes = query.map(Math.abs);
    for (const { columns, min, max, values = [1] } of this.model.info.features) for (const c of columns) sizes[c] = Math.max(sizes[c], ...[min ?? 0, max ?? 0, ...values].map(Math.abs));
    const outputs = Array.isArray(leaf.weights[0]) ? leaf.weights : [leaf.weights];
    const most = Math.max(...outputs.map((weights, k) => weights.reduce((sum, weight, i) => sum + Math.abs(weight) * sizes[leaf.columns[i]], Math.abs([trees[0].value[0]].flat()[k] ?? 0) + Math.abs(base[k] ?? 0))));
    return 2 * (leaf.columns.length + 2) * (this.single ? 2 ** -24 : 2 ** -53) * most;
  }

  /** Whether a row may be asked about: codes that are levels, no missing value where leaves are linear. */
  known(row) {
    if (this.model.info.linear_leaves && row.some(Number.isNaN)) return false;
    return this.model.info.features.every(({ kind, columns, values }) => {
      const of = columns.map((c) => row[c]);
      if (kind === "numeric") return true;
      if (kind === "integer") return Number.isNaN(of[0]) || Number.isInteger(of[0]);
      if (columns.length > 1) return of.every((v) => v === 0 || v === 1) && of.filter((v) => v === 1).length === 1;
      return Number.isNaN(of[0]) || (values ?? [0, 1]).includes(of[0]);
    });
  }

  explain(request) {
    const search = this.model.search(request);
    const began = performance.now();
    search.run(1000 * request.time_limit);
    const answer = search.answer(performance.now() - began);
    search.free();
    return answer;
  }
}

/** Whether two classes are as near to each other as answers never are: in single precision they may be equal. */
function tied(library, { raw }, near, said) {
  if (near > 0) {
    const [first, second] = [...said.scores].sort((a, b) => b - a);
    return first - second <= 10 * near * Math.max(1, Math.abs(first));
  }
  if (library !== "XGBoost" && library !== "ONNX Runtime") return false;
  const [first, second = -first] = [...raw].sort((a, b) => b - a);
  return Math.abs(first - second) <= 1e-6;
}

/** A schema in which a library's own category columns stay codes. */
function fitting(schema, cats) {
  return { ...schema, features: schema.features.map((feature) => (cats.includes(feature.column) && feature.kind === undefined ? { ...feature, kind: "integer" } : feature)) };
}

/** An end of an interval, moved inwards by a share of its size. */
const inside = (end, near) => (end === null ? null : end + near * Math.max(1, Math.abs(end)));

/**
 * Whether a point keeps it so well that an answer may be held to it: a class must win by more than 1e-6 of raw score. Where a library adds up in
 * an order of its own, by more than that order may change.
 */
function surely(request, said, ours, near) {
  const { target } = request;
  if (!keeps(target, said)) return false;
  if (target.value !== undefined) return keeps({ value: [inside(target.value[0], near), inside(target.value[1], -near)] }, ours);
  if (target.min_probability !== undefined) return keeps({ ...target, min_probability: target.min_probability + near }, ours);
  const wanted = target.classes ?? [target.class];
  const scores = ours.raw.length === 0 ? said.scores : ours.raw.length === ours.scores.length ? ours.raw : [-ours.raw[0], ours.raw[0]];
  const best = Math.max(...wanted.map((k) => scores[k]));
  return scores.every((s, k) => wanted.includes(k) || best - s > Math.max(1e-5, 10 * near) * Math.max(1, Math.abs(s)));
}

/** Asks about one model; gives the failures that it found. */
async function hold(libraries, made, folder, number, seed, queries, tally) {
  const random = chance(seed * 100003 + number);
  let one;
  try {
    const schema = made.schema !== undefined && random.next() < 0.6 ? fitting(made.schema, made.cats) : undefined;
    one = new Case(made, folder, number, random, { schema, guess: schema === undefined && random.next() < 0.5 });
  } catch (error) {
    return [{ kind: "not read", error: error.message ?? String(error) }];
  }
  const rows = one.probes(400);
  const said = await libraries.ask(number, rows);
  const ours = one.agree("prediction", rows, said);
  for (const [file, model] of one.others) one.agree(`prediction of ${file}`, rows, said, model);
  tally.predictions += rows.length * (1 + one.others.length);
  const pool = rows.map((row, i) => ({ row, said: said[i], ours: ours[i] }));
  const asked = [];
  for (let tries = 0; asked.length < queries && tries < 4 * queries; tries++) {
    const from = random.of(pool);
    const target = one.known(from.row) ? one.target(from.said, pool) : undefined;
    if (target === undefined) continue;
    const request = { query: from.row.map((v) => (Number.isNaN(v) ? null : v)), target, cost: { norm: random.of(NORMS) }, constraints: one.constraints(from.row), time_limit: made.sums ? tally.seconds : 3 };
    if (random.next() < 0.1 && !("value" in target)) Object.assign(request, { count: 2, distinct: "features" });
    else if (random.next() < 0.15 && made.near === 0 && !one.model.info.oblique && !one.model.info.linear_leaves) request.certificate = true;
    let answer;
    try {
      answer = one.explain(request);
    } catch (error) {
      one.fail("refused", { request, error: error.message ?? String(error) });
      continue;
    }
    asked.push({ request, answer });
  }
  await judge((points) => libraries.ask(number, points), one, pool, asked, tally);
  await limited(libraries, one, pool, Math.ceil(queries / 6), tally);
  one.free();
  one.failures.forEach((failure) => Object.assign(failure, { schema: one.schema, guess: one.guess }));
  return one.failures;
}

/** Requests with limits beyond one feature: each answer keeps the target by its library, and the limit by whoever says it. */
async function limited(libraries, one, all, queries, tally) {
  const { random, made, number, folder } = one;
  // Rows that a second model takes too, perhaps in single precision and without missing values.
  const pool = all.filter(({ row }) => row.every((value) => (Number.isNaN(value) ? !made.complete : Math.abs(value) < 1e38)));
  if (pool.length === 0) return;
  const rows = pool.map(({ row }) => row);
  const said = pool.map((point) => point.said);
  const also = made.also === undefined ? undefined : await second(libraries, one, rows);
  const depths = made.depths ? (await libraries.ask(`${number} depths`, rows)).map(({ value }) => value) : undefined;
  const cause = await caused(libraries, one);
  const names = Object.keys(LIMITS);
  for (let tries = 0, done = 0; done < queries && tries < 8 * queries; tries++) {
    const from = random.of(pool);
    const aim = random.below(pool.length);
    const target = one.known(from.row) ? one.target(from.said, pool) : undefined;
    if (target === undefined) continue;
    const kind = random.of(names);
    const query = from.row.map((v) => (Number.isNaN(v) ? null : v));
    const limit = LIMITS[kind]({ one, random, query, target, also, aim, depths, cause, said });
    if (limit === undefined) continue;
    const { wrong, ask, hull, ...more } = limit;
    const request = { query, target, cost: { norm: random.of(NORMS) }, time_limit: tally.seconds, ...more };
    let answer;
    done += 1;
    try {
      answer = one.explain(request);
    } catch (error) {
      one.fail(`refused: ${kind}`, { request, error: error.message ?? String(error) });
      continue;
    }
    const answers = answer.counterfactuals.map(({ values }) => values.map((v) => v ?? NaN));
    const own = await libraries.ask(number, [...answers, from.row]);
    const words = ask !== undefined ? await libraries.ask(ask === "cause" ? ask : `${number} ${ask}`, [...answers, from.row]) : hull !== undefined ? await Promise.all(answers.map((row) => libraries.tell(hull(row)))) : [];
    const counts = [tally.of(made.kind), tally.of(`limits: ${kind}`)];
    tally[answer.status] = (tally[answer.status] ?? 0) + 1;
    for (const count of counts) count[answer.status] += 1;
    answers.forEach((row, i) => {
      tally.answers += 1;
      const faults = [target.apart === undefined && request.target === target && !keeps(target, own[i]) ? `${wording(request)} is not kept` : undefined, wrong(row, words[i], own[i], answer, words.at(-1))].filter((fault) => fault !== undefined);
      for (const count of counts) [count.answers, count.refuted] = [count.answers + 1, count.refuted + (faults.length > 0 ? 1 : 0)];
      for (const fault of faults) one.fail(`limits, ${kind}`, { request, answer, row, said: own[i], fault, folder });
    });
  }
}

/** The second model as a document of the first one's columns, and its library's word on rows. */
async function second(libraries, one, rows) {
  let model;
  try {
    model = one.load(one.made.also, one.schema, one.guess);
  } catch (error) {
    one.fail("not read", { error: error.message ?? String(error) });
    return undefined;
  }
  const { input, kind, probabilities } = model.info;
  const words = await libraries.ask(`${one.number} also`, rows);
  one.also = JSON.parse(new TextDecoder().decode(model.document()));
  const unit = ({ kind: sort, link, aggregation, classes = [] }) => JSON.stringify([sort, link, aggregation === "sum", classes.length]);
  const alike = unit(one.also) === unit(one.document);
  model.free();
  return input === one.model.info.input ? { said: words, probable: kind === "classifier" && probabilities !== false, alike } : undefined;
}

/** A regressor of one of the numbers, read with the first model's schema; undefined where there is none to follow. */
async function caused(libraries, one) {
  const { random, made, number, folder } = one;
  const able = one.model.info.features.filter(({ kind, columns, change }) => (kind === "numeric" || kind === "integer") && change === "free" && !made.cats.includes(columns[0]));
  if (able.length < 2 || one.model.info.neurons > 0 || random.next() < 0.5) return undefined;
  const feature = random.of(able);
  const { file } = await libraries.tell({ cause: feature.columns[0], number, input: one.model.info.input, folder });
  const model = one.load(file, one.schema, one.guess);
  const document = JSON.parse(new TextDecoder().decode(model.document()));
  model.free();
  return { feature, document };
}

/** Whether a number has more digits than single precision needs to tell it from others, within its feature's domain. No other limit of a campaign's question lies as close. */
const long = (x, [min, max]) => x !== 0 && !Number.isInteger(x) && Array.from({ length: 9 }, (_, k) => Number(x.toPrecision(k + 1))).some((y) => y !== x && y >= min && y <= max && Math.fround(y) === Math.fround(x) && digits(y) < digits(x));
const digits = (x) => x.toExponential().replace(/e.*/, "").replace(/\D/g, "").length;

/** Feeds answers, and their statements on their neighbourhood, to the library. */
async function judge(ask, one, pool, asked, tally) {
  const points = [];
  const counts = tally.of(one.made.kind ?? `kept, ${one.made.library}`);
  const { random, single } = one;
  const put = (i, kind, row) => {
    if (kind !== "beside" || one.takes(row)) points.push({ i, kind, row: kind === "beside" && single ? row.map((value, c) => (Object.is(value, asked[i].request.query[c]) ? value : Math.fround(value))) : row });
  };
  const columnOf = Object.fromEntries(one.model.info.features.map(({ name, kind, columns, min, max }) => [name, { kind, column: columns[0], ends: [min, max] }]));
  asked.forEach(({ request, answer }, i) => {
    for (const { values, changes } of answer.counterfactuals) {
      const row = values.map((v) => v ?? NaN);
      const changed = (column, value) => row.map((v, c) => (c === column ? value : v));
      put(i, "answer", row);
      for (const { feature, to } of changes) if (single && columnOf[feature].kind === "numeric" && long(to, columnOf[feature].ends)) one.fail("a longer decimal than needed", { request, answer, to });
      for (const { feature, range, to } of changes) {
        const { kind, column } = columnOf[feature];
        if (kind === "categorical" || kind === "binary" || kind === "ordinal") continue;
        for (const end of range ?? []) if (typeof end === "number") put(i, "end of range", changed(column, end));
        const from = request.query[column];
        if (kind === "numeric") for (const end of [to, ...(range ?? [])]) if (typeof end === "number") for (const up of [true, false]) put(i, "beside", changed(column, beside(end, up, single)));
        if (from !== null) {
          put(i, "beside", changed(column, from));
          if (kind === "numeric") put(i, "beside", changed(column, to + (from - to) * 1e-3));
          if (kind === "integer") put(i, "beside", changed(column, to + Math.sign(from - to)));
        }
      }
    }
    if (answer.status === "infeasible") {
      for (let k = 0; k < 15; k++) {
        const [a, b] = [random.of(pool).row, request.query.map((v) => v ?? NaN)];
        put(i, "beside", a.map((v, c) => (random.next() < 0.5 || Number.isNaN(b[c]) !== Number.isNaN(v) ? b[c] : v)));
      }
    }
  });
  const rows = points.map(({ row }) => row);
  const said = await ask(rows);
  const ours = one.agree("prediction at an answer", rows, said);
  tally.points += points.length;
  const beside_ = asked.map(() => []);
  points.forEach(({ i, kind, row }, n) => {
    const { request, answer } = asked[i];
    if (kind === "answer") [tally.answers, counts.answers] = [tally.answers + 1, counts.answers + 1];
    if (kind === "answer" && !keeps(request.target, said[n])) counts.refuted += 1;
    if (kind !== "beside" && !keeps(request.target, said[n])) one.fail(kind === "answer" ? `${wording(request)} is not kept` : `${wording(request)} is not kept at the end of a range`, { request, answer, row, said: said[n], ours: ours[n] });
    beside_[i].push({ row, said: said[n], ours: ours[n] });
  });
  asked.forEach(({ request, answer }, i) => {
    tally[answer.status] = (tally[answer.status] ?? 0) + 1;
    counts[answer.status] += 1;
    if (answer.certificate !== undefined) {
      tally.certificates += 1;
      one.check ??= checker(one.document);
      const verdict = one.check(request, answer);
      if (!verdict.checked) one.fail("a certificate is refuted", { request, answer, verdict });
    }
    if (answer.status !== "optimal" && answer.status !== "infeasible") return;
    const most = answer.status === "optimal" ? answer.counterfactuals[0].cost : Infinity;
    const near = (one.made.near ?? 0) + one.order(request.query);
    const nearer = [...pool, ...beside_[i]].find((point) => {
      const cost = surely(request, point.said, point.ours, near) ? one.cost(point.row, request) : undefined;
      return cost !== undefined && cost < most - NEARER * Math.max(1, most);
    });
    if (nearer !== undefined) one.fail(most === Infinity ? `${wording(request)} is called impossible` : `${wording(request)} is dearer than needed`, { request, answer, nearer, cost: one.cost(nearer.row, request) });
  });
}

const wording = ({ target }) => (target.value ? "a value" : target.min_probability === undefined ? "a class" : "a probability");

// --- all models ---------------------------------------------------------------------------------------------------

/** Trains and asks about so many models of a seed; the failures, which are written to a folder too. */
export async function campaign({ python, elsewhere, models, seed, queries, first = 0, only, folder = at("target", "answers") }) {
  const began = performance.now();
  rmSync(folder, { recursive: true, force: true });
  const libraries = new Libraries(python);
  const apart = elsewhere === undefined ? undefined : new Libraries(elsewhere);
  const order = [...FIVE, ...FIVE, ...FIVE, ...OTHERS, ...(apart === undefined ? [] : ELSEWHERE)];
  const library = (n) => order[n % order.length];
  const process_ = (n) => (ELSEWHERE.includes(library(n)) ? apart : libraries);
  const table = {};
  // Of the few searches that take longer, each day's run waits for a part.
  const tally = { seconds: apart === undefined ? 0.5 : 1, models: 0, predictions: 0, answers: 0, points: 0, certificates: 0, of: (kind) => (table[kind] ??= { models: 0, answers: 0, optimal: 0, infeasible: 0, feasible: 0, unknown: 0, refuted: 0 }) };
  const kinds = new Map();
  const byLibrary = {};
  const place = (n) => join(folder, "models", String(n));
  const make = (n) => process_(n).tell({ make: n, seed, folder: place(n), library: library(n), also: n % 3 === 0 }).then((made) => ({ ...made, library: library(n).split(",")[0], sums: !FIVE.includes(library(n)) }), (error) => ({ error: error.message }));
  const numbers = only === undefined ? Array.from({ length: models }, (_, i) => first + i) : [only];
  let failed = await refuses(libraries, join(folder, "models"));
  if (only === undefined) for (const failure of await kept(libraries, tally)) note(kinds, `kept: ${failure.kind}`, failure);
  let next = make(numbers[0]);
  for (const [i, n] of numbers.entries()) {
    const made = await next;
    next = i + 1 < numbers.length ? make(numbers[i + 1]) : undefined;
    if (made.error !== undefined) {
      note(kinds, "not trained", { seed, number: n, error: made.error });
      continue;
    }
    const before = tally.answers;
    tally.of(made.kind).models += 1;
    const found = await hold(process_(n), made, place(n), n, seed, FIVE.includes(library(n)) ? queries : Math.ceil(queries / 2), tally).catch((error) => [{ kind: "broken", error: error.stack }]);
    tally.models += 1;
    byLibrary[made.library] = (byLibrary[made.library] ?? 0) + tally.answers - before;
    keepable(folder, place(n), made, n, seed, found);
    for (const failure of found) note(kinds, `${made.library}: ${failure.kind}`, { seed, number: n, library: made.library, name: made.name, files: made.files, ...failure });
    if (found.length === 0) rmSync(place(n), { recursive: true, force: true });
  }
  libraries.end();
  apart?.end();
  const untrained = kinds.get("not trained")?.length ?? 0;
  if (untrained * 10 > numbers.length) failed += untrained;
  for (const [kind, list] of kinds) {
    if (kind !== "not trained") failed += list.length;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${kind.replaceAll(/[^a-zA-Z]+/g, "-")}.jsonl`), list.map((failure) => `${JSON.stringify(failure)}\n`).join(""));
    const models_ = [...new Set(list.map(({ number }) => number))];
    process.stdout.write(`  ${list.length} x ${kind}, models ${models_.slice(0, 8).join(", ")}${models_.length > 8 ? ", ..." : ""}\n`);
    if (list[0].error !== undefined) process.stdout.write(`    ${String(list[0].error).slice(0, 300)}\n`);
  }
  const per = Object.entries(byLibrary).map(([library, count]) => `${library} ${count}`).join(", ");
  process.stdout.write(`  seed ${seed}: ${tally.models} models, ${tally.predictions} predictions, ${tally.answers} answers (${per}), ${tally.infeasible ?? 0} proved impossible, ${(tally.feasible ?? 0) + (tally.unknown ?? 0)} unproved, ${tally.certificates} certificates, ${tally.points} points beside, ${Math.round((performance.now() - began) / 1000)} s\n`);
  return { failed, tally, kinds, table };
}

function note(kinds, kind, failure) {
  if (!kinds.has(kind)) kinds.set(kind, []);
  kinds.get(kind).push(failure);
}

/** Writes the model and the questions that failed as a folder that may be copied to tests/fixtures/answers. */
function keepable(folder, models, made, number, seed, failures) {
  const failed = failures.filter(({ row, nearer, request }) => (row ?? nearer ?? request) !== undefined).slice(0, 6);
  if (failed.length === 0) return;
  const out = join(folder, `${made.library.toLowerCase().replaceAll(/[^a-z]+/g, "-")}-${seed}-${number}`);
  mkdirSync(out, { recursive: true });
  for (const file of made.files) copyFileSync(join(models, file), join(out, file));
  const rows = failed.flatMap(({ row, said, nearer }) => [{ row, said }, { row: nearer?.row, said: nearer?.said }].filter((one) => one.row !== undefined));
  const { schema, guess } = failures[0];
  const { library, name, files, width, cats, missing } = made;
  const requests = failed.flatMap(({ request }) => (request === undefined ? [] : [request]));
  writeFileSync(join(out, "case.json"), JSON.stringify({ library, name, files, width, cats, missing, schema, guess, rows: packed(rows.map(({ row }) => row)), said: rows.map(({ said }) => said), requests }));
}

/** Repeats every case that once went wrong. Scikit-learn's predictions are stored; the other libraries open the file and are asked themselves. */
async function kept(libraries, tally) {
  const failures = [];
  for (const name of existsSync(KEPT) ? readdirSync(KEPT).sort() : []) {
    const folder = join(KEPT, name);
    const made = JSON.parse(readFileSync(join(folder, "case.json"), "utf8"));
    const one = new Case(made, folder, name, chance(1), made);
    const rows = rowsOf(made.rows, made.width);
    const ours = one.agree("prediction", rows, made.said);
    const pool = rows.map((row, i) => ({ row, said: made.said[i], ours: ours[i] }));
    const alone = made.library === "scikit-learn";
    if (!alone) await libraries.tell({ load: join(folder, made.files.find((file) => file !== "dump.json")), library: made.library, width: made.width });
    const asked = made.requests.map((request) => ({ request, answer: one.explain(request) }));
    await judge(alone ? async (points) => one.predict(points) : (points) => libraries.ask("kept", points), one, pool, asked, tally);
    one.free();
    failures.push(...one.failures.map((failure) => ({ ...failure, number: name })));
  }
  return failures;
}

/** Models of two targets are refused by name, and linear models are exported whatever they were trained on. */
async function refuses(libraries, folder) {
  mkdirSync(folder, { recursive: true });
  const { files, exporter, linear } = await libraries.tell({ refuse: folder });
  let failed = 0;
  for (const [library, file] of Object.entries(files)) {
    let said = "it was read";
    try {
      CoreModel.load(readFileSync(join(folder, file)), file).free();
    } catch (error) {
      said = error.message;
    }
    if (!/target|several|numbers|output/.test(said)) {
      failed += 1;
      process.stdout.write(`  a model of ${library} with two targets is not refused as such: ${said}\n`);
    }
  }
  if (!/target/.test(exporter)) failed += 1;
  for (const said of linear) process.stdout.write(`  a linear model is not exported: ${said}\n`);
  failed += linear.length;
  return failed;
}
