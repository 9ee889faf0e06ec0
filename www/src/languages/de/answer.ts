/** The answer in German: its sentence, and the sentences in its place. */
import type { SomeWords } from "../../language.js";
import type { ClauseText, Goal, Words } from "../../page/view/words.js";
import { capital, part, t, type Part } from "../../page/view/words/parts.js";
import { both, list, number, quoted, these } from "./grammar.js";

type Blame = Parameters<Words["impossible"]>[1];

/** A sentence has at most so many clauses; the table has them all. */
const MOST = 5;

const CLAIMS: Record<ClauseText["claim"], (value: string) => string> = {
  "at most": (value) => `h\u00f6chstens ${value}`,
  "at least": (value) => `mindestens ${value}`,
  "or lower": (value) => `${value} oder niedriger`,
  "or higher": (value) => `${value} oder h\u00f6her`,
  exactly: (value) => value,
};

const spoken = ({ subject }: Goal): boolean => subject === "you";

/** „mit einem Aufwand bis 2“. */
const within = ({ budget }: Goal): string => (budget === undefined ? "mit beliebigem Aufwand" : `mit einem Aufwand bis ${budget}`);

/** „Ihr Score für bewilligt“, „die Vorhersage“. */
const measured = (goal: Goal): Part[] => [t(goal.text === null ? "die " : `${spoken(goal) ? "Ihr" : "der"} Score f\u00fcr `), part("class", goal.text ?? "Vorhersage")];

/** The same at the beginning of a sentence. */
const capitalMeasured = (goal: Goal): Part[] => measured(goal).map((one, index) => (index === 0 ? { ...one, text: capital(one.text) } : one));

/** Up to the class: „Sie wären“, „Die Vorhersage ist“, „Die Blume wäre“. */
const who = (goal: Goal, would: boolean): string => {
  if (goal.of === "value") return would ? "Die Vorhersage w\u00e4re" : "Die Vorhersage ist";
  if (spoken(goal)) return would ? "Sie w\u00e4ren" : "Sie sind";
  return `${capital(goal.subject ?? "")} ${would ? "w\u00e4re" : "ist"}`;
};

/** The main clause, up to its changes. */
function outcome(goal: Goal): Part[] {
  const { text, score = "" } = goal;
  if (goal.differ) return [...(goal.of === "best" ? [t(`${capital(within(goal))} l\u00e4ge `), ...measured(goal)] : [...capitalMeasured(goal), t(" l\u00e4ge")]), t(" bei den beiden Modellen um "), part("value", score), t(` auseinander${goal.proved ? ", weiter geht es nicht," : ""}`)];
  if (goal.of === "score") return [...capitalMeasured(goal), t(" w\u00e4re "), part("value", score)];
  if (goal.of === "best") return [t(`${capital(within(goal))} w\u00e4re `), ...measured(goal), t(" "), part("value", score), t(goal.proved ? `, ${goal.lowest ? "niedriger" : "h\u00f6her"} geht es nicht,` : "")];
  if (goal.of === "class" && goal.subject === null) return [part("class", capital(text ?? ""))];
  return [t(`${who(goal, true)} `), part("class", text ?? "")];
}

const spokenOf = ({ name, phrase }: ClauseText): Part => part("name", phrase ?? name);

const now = (clause: ClauseText): Part => part("now", `(jetzt\u00a0${clause.now})`);

/** „Kreditbetrag auf höchstens 3.345 EUR (jetzt 4.308)“. */
const change = (clause: ClauseText): Part[] => [spokenOf(clause), t(" auf "), part("value", CLAIMS[clause.claim](clause.value)), t(" "), now(clause)];

/** The target as the subject of a sentence. */
const target = (goal: Goal): string => (goal.of === "score" ? scored(goal) : (goal.text ?? ""));

/** „Ein Score von mindestens 80 % für bewilligt“. */
const scored = ({ score = "", text, differ }: Pick<Goal, "score" | "text" | "differ">): string => (differ ? `ein Unterschied von ${score} zwischen beiden Modellen` : `ein Score von ${score} f\u00fcr ${text ?? ""}`);

function together(texts: readonly string[], sure: boolean): Part[] {
  const values = list(texts.map((text) => [part("value", text)]));
  if (!sure) return [t(texts.length === 1 ? "Ob es daran liegt, ist nicht entschieden: " : "Woran davon es liegt, ist nicht entschieden: "), ...values, t(".")];
  return [t(texts.length === 1 ? "Schon dies allein schlie\u00dft es aus: " : `Diese ${these(texts.length)} schlie\u00dfen es gemeinsam aus: `), ...values, t(".")];
}

