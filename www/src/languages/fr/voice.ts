/** The voices in French: to the person decided about, or of whomever that is; and the words of the map. */
import type { Words } from "../../page/view/words.js";
import { capital } from "../../page/view/words/parts.js";
import { before, low, of, rows } from "./grammar.js";

type Voices = Words["voices"];
type MapWords = Voices["you"]["map"];

const SIDES = { left: "gauche", right: "droite", bottom: "bas", top: "haut" };

/** « aucun point accepted », « aucun point de classe 1 ». */
const none = (target: string): string => `aucun point ${target.replace(/^classe /, "de classe ")}`;

/** `your`: « vos », or « les ». */
const map = (your: boolean): MapWords => {
  const limits = your ? "vos limites" : "les limites";
  return {
    locale: "fr",
    inSentence: low,
    axisTitle: (name, unit) => (unit ? `${name}, ${unit}` : name),
    mapOf: (x, y, layer) => `Carte\u00a0: ${x} et ${y}, ${{ factual: your ? "vos autres valeurs inchangées" : "autres valeurs inchangées", answer: "coupe passant par la réponse", reach: "endroits atteignables" }[layer]}`,
    keys: `Les flèches vont de boîte en boîte. Plus et moins agrandissent et réduisent, Maj avec les flèches déplace la vue, Début ramène à ${your ? "votre" : "ce"} point, 0 montre tout.`,
    point: (x, y) => `${x}, ${y}`,
    boxAtPointer: "Boîte sous le pointeur",
    boxAtCursor: "Boîte sous le curseur",
    box: (x, y, outcome, score) => `${x}, ${y}\u00a0: ${outcome}${score && `, ${score}`}`,
    pieceAtPointer: "Morceau sous le pointeur",
    pieceAtCursor: "Morceau sous le curseur",
    piece: (bounds, outcome, score) => `${outcome}${score && `, ${score}`}\u00a0: ${bounds.join(", ")}`,
    times: (weight, name) => `${weight}\u00a0${name}`,
    sum: (first, second, minus) => `${first} ${minus ? "−" : "+"} ${second}`,
    sumBound: (sum, value, side, closed) => `${sum} ${closed ? `au ${side === "less" ? "plus" : "moins"} ${value}` : `${side === "less" ? "au-dessous" : "au-dessus"} ${of(value)}`}`,
    between: (name, from, to) => `${name} de ${from} à ${to}`,
    above: (name, from) => `${name} au-dessus ${of(from)}`,
    atLeast: (name, from) => `${name} au moins ${from}`,
    upTo: (name, to) => `${name} jusqu’à ${to}`,
    aboveUpTo: (name, from, to) => `${name} au-dessus ${of(from)}, jusqu’à ${to}`,
    any: (name) => `${before(name)} toute valeur`,
    exactly: (name, value) => `${before(name)} ${value}`,
    score: (percent) => `score ${percent}`,
    here: (score) => `${score} ici`,
    prediction: (value) => `prédit\u00a0: ${value}`,
    atCost: (cost) => `autres variables pour un coût de ${cost}`,
    notWithin: (cost) => `pas pour un coût d’au plus ${cost}`,
    notKnown: "pas encore connu",
    edge: (side, name) => `${side === "left" || side === "bottom" ? "Minimum" : "Maximum"} autorisé\u00a0: ${name}`,
    corner: (vertical, horizontal) => `Coin de la plage autorisée, en ${SIDES[vertical]} à ${SIDES[horizontal]}`,
    limit: (side, value) => (value === null ? "sans limite" : side === "lo" ? `au moins ${value}` : `au plus ${value}`),
    offSlice: (label) => `${label}, hors coupe`,
    moveFactual: (label) => `${label}\u00a0: déplacer ${your ? "votre" : "le"} point`,
    lock: (title) => `${title}\u00a0: figer`,
    provedOutline: (target, limited) => (limited ? [`prouvé\u00a0: ${none(target)} à l’intérieur dans ${limits}`, `prouvé\u00a0: aucun dans ${limits}`] : [`prouvé\u00a0: ${none(target)} à l’intérieur`, "prouvé\u00a0: aucun à l’intérieur"]),
    bestOutline: ["portée de la meilleure à ce stade", "meilleure à ce stade"],
    outlineSize: (proved, target, limited, cost, used, left) => [
      proved ? "Contour, prouvé" : "Contour, meilleure à ce stade",
      `${proved ? `${limited ? `dans ${limits}, ` : ""}${none(target)} à un coût inférieur à ${cost}` : `tout ce qui coûte moins de ${cost}`}${used === null ? "" : `\u00a0; les changements hors de la carte en prennent ${used}, il reste ${left} ici`}.`,
    ],
    solidLine: (limited) => ["Trait plein", `prouvé vide${limited ? ` dans ${limits}` : ""}, sur cette carte et au-dehors.`],
    dottedLine: ["Pointillé", "portée de la meilleure réponse à ce stade."],
    answerShort: "Réponse",
    allInside: (other) => `Partout ${other} dans ${limits}`,
    hint: "Pointez un endroit pour lire ses bornes et son score, ou faites glisser le point, les limites et la carte.",
    hintTouch: "Touchez une boîte pour lire ses bornes et son score",
    legend: (from, to) => `Score de ${from} à ${to}`,
  };
};

