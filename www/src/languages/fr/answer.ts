/** The answer in French: its sentence, and the sentences in its place. */
import type { SomeWords } from "../../language.js";
import type { ClauseText, Goal, Words } from "../../page/view/words.js";
import { capital, part, t, type Part } from "../../page/view/words/parts.js";
import { list, low, number, of, plural, spelled, that, values } from "./grammar.js";

type Blame = Parameters<Words["impossible"]>[1];

/** A sentence has at most so many clauses; the table has them all. */
const MOST = 5;

const CLAIMS: Record<ClauseText["claim"], (value: string) => string> = {
  "at most": (value) => `au plus ${value}`,
  "at least": (value) => `au moins ${value}`,
  "or lower": (value) => `${value} ou au-dessous`,
  "or higher": (value) => `${value} ou au-dessus`,
  exactly: (value) => value,
};

const spoken = ({ subject }: Goal): boolean => subject === "you";

/** « pour un coût d’au plus 0,40 ». */
const within = ({ budget }: Goal): string => (budget === undefined ? "quel que soit le coût" : `pour un coût d’au plus ${budget}`);

/** « votre score pour accepted », « la prédiction ». */
function measured(goal: Goal, first = false): Part[] {
  const { text } = goal;
  const said = text === null ? "la " : `${spoken(goal) ? "votre" : "le"} score pour `;
  return [t(first ? capital(said) : said), part("class", text ?? "prédiction")];
}

/** « Vous seriez », « La prédiction est », up to the class. */
function who(goal: Goal, would: boolean): string {
  if (goal.of === "value") return would ? "La prédiction serait" : "La prédiction est";
  if (spoken(goal)) return would ? "Vous seriez" : "Vous êtes";
  return `${capital(goal.subject ?? "")} ${would ? "serait" : "est"}`;
}

/** The main clause of an answer, up to its changes. */
function outcome(goal: Goal): Part[] {
  const { text, score = "" } = goal;
  if (goal.differ) return [t(goal.of === "best" ? `${capital(within(goal))}, les deux modèles donneraient pour ` : "Les deux modèles donneraient pour "), ...measured(goal), t(" un écart "), part("value", of(score)), t(goal.proved ? ", le plus grand possible," : "")];
  if (goal.of === "score") return [...measured(goal, true), t(" serait "), part("value", of(score))];
  if (goal.of === "best") return [t(`${capital(within(goal))}, `), ...measured(goal), t(" serait "), part("value", of(score)), t(goal.proved ? `, ${goal.lowest ? "le minimum" : "le maximum"} possible,` : "")];
  if (goal.of === "class" && goal.subject === null) return [part("class", capital(text ?? ""))];
  return [t(`${who(goal, true)} `), part("class", text ?? "")];
}

/** « durée : au plus 33 mois (au lieu de 43) ». Names are the model’s, of any gender and number: a colon stands for the verb. */
const changed = (clause: ClauseText): Part[] => [part("name", clause.phrase ?? low(clause.name)), t("\u00a0: "), part("value", CLAIMS[clause.claim](clause.value)), t(" "), part("now", `(au lieu de\u00a0${clause.now})`)];

/** « Cette condition l’exclut à elle seule : a. » */
function together(texts: readonly string[], sure: boolean): Part[] {
  const one = texts.length === 1;
  const lead = !sure
    ? one ? "Il n’est pas établi que cette condition l’exclue" : "Il n’est pas établi lesquelles de ces conditions l’excluent"
    : one ? "Cette condition l’exclut à elle seule" : `Ces ${spelled(texts.length)} conditions sont incompatibles entre elles`;
  return [t(`${lead}\u00a0: `), ...values(texts), t(".")];
}

/** « Impossible d’être accepted »; of the best within a cost « Aucun changement pour un coût d’au plus 2 ». */
function nothing(goal: Goal): string {
  const text = goal.text ?? "";
  if (goal.of === "best") return `Aucun changement ${within(goal)}`;
  if (goal.of === "score") return `Impossible d’obtenir ${scored(goal)}`;
  if (goal.of === "value") return `Impossible d’obtenir une prédiction ${of(text)}`;
  if (spoken(goal)) return `Impossible d’être ${text}`;
  return goal.subject === null ? `Impossible d’obtenir le résultat ${text}` : `Impossible ${that(goal.subject)} soit ${text}`;
}

const scored = ({ score = "", text, differ }: Pick<Goal, "score" | "text" | "differ">): string => (differ ? `un écart ${of(score)} entre les deux modèles` : `un score ${of(score)} pour ${text ?? ""}`);

function impossible(goal: Goal, { limits, said, sure, model, limited, unheld }: Blame): Part[] {
  const best = goal.of === "best";
  const your = spoken(goal) ? "vos" : "les";
  const lead = [part("lead", nothing(goal)), t(best ? ` ne respecte toutes ${your} limites.` : ` en respectant toutes ${your} limites.`)];
  const never = (rest: string): Part[] => [part("lead", nothing(goal)), t(best ? " n’est possible" : ""), t(rest)];
  if (limits.length > 0) {
    const why = unheld.length === 0 ? [] : [t(" Le modèle lit les nombres en simple précision, et aucun nombre de cette précision ne convient\u00a0: "), ...list(unheld.map((text) => [part("value", text)])), t(".")];
    return [...lead, t(" "), ...together(limits, sure), ...why];
  }
  if (said.length > 0) return [...never(" dans les plages et les limites que le fichier du modèle donne à ses variables. "), ...together(said, sure)];
  if (best || goal.differ) return limited ? lead : never(".");
  if (model) return never("\u00a0: le modèle n’en décide jamais ainsi, quelles que soient les valeurs.");
  if (sure && limited) return lead;
  return never("\u00a0: le modèle n’en décide jamais ainsi, pour aucune des valeurs que ses variables peuvent prendre.");
}