function impossible(goal: Goal, { limits, said, sure, model, limited, unheld }: Blame): Part[] {
  const best = goal.of === "best";
  const wanted = capital(target(goal));
  const no = part("lead", best ? `Eine \u00c4nderung ${within(goal)} ist nicht m\u00f6glich` : `${wanted} ist nicht erreichbar`);
  const never = goal.of === "class" && goal.subject !== null ? part("lead", `${spoken(goal) ? "Sie werden" : `${capital(goal.subject)} wird`} mit keiner \u00c4nderung ${goal.text ?? ""}`) : no;
  const obeyed = [never, t(`, wenn alle ${spoken(goal) ? "Ihre " : ""}Vorgaben gelten.`)];
  if (limits.length > 0) {
    const why = unheld.length === 0 ? [] : [t(" Das Modell liest Zahlen in einfacher Genauigkeit; dort gibt es keine, die so lautet: "), ...list(unheld.map((text) => [part("value", text)])), t(".")];
    return [...obeyed, t(" "), ...together(limits, sure), ...why];
  }
  if (said.length > 0) return [no, t(" innerhalb der Bereiche und Vorgaben, die die Modelldatei den Merkmalen gibt. "), ...together(said, sure)];
  if (best || goal.differ) return limited ? obeyed : [no, t(".")];
  if (model) return [never, t(": So entscheidet das Modell nie, bei keinen Werten.")];
  if (sure && limited) return obeyed;
  return [never, t(": So entscheidet das Modell bei keinen Werten, die seine Merkmale haben d\u00fcrfen.")];
}

/** „a, b und 3 weitere“. */
const few = (names: readonly string[]): string => both(names.length <= 3 ? names : [...names.slice(0, 2), `${number(names.length - 2)} weitere`]);