type Voice = Voices["you"];

const voice = (your: boolean, rest: Pick<Voice, "person" | "edited" | "noMap" | "through" | "now" | "limits" | "impossible" | "treeSays" | "passes" | "steady" | "values">): Voice => {
  const limits = your ? "vos limites" : "les limites";
  return {
    ...rest,
    map: map(your),
    obeyed: limits,
    keeps: `aucune ne respecte ${limits}`,
    breaks: `Enfreint ${limits}`,
    noRow: `aucune ligne de ce type ne respecte ${limits}`,
    noSuchRow: `Aucune ligne de ce type ne respecte toutes ${limits}.`,
    closedSlice: (few) => `Rien ici n’est dans ${limits}\u00a0: il faudrait d’abord changer ${few}.`,
    methods: `Ces méthodes respectent ${limits}, mais pas celles qui portent sur les lignes, les frontières ou d’autres modèles.`,
    judged: (row) => `${row ? "Ces méthodes" : "Les deux premières de ces méthodes"} respectent ${limits}\u00a0; chaque point a été soumis au modèle.`,
    everything: `Tout ce que ${limits} permettent`,
    best: `Prouvé signifie\u00a0: tous les changements que permettent ${limits} et la règle de cette réponse ont été examinés ou exclus, et selon ce modèle aucun qui coûte moins n’atteint l’objectif.`,
    bestWithin: `Prouvé signifie\u00a0: tous les changements que permettent ${limits}, dans le coût fixé s’il y en a un, ont été examinés ou exclus, et selon ce modèle aucun n’est meilleur.`,
    impossibleMeans: `Prouvé signifie\u00a0: tous les changements que permettent ${limits} ont été examinés ou exclus, et selon ce modèle aucun n’atteint l’objectif.`,
  };
};

const you = voice(true, {
  person: "Personne",
  edited: "vos valeurs",
  noMap: "Une carte demande deux variables. La bande de celle-ci montre où vous êtes et où cela suffirait.",
  through: "Avec vos valeurs",
  now: "Vous aujourd’hui",
  limits: "Vos limites",
  impossible: (target) => `Vos autres valeurs étant inchangées, tout ce qui est ${target} ici enfreint l’une de vos limites.`,
  treeSays: (now, answer) => (answer === null ? `Vous arrivez à ${now}.` : `Vous arrivez à ${now}\u00a0; la réponse arrive à ${answer}.`),
  passes: { both: "Vous et la réponse passez par ici.", now: "Vous passez par ici.", answer: "La réponse passe par ici.", none: "Ni vous ni la réponse ne passez par ici." },
  steady: (count, all) =>
    `Lignes semblables\u00a0: ${count === 1 ? "la ligne la plus proche" : `les ${rows(count)} les plus proches`} de vous qui ${count === 1 ? "a" : "ont"} aussi besoin d’un changement, avec la même question. L’écart entre leurs réponses et la vôtre vaut au plus ce nombre de fois l’écart entre elles et vous${all === null ? "" : ` (toutes les réponses ensemble\u00a0: ${all})`}. Au-dessous de 1, on dit à peu près la même chose à ceux qui vous ressemblent\u00a0; bien au-dessus de 1, une petite différence mène ailleurs.`,
  values: "Vos valeurs",
});

const they = voice(false, {
  person: "Valeurs",
  edited: "valeurs propres",
  noMap: "Une carte demande deux variables. La bande de celle-ci montre la valeur actuelle et où cela suffirait.",
  through: "Avec ces valeurs",
  now: "Actuellement",
  limits: "Limites",
  impossible: (target) => `Les autres valeurs étant inchangées, tout ce qui est ${target} ici enfreint l’une des limites.`,
  treeSays: (now, answer) => (answer === null ? `Les valeurs actuelles arrivent à ${now}.` : `Les valeurs actuelles arrivent à ${now}\u00a0; la réponse arrive à ${answer}.`),
  passes: { both: "Les valeurs actuelles et la réponse passent par ici.", now: "Les valeurs actuelles passent par ici.", answer: "La réponse passe par ici.", none: "Ni les valeurs actuelles ni la réponse ne passent par ici." },
  steady: (count, all) =>
    `Lignes semblables\u00a0: ${count === 1 ? "la ligne la plus proche" : `les ${rows(count)} les plus proches`} de celle-ci qui ${count === 1 ? "a" : "ont"} aussi besoin d’un changement, avec la même question. L’écart entre leurs réponses et celle-ci vaut au plus ce nombre de fois l’écart entre elles et cette ligne${all === null ? "" : ` (toutes les réponses ensemble\u00a0: ${all})`}. Au-dessous de 1, on dit à peu près la même chose aux lignes semblables\u00a0; bien au-dessus de 1, une petite différence mène ailleurs.`,
  values: "Valeurs",
});

export const voiceWords = {
  voices: { you, they },
  subject: { head: (subject: string) => capital(subject.replace(/^(?:(?:the|an?|this|that|its?|les?|la|une?|ce|cet|cette|ces|son|sa|ses) (?=\S)|l['’](?=\S))/i, "")) },
};
