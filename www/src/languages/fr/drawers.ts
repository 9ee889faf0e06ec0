/** The drawers in French: the proof and the search, data, comparison and measures; and answers that differ. */
import type { SomeWords } from "../../language.js";
import type { Words } from "../../page/view/words.js";
import { both, boxes, counted, number, of, quoted, rows, share } from "./grammar.js";

/** How many of the rows pass: « 9 sur 10 ». */
function passing(left: number): string {
  const whole = [2, 4, 10, 20, 100].find((n) => Math.abs(left * n - Math.round(left * n)) < 1e-9) ?? 100;
  return `${number(Math.round((1 - left) * whole))} sur ${number(whole)}`;
}

/** The things that a round holds against each other. */
const provers = (related: boolean): string => (related ? "les arbres et les relations entre variables" : "les arbres");
const Provers = (related: boolean): string => (related ? "Les arbres et les relations entre variables" : "Les arbres");

const levelsLeft = (n: number): string => (n === 0 ? "il ne reste rien" : `il reste ${counted(n, "niveau", "niveaux")}`);

type Distinct = Parameters<Words["several"]["by"]>[0];

/** « le plus petit changement et chaque alternative précédente ». `de`: « du plus petit changement et de chaque alternative précédente ». */
const earlier = (after: number, de = false): string => `${de ? "du" : "le"} plus petit changement${after > 1 ? ` et ${de ? "de " : ""}chaque alternative précédente` : ""}`;

const alternative = (after: number): string => `Alternative ${number(after)}`;

/** Of a rule: how answers differ by it; and how an answer differs from those before it. */
function said(distinct: Distinct): { by: string; way: (after: number, epsilon: number) => string } {
  if (typeof distinct === "object") {
    const apart = share(distinct.distance);
    return { by: `de ${apart} d’une plage`, way: (after) => `à ${apart} au moins d’une plage, ou à un niveau, ${earlier(after, true)}` };
  }
  return {
    features: { by: "par leurs variables", way: (after: number) => `qui évite quelque chose ${earlier(after, true)}` },
    regions: { by: "par les régions du modèle", way: (after: number) => `dans une autre région que ${earlier(after)}` },
    ties: { by: "toutes au coût minimal", way: () => "aussi petite ; parmi les valeurs que le modèle ne distingue pas, les plus proches" },
    groups: { by: "par leur groupe de lignes", way: (after: number) => `dans un autre groupe que ${earlier(after)}` },
    nearer: { by: "par leur distance aux lignes", way: (_: number, epsilon: number) => (epsilon > 0 ? `à ${share(epsilon)} au plus au-dehors` : "rien au-dehors") },
    met: { by: "dans l’ordre de la recherche", way: () => "rencontrée avant le plus petit changement ; rien n’est prouvé sur sa taille" },
  }[distinct];
}

const ENGINES = new Map([
  ["auto", "le moteur adapté à la question"],
  ["boxes", "la recherche par boîtes"],
  ["milp", "le programme linéaire mixte d’OCEAN"],
  ["slanted", "la séparation et évaluation sur programmes linéaires"],
  ["coupled", "la recherche par boîtes avec programmes linéaires"],
  ["rows", "l’examen de chaque ligne"],
]);

