/** Limits in French: the form that adds one, rules, relations, consequences, margins and other models. */
import type { SomeWords } from "../../language.js";
import { both, changes, low, number, quoted } from "./grammar.js";

const unknown = (word: string, near?: string): string => (near === undefined ? `${quoted(word)} n’est ni une variable ni un mot connu ici.` : `${quoted(word)} est inconnu ici. Vouliez-vous dire ${near}\u00a0?`);
const category = (word: string): string => `${quoted(word)} a des catégories. Donnez un nombre à l’une d’elles\u00a0: 500 si ${low(word)} est …`;
const twoFactors = (word: string): string => `${quoted(word)} suit un autre nombre ou une autre variable. Mettez plus ou moins entre eux, ou fois devant un nombre.`;
const factorAlone = (word: string): string => `${quoted(word)} de quoi\u00a0? Il manque une variable après.`;
const noCause = (word: string): string => `${quoted(word)} est une limite. Une conséquence est une équation\u00a0: écrivez = ou découle de.`;

type Side = "when" | "then";

const SIDES = { when: "condition", then: "conséquence" };

/** The label of a part of a statement: alone, or of the nth condition on one side of a rule. */
const part =
  (alone: string, name: string) =>
  (place: "one" | Side, n: number): string =>
    place === "one" ? alone : `${name}, ${SIDES[place]}${n > 1 ? ` ${number(n)}` : ""}`;

