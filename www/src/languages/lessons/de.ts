/** The lessons in German. */
import { setWords, type LessonWords } from "../../language.js";

const counted = (n: number, one: string, many: string): string => `${n.toLocaleString("de")} ${n === 1 ? one : many}`;
const number = (n: number): string => n.toLocaleString("de");

/** „Ein Punkt genügte“, „3 Punkte genügten“. */
const enough = (points: number): string => (points === 1 ? "Ein Punkt gen\u00fcgte" : `${number(points)} Punkte gen\u00fcgten`);

export const lesson: LessonWords = {
  series: "Die Geometrie von Baumensembles",
  count: "Elf Lektionen",
  at: (index, all) => `Lektion ${number(index)} von ${number(all)}`,
  tool: "Zum Werkzeug",
  all: "Alle Lektionen",
  figure: "Abbildung",
  loading: "Das Modell wird gelesen",
  broken: (what) => `Die Lektion lie\u00df sich nicht lesen: ${what}`,
  dragMe: "Hier ziehen",
  notYet: "Noch nicht.",
  everything: "Alles",
  step: "Schritt",
  back: "Einen Schritt zur\u00fcck",
  next: "Einen Schritt weiter",
  stepOf: (at, of) => `Schritt ${number(at)} von ${number(of)}`,

  walk: {
    part: (name) => `Teil ${name}`,
    says: {
      A: "Der n\u00e4chste angenommene Punkt nach den quadrierten Schritten: g\u00fcltig und nah, Kategorien bleiben ganz.",
      B: "Jede \u00c4nderung hat zus\u00e4tzlich einen Preis, also \u00e4ndert sich weniger.",
      C: "Drei Antworten statt einer: Keine \u00e4ndert alle Merkmale, die eine fr\u00fchere \u00e4ndert: vielf\u00e4ltig.",
      D: "Alter und Zweck bleiben; Erspartes, Wohnen und Jahre im Beruf steigen nur, andere Kredite sinken nur: umsetzbar.",
      E: "Antworten liegen zwischen angenommenen Zeilen oder 10\u00a0% au\u00dferhalb: nah an echten Menschen. Daf\u00fcr muss sich mehr \u00e4ndern.",
      F: "Die Laufzeit folgt dem Betrag, wie eine Gerade durch die Zeilen es zeigt (5,5 Monate je 1.000 EUR): kausal.",
    },
    found: "Bis Teil C kann eine Antwort ein anderes Alter verlangen. Teil D h\u00e4lt fest, was niemand \u00e4ndern kann, und die sp\u00e4teren Teile behalten es bei.",
    changed: "das Beispiel hat sich ge\u00e4ndert",
    answers: "Antworten",
    now: "Jetzt",
    answer: (index) => `(${"abc"[index] ?? number(index + 1)})`,
    stays: "bleibt",
    follows: "folgt",
    measures: "Ma\u00dfe",
    head: { valid: "G\u00fcltig", kept: "Gleiche Merkmale", categories: "Gleiche Kategorien", steps: "Summe der Schritte", differ: "Merkmale verschieden", apart: "Schritte auseinander" },
  },

  text: {
    boxes: {
      name: "Ein Baum, lauter Boxen",
      title: "Ein Baum zerlegt die Ebene in Boxen",
      paragraphs: [
        "Jede Frage eines Baums lautet, ob ein Wert h\u00f6chstens so gro\u00df wie eine Schwelle ist. Auf der Karte ist das eine *gerade Linie quer hindurch*, senkrecht oder waagrecht, nie schr\u00e4g. Die Fragen auf dem Weg zu einem Blatt schlie\u00dfen eine *Box* ein, und alle in einer Box bekommen dieselbe Antwort.",
        "Ein Baum sieht also nicht, wie weit Sie von seiner Schwelle entfernt sind. Ein Euro kann die Entscheidung \u00e4ndern, und tausend weitere m\u00fcssen es nicht.",
      ],
      drag: "Ziehen Sie den Punkt",
      question: "Welche Schritte \u00e4ndern Ihre Box, aber nicht die Entscheidung?",
      found: "Solche Schritte.",
    },
    overlap: {
      name: "Zwei B\u00e4ume \u00fcberlappen",
      title: "Zwei B\u00e4ume \u00fcberlappen sich, und es werden mehr Felder",
      paragraphs: [
        "Ein Wald fragt mehrere B\u00e4ume und nimmt das Mittel der Scores ihrer Bl\u00e4tter. Die Boxen des einen Baums liegen \u00fcber den Boxen des anderen: Wo sie sich kreuzen, entstehen *mehr Felder als Bl\u00e4tter*, jedes mit eigenem Score.",
        "Darum erkl\u00e4rt kein einzelner Baum einen Wald: Dieselbe Person steht in einer Box jedes Baums, und entschieden wird, wo sie sich \u00fcberlappen.",
      ],
      drag: "Ziehen Sie den Punkt",
      question: "Wo widersprechen die beiden B\u00e4ume einander?",
      found: "Hier ist so eine Stelle.",
    },
    votes: {
      name: "Stimmen und Scores",
      title: "B\u00e4ume stimmen nicht ab, sie werden gewogen",
      paragraphs: [
        "Jeder Baum sagt mehr als Ja oder Nein: Er nennt den Anteil seines Blatts, etwa 55 % angenommen. Der Wald bildet *das Mittel aller Anteile* und entscheidet danach. Ein Baum, der sicher ist, z\u00e4hlt mehr als einer, der kaum zu einer Seite neigt.",
        "Die B\u00e4ume auf jeder Seite zu z\u00e4hlen kann daher t\u00e4uschen. Wenige sichere B\u00e4ume k\u00f6nnen gegen viele stehen, die zweifeln.",
      ],
      drag: "Ziehen Sie den Punkt",
      question: "Wo sagen die meisten B\u00e4ume das eine und der Wald das andere?",
      found: "Hier ist so eine Stelle.",
    },
    rulers: {
      name: "Der k\u00fcrzeste Weg",
      title: "Der k\u00fcrzeste Weg h\u00e4ngt vom Ma\u00dfstab ab",
      paragraphs: [
        "Jeder Umriss um den Punkt enth\u00e4lt alles bis zu einem Abstand. Er w\u00e4chst, bis er den angenommenen Bereich ber\u00fchrt, und h\u00e4lt dort an: *Innen ist nichts angenommen*, und die Ber\u00fchrungsstelle ist der k\u00fcrzeste Weg.",
        "Eine *Raute* z\u00e4hlt die Schritte zusammen; sie \u00e4ndert daher am liebsten nur eines. Ein *Kreis* ist die Luftlinie. Ein *Quadrat* z\u00e4hlt nur den l\u00e4ngsten Schritt; ein zweiter Schritt bis zu dieser L\u00e4nge ist umsonst.",
      ],
      drag: "Ziehen Sie den Punkt",
      question: "Wo geben die drei Ma\u00dfst\u00e4be drei verschiedene Antworten?",
      found: "Hier ist so eine Stelle.",
    },
    greedy: {
      name: "Warum Gier zu weit geht",
      title: "Der beste n\u00e4chste Schritt ist nicht der k\u00fcrzeste Weg",
      paragraphs: [
        "Eine naheliegende Suche \u00e4ndert eines nach dem anderen und nimmt immer den Schritt, der *den Score f\u00fcr seinen Aufwand am meisten hebt*. Sie h\u00e4lt an, wo die Entscheidung umschl\u00e4gt. Sie blickt nie zur\u00fcck; auch ein Schritt in die falsche Richtung z\u00e4hlt mit.",
        "Der Umriss ist bewiesen: Innen ist nichts angenommen. Wo der gierige Weg weit au\u00dferhalb endet, ist er *\u00fcber das Ziel hinausgeschossen*.",
      ],
      drag: "Ziehen Sie den Punkt",
      question: "Von wo aus ist der gierige Weg mindestens anderthalbmal so aufwendig wie n\u00f6tig?",
      found: "Von hier.",
    },
    limits: {
      name: "Ein fester Wert",
      title: "Ein Wert, den Sie nicht \u00e4ndern k\u00f6nnen, verschiebt den n\u00e4chsten Weg",
      paragraphs: [
        "Das Rechteck enth\u00e4lt die Werte, die Sie erlauben. Au\u00dferhalb z\u00e4hlt nichts, und sei es noch so nah; der *k\u00fcrzeste Weg innerhalb Ihrer Vorgaben* kann also l\u00e4nger sein als der Umriss, der sie nicht beachtet.",
        "Vorgaben k\u00f6nnen auch jeden Weg ausschlie\u00dfen. Das ist kein Versagen der Suche: Es ist *bewiesen*, und die wenigen Vorgaben, die sich gegenseitig ausschlie\u00dfen, lassen sich nennen.",
      ],
      drag: "Ziehen Sie die Kanten des Rechtecks",
      question: "Welche Vorgaben lassen gar keinen Weg \u00fcbrig?",
      found: "Diese hier.",
    },
    proof: {
      name: "Die Suche beweist es",
      title: "Die Suche darf aufh\u00f6ren, weil alles G\u00fcnstigere abgedeckt ist",
      paragraphs: [
        "Die Suche f\u00fchrt eine Box mit allem, was noch g\u00fcnstiger sein k\u00f6nnte als die bisher beste Antwort. Sie verkleinert die Box, zeigt, dass darin nichts angenommen ist, oder teilt sie. *Kein Punkt wird einzeln probiert.*",
        "Ist jede Box geschlossen, decken alle zusammen ab, was g\u00fcnstiger w\u00e4re. Das ist der Beweis, und ein zweites Programm rechnet ihn hier nach, bevor er gezeigt wird.",
      ],
      drag: "Ziehen Sie den Schritt bis ans Ende",
      question: "Wie viele Boxen braucht es, um sicher zu sein?",
      found: "So viele.",
    },
    slanted: {
      name: "Schr\u00e4ge Schnitte",
      title: "Ein schr\u00e4ger Schnitt wiegt einen Wert gegen den anderen auf",
      paragraphs: [
        "Eine schr\u00e4ge Frage lautet, ob eine *Summe von Werten* h\u00f6chstens so gro\u00df wie eine Schwelle ist, etwa der Betrag weniger 99 mal die Monate. Ihre Linie l\u00e4uft schr\u00e4g \u00fcber die Karte, und die Felder daneben sind keine Boxen mehr, sondern St\u00fccke mit schr\u00e4gen Seiten.",
        "Eine Grenze f\u00fcr einen Wert allein sagt also nicht, wo Sie stehen: Wie viel zu viel ist, h\u00e4ngt vom anderen ab. Die Suche muss Linien und Ecken folgen statt Stufen, und *zum n\u00e4chsten Punkt m\u00fcssen sich vielleicht beide Werte \u00e4ndern*.",
      ],
      drag: "Ziehen Sie den Punkt",
      question: "Von wo aus \u00e4ndert der gerade Weg beide Werte?",
      found: "Von hier.",
    },
    usual: {
      name: "Ist das plausibel?",
      title: "Der n\u00e4chste Weg f\u00fchrt vielleicht dorthin, wo niemand ist",
      paragraphs: [
        "Das Modell entscheidet auch \u00fcber Orte, an denen es nie jemanden gesehen hat. Hier leihen die Menschen wenig f\u00fcr kurze oder viel f\u00fcr lange Zeit; *dazwischen ist es leer*, und doch kann der n\u00e4chste angenommene Punkt dort liegen.",
        "Ein Isolation Forest schneidet zuf\u00e4llig, bis jede Person allein steht. Wer schon nach wenigen Schnitten allein ist, ist ungew\u00f6hnlich. Man kann verlangen, dass eine Antwort *so schwer zu isolieren ist wie sieben von zehn angenommenen Menschen*; dann ist der Weg l\u00e4nger, und wie zuvor bewiesen.",
      ],
      drag: "Ziehen Sie den Punkt",
      question: "Von wo aus braucht eine typische Antwort mindestens den zehnfachen Aufwand der n\u00e4chsten?",
      found: "Von hier.",
    },
    walk: {
      name: "Eine lebbare Antwort",
      title: "Die n\u00e4chste Antwort lie\u00dfe sich selten leben",
      paragraphs: [
        "Jemand von 32 Jahren bittet um 3.400 EUR \u00fcber 27 Monate und wird abgelehnt. Der n\u00e4chste angenommene Punkt \u00e4ndert vier Dinge, darunter das Alter. *Sechs Kriterien* einer brauchbaren Antwort kommen eines nach dem anderen hinzu, nach einem Rundgang durch deutsche Kreditdaten von Maragno und anderen (2022), hier mit den Krediten dieser Seite.",
        "Jeder Satz von Antworten ist unter allen bisherigen Kriterien als der beste bewiesen. Darunter stehen die Ma\u00dfe der Fachliteratur: Sie sagen, wie viel jedes Kriterium *kostet* und wie viel es bringt.",
      ],
      drag: "Gehen Sie von Schritt zu Schritt",
      question: "Ab welchem Schritt muss niemand \u00e4lter werden?",
      found: "Von hier an.",
    },
    grow: {
      name: "Ein eigener Wald",
      title: "Ein Wald w\u00e4chst aus Punkten, und er w\u00e4chst neu",
      paragraphs: [
        "Jeder Ring ist eine Person, die angenommen oder abgelehnt wurde. Daraus wachsen hier auf der Seite f\u00fcnfzehn B\u00e4ume: jeder aus *zuf\u00e4llig gezogenen Punkten*, mit Wiederholung, jeder Schnitt dort, wo er die beiden Arten am besten trennt, bis zu sechs Bl\u00e4tter.",
        "Setzen Sie einen eigenen Punkt an die Stelle des Punkts, und der Wald w\u00e4chst neu. B\u00e4ume, die ihn gezogen haben, schneiden vielleicht anders; die \u00fcbrigen bemerken ihn nicht. Darum *verschiebt sich die Grenze nur, wo jene B\u00e4ume jetzt etwas anderes sagen*: ein wenig, oder zu einer Insel um den Punkt.",
      ],
      drag: "Ziehen Sie den Punkt, dann f\u00fcgen Sie Punkte hinzu",
      question: "Wie viele Punkte kippen die Entscheidung dort, wo der Punkt steht?",
      found: "Gekippt.",
    },
  },

  growTree: {
    title: "Ein Baum mit schr\u00e4gen Schnitten wird Schnitt f\u00fcr Schnitt gelernt",
    paragraphs: [
      "Jeder Ring ist eine Person, die angenommen oder abgelehnt wurde. Daraus wird hier auf der Seite ein Baum gelernt. Ein Schnitt darf schr\u00e4g sein: Dann *wiegt er den Betrag gegen die Monate auf*. So leistet ein Baum mit wenigen Schnitten die Arbeit einer Treppe aus senkrechten und waagrechten.",
      "Das Lernen beginnt mit zwei einfachen B\u00e4umen, verbessert jeden von den Bl\u00e4ttern aufw\u00e4rts, Schnitt f\u00fcr Schnitt (Tree Alternating Optimization), und beh\u00e4lt den besseren. Ein neuer Schnitt muss *weniger Punkte auf der falschen Seite* lassen, oder ebenso viele mit weniger Werten. Ein einziger eigener Punkt kann eine ganze Grenze drehen, denn kein zweiter Baum \u00fcberstimmt diesen.",
    ],
  },
  grownKind: "Wachsen lassen",
  grownKinds: { forest: "Ein Wald", tree: "Ein Baum mit schr\u00e4gen Schnitten" },

  box: (box) => `Ihre Box: ${box}.`,
  boxesFound: (outcome, boxes) => `Sie waren in ${counted(boxes, "Box", "Boxen")} mit demselben Ergebnis, ${outcome}: Der Rand einer Box ist nur dort eine Grenze der Entscheidung, wo die Bl\u00e4tter auf beiden Seiten verschieden entscheiden.`,
  treeSays: (index, outcome, share) => ({ title: `Baum ${number(index)} sagt ${outcome}`, text: `Score ${share}` }),
  together: (outcome, share) => ({ title: `Zusammen: ${outcome}`, text: `Score ${share}` }),
  overlapFound: (one, other, outcome, cells) => `Ein Baum sagt ${one}, der andere ${other}; das Mittel beider ergibt ${outcome}. Die Bl\u00e4tter \u00fcberlappen sich in ${counted(cells, "Feld", "Feldern")}.`,
  ruler: { l1: "Raute, Summe der Schritte", l2: "Kreis, Luftlinie", linf: "Quadrat, l\u00e4ngster Schritt" },
  mark: { l1: "Raute", l2: "Kreis", linf: "Quadrat" },
  already: "Hier sind Sie schon angenommen",
  rulersFound: (from) => `Von ${from} aus ber\u00fchrt jeder Ma\u00dfstab den angenommenen Bereich an einer eigenen Stelle.`,
  free: (values, cost) => ({ title: "Ohne Vorgaben", text: `${values}, Aufwand ${cost}` }),
  within: (values, cost) => ({ title: "Innerhalb Ihrer Vorgaben", text: `${values}, Aufwand ${cost}` }),
  none: { title: "Innerhalb Ihrer Vorgaben", text: "kein Weg, bewiesen" },
  limitsFound: (limits) => `Kein angenommener Punkt bleibt \u00fcbrig, und das ist bewiesen. ${limits}`,
  alone: (one) => `Schon dies allein schlie\u00dft es aus: ${one}.`,
  together2: (all) => `Diese schlie\u00dfen es gemeinsam aus: ${all.join(" und ")}.`,
  votes: (count, all, outcome) => ({ title: `${number(count)} von ${counted(all, "Baum", "B\u00e4umen")} ${count === 1 ? "sagt" : "sagen"} ${outcome}`, text: `${number(all - count)} ${all - count === 1 ? "sagt" : "sagen"} das andere` }),
  mean: (outcome, share) => ({ title: `Der Wald sagt ${outcome}`, text: `mittlerer Score ${share}` }),
  votesFound: (count, all, most, outcome, share) => `${number(count)} von ${counted(all, "Baum", "B\u00e4umen")} ${count === 1 ? "sagt" : "sagen"} ${most}, aber das Mittel aller Scores ist ${share}: ${outcome}. Die Minderheit ist sicherer.`,
  nearestWay: (values, cost) => ({ title: "Am n\u00e4chsten, bewiesen", text: `${values}, Aufwand ${cost}` }),
  greedyWay: (steps, values, cost) => ({ title: `Gierig, ${counted(steps, "Schritt", "Schritte")}`, text: `${values}, Aufwand ${cost}` }),
  greedyStuck: { title: "Gierig", text: "steckt fest: Kein einzelner Schritt hebt den Score" },
  greedyMark: "Gierig",
  greedyFound: (ratio, away, steps) =>
    `Der gierige Weg braucht das ${ratio}-Fache des geringsten Aufwands. Sein ${steps === 1 ? "einziger" : "erster"} Schritt hob den Score f\u00fcr seinen Aufwand am meisten${away ? ", f\u00fchrte aber vom n\u00e4chsten Punkt weg" : steps === 1 ? ", lie\u00df aber einen g\u00fcnstigeren Weg liegen" : ""}.`,
  pieces: (count) => ({ title: counted(count, "St\u00fcck", "St\u00fccke"), text: "getrennt durch schr\u00e4ge Linien" }),
  slantedFound: (values) => `Beide Werte \u00e4ndern sich, zu ${values}: In Luftlinie ist das k\u00fcrzer als jeder Weg, der nur einen von ihnen \u00e4ndert.`,
  usualWay: (values, cost) => ({ title: "So typisch wie 7 von 10", text: `${values}, Aufwand ${cost}` }),
  usualNone: { title: "So typisch wie 7 von 10", text: "kein solcher Punkt, bewiesen" },
  usualMark: "Typisch",
  usualFound: (ratio, near, least) => `Eine typische Antwort braucht das ${ratio}-Fache des Aufwands der n\u00e4chsten. Wer an der n\u00e4chsten steht, ist im Mittel nach ${near} Schnitten allein; verlangt sind ${least}.`,
  grown: (rows, trees, cells) => ({ title: `${counted(rows, "Punkt", "Punkte")}, ${counted(trees, "Baum", "B\u00e4ume")}`, text: counted(cells, "Feld", "Felder") }),
  growFound: (points, outcome, now, before, all) => `${enough(points)}, damit hier ${outcome} herauskommt: Jetzt ${now === 1 ? "sagt" : "sagen"} es ${number(now)} von ${counted(all, "Baum", "B\u00e4umen")}, vorher ${number(before)}.`,
  trained: (rows, cuts) => ({ title: `${counted(rows, "Punkt", "Punkte")}, ein Baum`, text: counted(cuts, "Schnitt", "Schnitte") }),
  treeMean: (outcome, share) => ({ title: `Der Baum sagt ${outcome}`, text: `${share} der Punkte in diesem St\u00fcck sind angenommen` }),
  trainedFound: (points, outcome, now, before) => `${enough(points)}, damit hier ${outcome} herauskommt: Der Baum hat jetzt ${counted(now, "Schnitt", "Schnitte")}, ${now === before ? "so viele wie vorher" : `vorher ${number(before)}`}.`,
  addPoint: (outcome) => `Hier hinzuf\u00fcgen: ${outcome}`,
  takePoint: "Letzten zur\u00fccknehmen",
  points: "Eigene Punkte",
  proofFound: (boxes, bytes) => `${boxes === 1 ? "Eine Box gen\u00fcgt: Sie deckt" : `${number(boxes)} Boxen gen\u00fcgen: Zusammen decken sie`} alles ab, was g\u00fcnstiger w\u00e4re als die Antwort. Der Beweis braucht ${bytes}.`,
};

setWords({ lesson }, "de");