/** The rest of a sentence about somebody who is there already. */
const STAYS = ". Rien n’a besoin de changer.";

export const answerWords = {
  badge: { smallest: "Prouvé\u00a0: la plus petite", best: "Prouvé\u00a0: la meilleure", proved: "Prouvé", "best so far": "Meilleure à ce stade", impossible: "Prouvé\u00a0: impossible", "not settled": "Pas encore décidé" },
  least: (cost) => `la plus petite ${cost}`,
  costAndBound: (cost, bound, priced) => `${priced ? "co\u00fbt" : "taille"}\u00a0${cost}${bound === undefined ? "" : bound === null ? ", minimum prouv\u00e9" : `, au moins ${bound} prouv\u00e9`}`,

  sentence: (goal, clauses, everything) => {
    const actions = clauses.filter((clause) => clause.follows !== true);
    const shown = actions.length > MOST ? actions.slice(0, MOST - 1) : actions;
    const items = shown.map(changed);
    const more = actions.length - shown.length;
    if (more > 0) items.push([part("value", `${number(more)} ${plural(more, "autre changement", "autres changements")}`), t(" du tableau")]);
    const after = clauses.filter((clause) => clause.follows === true).slice(0, MOST).map(changed);
    const tail = after.length > 0 ? [t("\u00a0; il en découlerait "), ...list(after)] : [];
    return [...outcome(goal), t(" avec "), ...list(items), ...tail, t(everything ? ". Tout le reste est inchangé." : ".")];
  },
  turn: (other) => `\u00c0 quelle distance se trouve ${other}\u00a0?`,
  already: (goal) => {
    const { score = "" } = goal;
    if (goal.of === "score" && !goal.differ) return [...measured(goal, true), t(" est déjà "), part("value", of(score)), t(STAYS)];
    if (goal.differ) return [t("Pour "), ...measured(goal), t(", l’écart entre les deux modèles est "), part("value", of(score)), t(goal.proved ? `. Aucun changement ${within(goal)} ne l’augmente.` : ".")];
    if (goal.of === "best") return [t(`Aucun changement${goal.proved ? "" : " trouvé jusqu’ici"} ${within(goal)} ne fait ${goal.lowest ? "baisser" : "monter"} `), ...measured(goal), t(", actuellement "), part("value", score), t(".")];
    if (goal.of === "class" && goal.subject === null) return [t("Déjà "), part("class", goal.text ?? ""), t(STAYS)];
    return [t(`${who(goal, false)} déjà `), part("class", goal.text ?? ""), t(STAYS)];
  },
  stays: (name, proved) => (proved ? [t("Rester "), part("class", name), t(" coûte le moins. Rien n’a besoin de changer.")] : [t("Rien n’a été trouvé jusqu’ici qui coûte moins que de rester "), part("class", name), t(".")]),
  atLeastValue: (value) => `au moins ${value}`,
  atMostValue: (value) => `au plus ${value}`,
  betweenValues: (from, to) => `${from} à ${to}`,
  impossible,
  said: ({ feature, field }, end) => {
    const name = low(feature.name);
    if (field === "min") return `${name} au moins ${end(feature.min)}`;
    if (field === "max") return `${name} au plus ${end(feature.max)}`;
    if (field === "kind") return feature.kind === "integer" ? `${name} en nombres entiers` : `${name} parmi les valeurs listées`;
    return feature.change === "fixed" ? `${name} ne change pas` : `${name} seulement ${feature.change === "increase" ? "en hausse" : "en baisse"}`;
  },
  notSettled: (goal) => {
    const sought = goal.of === "best" ? `un changement ${within(goal)}` : `un moyen ${goal.of === "score" ? `d’obtenir ${scored(goal)}` : goal.of === "value" ? `d’obtenir une prédiction ${of(goal.text ?? "")}` : spoken(goal) ? `d’être ${goal.text ?? ""}` : `d’obtenir le résultat ${goal.text ?? ""}`}`;
    return [part("lead", "Pas encore décidé."), t(` Le temps imparti n’a permis ni de trouver ${sought}, ni de l’exclure. Figez une variable ou resserrez une plage, et la recherche reprendra.`)];
  },
  replayFailed: (found) => [
    part("lead", "Cette réponse n’est pas affichée."),
    t(` Rejouée sur le modèle, elle a donné ${found}, ce qui n’est pas l’objectif. C’est un défaut de ce programme\u00a0: merci de le signaler avec la requête exportée.`),
  ],
  replayed: (outcome, score) => `Vérifié sur le modèle\u00a0: ${outcome}${score === null ? "" : `, score ${score}`}`,
  className: (name) => (/^[\d.]+$/.test(name) ? `classe ${name}` : name),
  scored,
  withScore: (score, name) => `${score} ${name}`,
  shortOf: (percent) => `moins de ${percent}`,
  table: { change: "Changement", now: "Actuel", to: "Nouveau", room: "Suffit aussi" },
  room: (from, to) => `${from} à ${to}`,
  only: "aucune autre valeur",
  level: (label) => (/\p{L}/u.test(label) ? `«\u00a0${label}\u00a0»` : label),
  levelAlone: (label) => (/^(below|under|less|up to|above|over|more|moins|plus|jusqu|sous|au-dess|en dessous|entre|de \d)(?![\p{L}\d])/iu.test(label) ? `«\u00a0${label}\u00a0»` : label),
  orHigher: "ou plus",
  orLower: "ou moins",
  either: (one, other) => (/ (or|and|ou|et) /.test(one) ? `${one}, ou ${other}` : `${one} ou ${other}`),
} satisfies SomeWords;