export const limitWords = {
  rule: {
    text: (when, then) => `Si ${when}, alors ${then}`,
    joined: (parts, any) => parts.map(low).join(any ? " ou " : " et "),
    stays: (name) => `${name} ne change pas`,
    oneOf: (name, levels) => `${name} est ${levels}`,
    atLeast: (name, value) => `${name} est au moins ${value}`,
    atMost: (name, value) => `${name} est au plus ${value}`,
    loosen: (rule) => `Abandonner la règle\u00a0: ${low(rule)}`,
  },
  relation: {
    name: (name, first) => (first ? name : low(name)),
    changeOf: (name, first) => `${first ? "Variation" : "variation"} de ${low(name)}`,
    level: (weight, name, level, ends) => `${weight} si ${low(name)} ${ends ? "devient" : "est"} ${level}`,
    times: (weight, name) => `${weight} × ${name}`,
    sum: (parts) => parts.join(" + "),
    offset: (sum, value, minus) => `${sum} ${minus ? "−" : "+"} ${value}`,
    uses: (sum, most) => `Les variations de ${sum} consomment au plus ${most}`,
    text: (left, op, right) => `${left} ${{ atMost: "au plus", atLeast: "au moins", equal: "exactement" }[op]} ${right}`,
    loosen: (relation) => `Abandonner la relation\u00a0: ${low(relation)}`,
    sentence: "La relation, en phrase ou en JSON",
    example: (first, second) => `${first} au plus la moitié de ${low(second)}`,
    hint: "Des variables avec plus, moins et des nombres\u00a0; entre les deux côtés, au plus, au moins ou exactement. Dites «\u00a0variation de\u00a0» pour relier des changements. Niveaux\u00a0: 500 si objet est voiture. Un budget\u00a0: 2 fois une variable plus une autre consomment au plus 40 heures.",
    complete: "Variables que le dernier mot peut devenir",
    wrong: {
      budget: () => "Un budget additionne des ampleurs de changement\u00a0: ses nombres sont positifs ou nuls, et les variables ne se trouvent que devant «\u00a0consomment au plus\u00a0».",
      empty: () => "Écrivez une limite entre des variables.",
      unknown,
      category,
      noBound: () => "Il manque au plus, au moins ou exactement.",
      twoBounds: (word) => `${quoted(word)} est une seconde borne\u00a0; une relation n’en a qu’une.`,
      noFeature: () => "Il ne reste de variable d’aucun côté.",
      strict: (word) => `${quoted(word)} exclut la borne elle-même. Dites au plus, au moins ou exactement.`,
      twoFactors,
      factorAlone,
      noLevel: (word) => `${quoted(word)}\u00a0: quel niveau\u00a0?`,
      json: () => "Ce JSON n’est pas une relation. En voici une\u00a0: {\"terms\": {\"Debt\": 1, \"Income\": -0.5}, \"op\": \"<=\", \"rhs\": 0}.",
    },
  },
  margin: {
    kind: "La marge par rapport à",
    distance: {
      name: "toute frontière",
      hint: "La réponse reste à distance de chaque frontière du modèle sur son chemin, d’une part de la plage de chaque nombre. Ainsi, de petites erreurs de mesure ne changent pas la décision.",
      most: "Part de la plage de chaque nombre",
      chip: (share) => `${share} de toute frontière`,
      loosen: (to, from) => `Rester à ${to} de toute frontière au lieu de ${from}`,
      lift: "Admettre une réponse sur une frontière",
    },
    score: {
      name: "toute autre classe",
      hint: "La classe recherchée devance chaque autre d’autant, dans les scores propres au modèle avant qu’ils ne deviennent des probabilités.",
      most: "Avance en score",
      chip: (lead) => `${lead} d’avance sur toute autre classe`,
      loosen: (to, from) => `Demander une avance de ${to} au lieu de ${from}`,
      lift: "Admettre toute avance",
    },
  },
  other: {
    hint: "Un second modèle sur les mêmes colonnes\u00a0: il est d’accord, il s’écarte, ou un nombre en découle. Le fichier reste sur cet ordinateur, et aucun lien ne le contient.",
    use: "Le rôle de l’autre modèle",
    name: "l’autre modèle",
    agrees: "doit être d’accord",
    refuses: "doit décider autrement",
    predicts: (text) => `doit prédire ${text}`,
    apart: "où l’écart entre les deux est d’au moins …",
    differs: "où l’écart entre les deux est le plus grand",
    amount: {
      probability: (value) => `${value} de probabilité`,
      log_odds: (value) => `${value} en log-cotes`,
      own_log_odds: (value) => `${value} en log-cotes`,
      value: (value) => value,
      log_value: (value) => `${value} en logarithme de la valeur`,
    },
    follows: (name) => `${name} en découle`,
    choose: "Choisir le fichier de l’autre modèle",
    loosen: (chip) => `Abandonner l’autre modèle\u00a0: ${chip}`,
  },
  cause: {
    text: (name, terms, free) => `${name} = ${terms.map(({ text, minus, first }) => (first ? `${minus ? "−" : ""}${text}` : ` ${minus ? "−" : "+"} ${text}`)).join("")} + reste${free ? ", sans coût" : ""}`,
    learned: (name, parents, free, how = " comme dans les lignes") => `${name} découle de ${both(parents)}${how}${free ? ", sans coût" : ""}`,
    explains: (name, share) => `La façon dont varie ${low(name)} a été apprise sur les lignes\u00a0; elle explique ${share} de sa variation parmi elles.`,
    learn: "Apprendre la dépendance sur les lignes",
    learnExample: (first, second) => `${first} découle de ${low(second)}`,
    learnHint: "Une variable, puis découle de, puis les variables dont elle dépend, sans nombres. Des arbres apprennent cette dépendance sur les lignes\u00a0; le reste est conservé.",
    loosen: (cause) => `Abandonner la conséquence\u00a0: ${low(cause)}`,
    sentence: "La conséquence, en phrase ou en JSON",
    example: (first, second) => `${first} = ${number(0.5)} × ${low(second)} + reste`,
    hint: "Une variable, puis = ou découle de, puis des variables avec des nombres. Le reste est conservé. Une conséquence peut en entraîner d’autres.",
    cost: "Coût d’un changement qui découle d’un autre",
    costing: "La conséquence",
    costs: { own: "coûte aussi", none: "ne coûte rien" },
    tag: "découle",
    wrong: {
      nothing: () => "Écrivez quelle variable découle de laquelle.",
      unknown,
      category,
      strict: noCause,
      form: (word) => (word === "" ? "Ce JSON n’est pas une conséquence. En voici une\u00a0: {\"feature\": \"Savings\", \"parents\": {\"Income\": 0.4}}." : noCause(word)),
      noCause: () => "Entre la variable et ses causes, il manque = ou découle de.",
      noNumbers: (word) => `${quoted(word)} n’est pas nécessaire\u00a0: la dépendance est apprise. Nommez seulement les variables.`,
      twice: (word) => `${quoted(word)} s’y trouve une seconde fois\u00a0; chaque phrase porte sur une seule variable qui découle d’autres.`,
      notOne: (word) => (word === "" ? "Il manque la variable qui découle des autres." : `${quoted(word)} n’est pas une seule variable\u00a0; celle qui découle des autres est seule à gauche.`),
      level: (word) => `${word} a des niveaux\u00a0; seul un nombre peut découler d’une somme. Une règle si … alors peut porter sur des niveaux.`,
      already: (word) => `${word} découle déjà d’autre chose. Retirez d’abord cette limite.`,
      circle: (word) => `Cela découlerait de soi-même\u00a0: ${word}.`,
      twoFactors,
      factorAlone,
    },
  },
  form: {
    title: "Une nouvelle limite",
    kinds: { one: "Variable", rule: "Si … alors", relation: "Relation", cause: "Conséquence", changes: "Changements", margin: "Marge", other: "Modèle" },
    kind: "Type de limite",
    leads: { when: "Si", then: "alors" },
    join: (place) => `Toutes les ${SIDES[place]}s, ou une seule`,
    joins: { all: "et", any: "ou" },
    further: SIDES,
    fewer: (place) => `Une ${SIDES[place]} de moins`,
    said: { atLeast: "au moins", atMost: "au plus", oneOf: "est", more: "en hausse seulement", less: "en baisse seulement", stays: "ne change pas" },
    feature: part("Quelle variable", "Variable"),
    says: part("Ce qui la limite", "Énoncé"),
    value: part("Valeur", "Valeur"),
    levels: part("Niveaux autorisés", "Niveaux"),
    atMost: "Au plus",
    count: "Nombre de changements",
    changes,
    add: "Ajouter la limite",
    cancel: "Annuler",
    incomplete: "La phrase n’est pas encore complète.",
  },
} satisfies SomeWords;