export const answerWords = {
  sentence: (goal, clauses, everything) => {
    const actions = clauses.filter((clause) => clause.follows !== true);
    const shown = actions.length > MOST ? actions.slice(0, MOST - 1) : actions;
    const items = shown.map(change);
    const more = actions.length - shown.length;
    if (more > 0) items.push([part("value", `${number(more)} weitere \u00c4nderungen`), t(" laut Tabelle")]);
    const after = clauses.filter((clause) => clause.follows === true).slice(0, MOST).map(change);
    return [...outcome(goal), t(actions.length === 1 ? " mit dieser \u00c4nderung: " : " mit diesen \u00c4nderungen: "), ...list(items), ...(after.length > 0 ? [t("; daraus folgt: "), ...list(after)] : []), t(everything ? ". Alles andere bleibt." : ".")];
  },
  turn: (other) => `Wie weit ist es bis ${other}?`,
  already: (goal) => {
    const { text, score = "" } = goal;
    if (goal.of === "score" && !goal.differ) return [...capitalMeasured(goal), t(" ist schon "), part("value", score), t(". Es muss sich nichts \u00e4ndern.")];
    if (goal.differ) return [t("Zwischen den beiden Modellen liegt "), ...measured(goal), t(" um "), part("value", score), t(goal.proved ? ` auseinander. Keine \u00c4nderung ${within(goal)} vergr\u00f6\u00dfert das.` : " auseinander.")];
    if (goal.of === "best") {
      const verb = goal.lowest ? "senkt" : "erh\u00f6ht";
      const lead = goal.proved ? `Keine \u00c4nderung ${within(goal)} ${verb} das: ` : `Bisher wurde keine \u00c4nderung ${within(goal)} gefunden, die das ${verb}: `;
      return [t(lead), ...measured(goal), t(", jetzt "), part("value", score), t(".")];
    }
    if (goal.of === "class" && goal.subject === null) return [t("Schon "), part("class", text ?? ""), t(". Es muss sich nichts \u00e4ndern.")];
    return [t(`${who(goal, false)} schon `), part("class", text ?? ""), t(". Es muss sich nichts \u00e4ndern.")];
  },
  stays: (name, proved) => (proved ? [t("Der geringste Aufwand ist, es bei "), part("class", name), t(" zu belassen. Es muss sich nichts \u00e4ndern.")] : [t("Bisher wurde nichts gefunden, was weniger Aufwand ist, als es bei "), part("class", name), t(" zu belassen.")]),
  atLeastValue: (value) => `mindestens ${value}`,
  atMostValue: (value) => `h\u00f6chstens ${value}`,
  betweenValues: (from, to) => `${from} bis ${to}`,
  impossible,
  said: ({ feature, field }, end) => {
    const { name } = feature;
    if (field === "min") return `${name} mindestens ${end(feature.min)}`;
    if (field === "max") return `${name} h\u00f6chstens ${end(feature.max)}`;
    if (field === "kind") return feature.kind === "integer" ? `${name} in ganzen Zahlen` : `${name} mit einem der genannten Werte`;
    return feature.change === "fixed" ? `${name} unver\u00e4ndert` : `${name} nur ${feature.change === "increase" ? "mehr" : "weniger"}`;
  },
  notSettled: (goal) => [
    part("lead", "Noch nicht entschieden."),
    t(` ${goal.of === "best" ? `Eine \u00c4nderung ${within(goal)}` : `Ein Weg zum Ziel (${target(goal)})`} wurde in der Zeit weder gefunden noch ausgeschlossen. Halten Sie ein Merkmal fest oder engen Sie einen Bereich ein, dann wird neu gesucht.`),
  ],
  replayFailed: (found) => [
    part("lead", "Diese Antwort wird nicht gezeigt."),
    t(` Das Modell selbst kam damit zu ${found}, und das ist nicht das Ziel. Das ist ein Fehler dieses Programms; bitte melden Sie ihn mit der ausgegebenen Anfrage.`),
  ],
  replayed: (outcome, score) => `Am Modell gepr\u00fcft: ${outcome}${score === null ? "" : `, Score ${score}`}`,
  className: (name) => (/^[\d.]+$/.test(name) ? `Klasse ${name}` : name),
  anyOf: (names) => both(names, "oder"),
  both: (names) => both(names),
  scored,
  withScore: (score, name) => `${score} ${name}`,
  shortOf: (percent) => `unter ${percent}`,
  atBest: "bestm\u00f6glich",
  asGood: ["Nicht so gut", "So gut"],
  asMuch: ["Weniger", "So viel"],
  anythingBut: (name) => `etwas anderes als ${name}`,
  lookFor: "Gesuchtes Ergebnis",
  atCost: { best: "der beste Score bei einem Aufwand", max: "das H\u00f6chste bei einem Aufwand", min: "das Niedrigste bei einem Aufwand" },
  eachAtItsCost: "jede Klasse mit eigenem Aufwand",
  withinCost: "bei einem Aufwand bis",
  budget: "Erlaubter Aufwand",
  leastApart: "Der Unterschied ist mindestens",
  costOfClass: (name) => `Aufwand f\u00fcr ${name}`,
  noCost: "Kommt zur Gr\u00f6\u00dfe der \u00c4nderung hinzu. Eine Klasse ohne Zahl wird nicht gesucht.",
  oneClass: "Eine Klasse muss gesucht werden.",
  from: "von",
  to: "bis",
  fromValue: "Niedrigste gesuchte Vorhersage",
  toValue: "H\u00f6chste gesuchte Vorhersage",
  table: { change: "\u00c4nderung", now: "Jetzt", to: "Neu", room: "Spielraum" },
  room: (from, to) => `${from} bis ${to}`,
  only: "nur dies",
  level: (label) => (/\p{L}/u.test(label) ? quoted(label) : label),
  levelAlone: (label) => (/\p{L}/u.test(label) ? quoted(label) : label),
  orHigher: "oder h\u00f6her",
  orLower: "oder niedriger",
  either: (one, other) => `${one} oder ${other}`,
  unknownRoom: "\u2013",
  named: (name) => `${/\d$/.test(name) ? `${name}:` : name} `,
  namedLevel: (name) => `${name}: `,
  few,
  besides: (names) => `Die Antwort \u00e4ndert auch ${few(names)}. Diese Karte l\u00e4sst das, wie es ist.`,
  badge: { smallest: "Bewiesen: die kleinste", best: "Bewiesen: die beste", proved: "Bewiesen", "best so far": "Bisher beste Antwort", impossible: "Bewiesen: nicht m\u00f6glich", "not settled": "Noch nicht entschieden" },
  least: (cost) => `kleinste ${cost}`,
  costAndBound: (cost, bound, priced) => `${priced ? "Aufwand" : "Gr\u00f6\u00dfe"} ${cost}${bound === undefined ? "" : bound === null ? ", bewiesen minimal" : `, mindestens ${bound} bewiesen`}`,
} satisfies SomeWords;