export const drawerWords = {
  proof: {
    check: "Vérifier la preuve",
    writing: "Écriture de la preuve",
    checking: (percent) => `Vérification, ${percent}`,
    cancel: "Annuler",
    checked: (count) => `Un second programme confirme\u00a0: ${boxes(count)}`,
    less: (proved, cost) => `Rien ne coûte moins de ${proved}\u00a0; la réponse coûte ${cost}.`,
    save: "Enregistrer",
    saveProof: "Enregistrer la preuve en JSON",
    refuted: (what) => `Réfuté\u00a0: ${what}.`,
    failed: (what) => (what === "" ? "Aucune preuve n’a pu être écrite dans le temps imparti." : `Non vérifié\u00a0: ${what}.`),
    refused: {
      layers: "Plusieurs couches cachées, et les probabilités de trois classes avec feuilles linéaires, n’ont pas encore de preuve à vérifier.",
      missing: "Les relations, coupes obliques, feuilles linéaires ou une place entre des lignes n’ont pas encore de preuve à vérifier là où une valeur manque.",
      longest: "Un pas le plus long combiné à d’autres coûts, relations, coupes obliques, feuilles linéaires ou à une place entre des lignes n’a pas encore de preuve à vérifier.",
      plausible: "Pas encore de preuve à vérifier pour les réponses typiques.",
      hull: "Pas encore de preuve à vérifier pour plusieurs groupes de lignes ou un prix de leur distance.",
      margin: "Pas encore de preuve à vérifier pour les réponses qui s’éloignent des frontières.",
      rows: "Chaque ligne réelle a été examinée.",
      quadratic: "Les coûts qui couplent des variables n’ont pas encore de preuve à vérifier.",
      several: "Pas de preuve à vérifier\u00a0: elle couvre une réponse, non plusieurs.",
    },
  },
  search: {
    title: "Recherche",
    replay: "Relecture de la preuve",
    first: "À la première étape",
    back: "Une étape en arrière",
    next: "Une étape en avant",
    play: "Lire",
    pause: "Pause",
    step: "Étape",
    stepOf: (at, count) => `étape ${number(at + 1)} sur ${number(count)}`,
    cut: (n) => `Les ${number(n)} premières étapes\u00a0; la vérification les a toutes parcourues.`,
    boxes: (n) => `Preuve\u00a0: ${boxes(n)}`,
    chart: (proved, cost) => `Prouvé jusqu’ici ${proved}, la réponse coûte ${cost}`,
    chartTitle: "Borne prouvée et coût de la réponse",
    answerCost: (cost) => `réponse ${cost}`,
    proved: (bound) => `prouvé ${bound}`,
    noChart: "Un pas le plus long n’a pas de bornes intermédiaires\u00a0: on montre que chaque boîte ne contient aucune réponse dans le rayon.",
    noCost: "Rien n’est possible, il n’y a donc pas de coût à atteindre\u00a0: on montre que chaque boîte ne contient aucune réponse.",
    box: (box, count) => `Boîte ${number(box + 1)} sur ${number(count)}`,
    part: (sides) => `La partie avec ${sides}`,
    enter: (left, count, bound) => `Ouverte\u00a0: il reste ${number(left)} des ${number(count)} niveaux des variables${bound === null ? "" : `\u00a0; leur point le moins coûteux coûte ${bound}`}.`,
    enterEmpty: "Ouverte\u00a0: il n’en reste rien.",
    round: (bound, left, related) => `${bound === null ? `${Provers(related)} confrontent leurs exigences` : `${Provers(related)}, confrontés entre eux, prouvent qu’une réponse ici coûte au moins ${bound}`}\u00a0; ${levelsLeft(left)}.`,
    split: (first) => `Pas encore tranché\u00a0: la boîte est coupée en deux. D’abord la partie avec ${first}.`,
    splitPlain: "Pas encore tranché\u00a0: la boîte est coupée en deux.",
    closed: (why, cost, target, exact, related) =>
      `Fermée\u00a0: ${
        {
          cost: cost === null ? "il ne reste aucune valeur autorisée" : `tout ce qui reste ici coûte ${cost} ou plus${exact ? ", donc pas mieux que la réponse" : ""}`,
          bound: cost === null ? `${provers(related)} montrent ensemble que rien d’autorisé ici n’est ${target}` : `${provers(related)} montrent ensemble qu’une réponse ici coûte ${cost} ou plus`,
          rows: cost === null ? `aucune combinaison des feuilles restantes ne donne ${target} dans les limites` : `aucune combinaison de feuilles coûtant moins de ${cost} ne donne ${target} dans les limites`,
          cover: "pour une variable, il ne reste aucune valeur",
          sums: "aucune des valeurs restantes ne respecte les limites entre variables",
          changes: "il faudrait plus de changements que vous n’en permettez",
          decided: `chaque arbre a tranché ici, et ensemble ils ne disent pas ${target}`,
        }[why]
      }.`,
    onMap: "Encadré sur la carte\u00a0: les valeurs qui restent des deux variables affichées.",
    wait: "Écriture et vérification de la preuve",
  },
  engine: {
    title: "Moteur",
    choice: { auto: "adapté à la question", boxes: "recherche par boîtes", milp: "programme linéaire mixte" },
    named: (name) => ENGINES.get(name) ?? name,
    by: (name) => `Cette réponse est fournie par ${name}.`,
    ask: "Demander à un second moteur",
    asking: (name) => `On interroge ${name}.`,
    unanswered: (name, why) => `Pas de réponse pour ${name}\u00a0: ${why}.`,
    second: (name, status, cost, bound, how) => {
      const proved = bound === null ? "ne prouve encore rien" : `prouve que rien ne coûte moins de ${bound}`;
      const at = `${how === "same" ? "le même coût" : "un coût de"} ${cost ?? ""}`;
      const found = {
        optimal: `trouve ${at} et le prouve`,
        feasible: `trouve ${at} dans le temps imparti et ${proved}`,
        infeasible: `prouve ${how === "same" ? "aussi " : ""}que rien n’est possible`,
        unknown: `ne trouve rien dans le temps imparti et ${proved}`,
      }[status];
      return `Un second moteur, ${name}, ${found}.${how === "contrary" ? " Cela contredit la réponse\u00a0: l’un des deux résultats est un défaut de ce programme. Merci de le signaler avec la requête exportée." : ""}`;
    },
  },
  data: {
    title: "Données",
    rows,
    hint: "Choisissez une ligne pour l’interroger.",
    label: "Décision",
    earlier: "Lignes précédentes",
    later: "Lignes suivantes",
    from: {
      file: "Ces lignes viennent avec le fichier du modèle.",
      none: "Ce modèle est venu sans lignes. Un fichier csv de lignes, sous les noms des variables, montre comment les valeurs se répartissent et quelles réponses sont typiques. Il reste sur cet ordinateur.",
      choose: "Choisir un fichier csv de lignes",
      others: "Choisir d’autres lignes, csv",
      reading: (file, done) => `Lecture ${of(file)}, ${done}`,
      bar: "Lecture des lignes",
      cancel: "Annuler",
      said: ({ file, kept, count, label, beside, incomplete }) => {
        const some = `${number(kept)} des ${rows(count)} ${of(file)}`;
        const parts = [kept + incomplete < count ? `${some}, tirées au hasard` : kept < count ? some : kept < 2 ? `${rows(kept)}, tout le contenu ${of(file)}` : `Les ${rows(kept)} ${of(file)}`];
        if (incomplete > 0) parts.push(`${counted(incomplete, "ligne laissée", "lignes laissées")} de côté faute d’une valeur`);
        parts.push(label === null ? "décisions du modèle lui-même" : `décisions de la colonne ${label}`);
        if (beside.length > 0) parts.push(`non utilisé\u00a0: ${beside.slice(0, 4).join(", ")}${beside.length > 4 ? ` et ${counted(beside.length - 4, "autre")}` : ""}`);
        return `${parts.join("\u00a0; ")}.`;
      },
      ranges: "Tirer plages et nombres entiers de ces lignes",
      rangesHow: "Les plages disent jusqu’où va une valeur, et combien coûte un changement.",
    },
    usual: {
      title: "À quel point la réponse doit être typique",
      any: "Toute réponse",
      as: passing,
      none: "Toute réponse convient, même très atypique\u00a0: seul le modèle décide.",
      explain: (left, which) => `Au moins aussi typique que ${passing(left)} des ${which}, selon le nombre de coupes au hasard qui l’isolent.`,
      chip: (left, which) => `Aussi typique que ${passing(left)} des ${which}`,
      rowsOf: (target) => `lignes ${quoted(target)}`,
      rows: "lignes dans l’intervalle",
      suchRows: "lignes recherchées",
      loosen: (to, from) => `Admettre moins typique\u00a0: comme ${passing(to)} au lieu de ${passing(from)}`,
      lift: "Admettre toute réponse, même atypique",
      way: (left) => `La plus typique\u00a0: comme les ${share(1 - left)} du milieu`,
      show: "Montrer sur la carte",
      mapNote: (shades, demanded) => `${demanded ? "Hachuré\u00a0: trop atypique. " : ""}${shades ? "Plus un endroit est pâle, plus il est atypique." : ""}`.trim(),
      length: (found, needed) => `Assez typique\u00a0: il faut ${found} coupes au hasard pour l’isoler, ${needed} sont exigées.`,
    },
    hull: {
      title: "Où la réponse doit se situer",
      any: "N’importe où",
      between: "Entre des lignes",
      epsilon: "Écart permis au-dehors",
      exactly: "rien au-dehors",
      outside: (epsilon) => `${share(epsilon)} au-dehors`,
      soft: (price) => `partout, à ${number(price)} par plage`,
      mapNote: (nowhere) => (nowhere ? "Hachuré\u00a0: avec ces valeurs des autres variables, aucun endroit n’est entre des lignes." : "Hachuré\u00a0: pas entre des lignes, avec ces valeurs des autres variables."),
      norm: "Mesure de cette distance",
      norms: { l1: "par la somme des pas", l2: "en ligne droite", linf: "par le pas le plus long" },
      clusters: "Nombre de groupes de lignes semblables",
      groups: (n) => (n === 1 ? "toutes les lignes ensemble" : `dans un groupe sur ${number(n)}`),
      none: "La réponse peut se situer loin de toute ligne.",
      explain: ({ epsilon = 0, price, clusters }, which) => {
        const group = clusters > 1 ? " d’un même groupe de lignes semblables" : "";
        if (price !== undefined) return `La distance à un mélange de ${which}${group} s’ajoute au coût\u00a0: ${number(price)} pour une plage entière.`;
        return `La réponse doit se trouver entre ${which}${group}${epsilon > 0 ? `, ou en dehors d’au plus ${share(epsilon)} des plages` : ""}. Hachuré sur la carte\u00a0: pas entre elles, avec les valeurs que les autres variables y ont.`;
      },
      chip: ({ epsilon = 0, price, clusters }, which) => `${price === undefined ? "Entre des" : "Près de"} ${which}${clusters > 1 ? ` d’un groupe sur ${number(clusters)}` : ""}${price !== undefined ? `, à ${number(price)} par plage` : epsilon > 0 ? `, ou ${share(epsilon)} au-dehors` : ""}`,
      loosen: (to, from) => `Admettre ${share(to)} hors des lignes au lieu de ${share(from)}`,
      lift: "Admettre une réponse loin de toute ligne",
      witness: (list, more, near) => `${near ? "Proche d’un mélange" : "Un mélange"} de ${both([...list.map(({ row, share: part }) => `ligne ${number(row + 1)} (${part})`), ...(more > 0 ? [counted(more, "autre")] : [])])}.`,
    },
  },
  compare: {
    title: "Comparer",
    head: { method: "Méthode", changes: "Changements", cost: "Coût", ratio: "Du minimum", ratioSoFar: "Du meilleur à ce stade" },
    proved: "Cette page",
    best: "Cette page, meilleure à ce stade",
    how: {
      tweaking: "Le long d’un arbre à la fois, jusqu’à ce que tout le modèle soit d’accord.",
      greedy: "Un changement à la fois, celui qui rapporte le plus pour son coût.",
      row: "La plus proche des lignes qui atteignent déjà l’objectif.",
    },
    proof: "Tous les changements possibles, examinés ou exclus.",
    open: (gain) => `Tous les changements n’ont pas été examinés ou exclus.${gain === null ? "" : ` ${gain}`}`,
    unknownRatio: "–",
    name: { tweaking: "Feature tweaking", greedy: "Pas à pas", row: "Ligne réelle" },
    mark: { tweaking: "Tweaking", greedy: "Pas à pas", row: "Ligne réelle" },
    ratio: (times) => `${times} fois`,
    same: "le même",
    below: "non autorisé",
    waiting: "recherche en cours",
    nothing: { tweaking: "n’a rien trouvé ici", greedy: "n’a rien trouvé ici", row: null },
    breaking: (none, row, limits) => `${none} ${row === null ? "Celle-ci" : `La n°\u00a0${number(row + 1)}`} ${limits.length === 1 ? "en enfreint le moins" : "enfreint"}\u00a0: ${limits.map(quoted).join(", ")}.`,
    lift: (n) => (n === 1 ? "Lever cette limite" : `Lever ces ${number(n)} limites`),
    cheaper: (times) => `moins cher, ${times} fois`,
    undefined: { tweaking: "non défini pour ce modèle ou cet objectif", greedy: "n’a pas pu être lancé", row: "exige des lignes, et il n’y en a pas" },
    many: (n) => counted(n, "changement"),
    none: (why) => `Rien à comparer\u00a0: ${{ unknown: "aucune réponse n’est connue", there: "aucun changement n’est nécessaire", other: "la question ne porte pas sur le seul plus petit changement" }[why]}.`,
  },
  measures: {
    title: "Mesures",
    head: { changes: "Changements", l1: "Somme des pas", l2: "Au carré", linf: "Le plus long", levels: "Catégories gardées", row: "Ligne réelle la plus proche", usual: "Coupes au hasard", steady: "Lignes semblables" },
    why: {
      changes: "Nombre de variables qui changent",
      l1: "Les pas, en parts des plages, multipliés par leurs poids",
      l2: "Les carrés des pas, multipliés par leurs poids",
      linf: "Le pas le plus long, multiplié par son poids",
      levels: "Part des variables à catégories ou à oui et non qui ne changent pas",
      row: "La somme des pas jusqu’à la ligne la plus proche, et son numéro",
      usual: "Nombre de coupes au hasard qui l’isolent\u00a0: plus il en faut, plus elle est typique",
      steady: "L’écart entre leurs réponses, au plus, rapporté à l’écart entre les lignes\u00a0: moins il est grand, plus c’est stable",
    },
    meaning: "Sens des colonnes",
    times: (ratio) => `${ratio} fois`,
    unknown: "inconnu",
    asking: (n) => `Même question pour ${counted(n, "ligne semblable", "lignes semblables")}…`,
    alone: "Aucune autre ligne n’a besoin d’un changement\u00a0: on ne sait donc pas si les réponses sont stables.",
    of: (n, all) => `${number(n)} sur ${number(all)}`,
    near: (distance, row) => `${distance} jusqu’à la ligne ${number(row + 1)}`,
    set: (count, kept, differ, levels, steps) => `Ces ${number(count)} réponses atteignent toutes l’objectif. En moyenne, elles gardent ${kept} des variables, et deux d’entre elles diffèrent par ${differ} des variables${levels === null ? "" : `, par ${levels} des catégories`}${steps === null ? "" : `, et sont éloignées de ${steps} en somme des pas`}.`,
  },
  several: {
    rule: "Ce qui distingue les réponses",
    by: (distinct) => said(distinct).by,
    name: alternative,
    way: (distinct, after, epsilon = 0) => `${alternative(after)}\u00a0: ${said(distinct).way(after, epsilon)}`,
    least: "la plus petite de ce genre, c’est prouvé",
    open: "non tranché à temps",
    more: "Une de plus",
    fewer: "Une de moins",
  },
} satisfies SomeWords;
