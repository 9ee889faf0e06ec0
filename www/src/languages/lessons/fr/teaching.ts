/** The notes for teachers and the questions of the sheets in French. */
import type { LessonWords } from "../../../language.js";

export const teaching: LessonWords["teaching"] = {
  forest: {
    aim: "Une for\u00eat, ce sont de nombreux arbres issus de personnes diff\u00e9rentes\u00a0; elle d\u00e9cide par la moyenne de leurs feuilles.",
    hint: "Laissez d\u2019abord la classe deviner dans quelle direction glisser. Pointez une feuille\u00a0: les personnes qui s\u2019y trouvent sont venues par le m\u00eame chemin.",
    sheet: [
      { question: "Suivez votre chemin dans l\u2019arbre 1 et notez les questions qu\u2019il vous pose.", answer: "Les tests le long du trait \u00e9pais, de la racine \u00e0 la feuille." },
      { question: "Pourquoi une for\u00eat interroge-t-elle plus d\u2019un arbre\u00a0?", answer: "Chaque arbre a vu d\u2019autres personnes et se trompe ailleurs\u00a0; dans la moyenne, une erreur isol\u00e9e compte moins." },
      { question: "Tous les arbres doivent-ils changer d\u2019avis avant la for\u00eat\u00a0?", answer: "Non. Il suffit que la moyenne de leurs parts d\u00e9passe la moiti\u00e9." },
    ],
  },
  boxes: {
    aim: "Un arbre est un ensemble de bo\u00eetes avec une r\u00e9ponse chacune\u00a0; la distance dans une bo\u00eete ne compte pas.",
    hint: "Demandez deux endroits \u00e9loign\u00e9s qui ont la m\u00eame r\u00e9ponse, et deux voisins qui ne l\u2019ont pas.",
    sheet: [
      { question: "Combien de bo\u00eetes cet arbre a-t-il, et comment les compter dans l\u2019arbre\u00a0?", answer: "Autant que de feuilles\u00a0: sept." },
      { question: "Pourquoi toutes les fronti\u00e8res sont-elles verticales ou horizontales\u00a0?", answer: "Chaque test compare une seule valeur \u00e0 un seuil." },
      { question: "La d\u00e9cision reste la m\u00eame pour 1\u202f000 EUR de moins. Peut-elle basculer pour 1 EUR de plus\u00a0?", answer: "Oui, l\u00e0 o\u00f9 1 EUR franchit un seuil entre deux feuilles diff\u00e9rentes." },
    ],
  },
  overlap: {
    aim: "Les feuilles de plusieurs arbres se recouvrent en parcelles\u00a0; la d\u00e9cision se prend parcelle par parcelle.",
    hint: "Pointez une feuille de chaque arbre\u00a0: la parcelle est la partie o\u00f9 les deux bo\u00eetes se superposent.",
    sheet: [
      { question: "Chaque arbre a six feuilles. Pourquoi y a-t-il plus de douze parcelles\u00a0?", answer: "Chaque croisement d\u2019une feuille de l\u2019un avec une feuille de l\u2019autre est une parcelle." },
      { question: "Comment se calcule le score d\u2019une parcelle\u00a0?", answer: "C\u2019est la moyenne des scores de ses deux feuilles." },
      { question: "Pourquoi aucun arbre seul n\u2019explique-t-il la d\u00e9cision d\u2019une for\u00eat\u00a0?", answer: "Il ne conna\u00eet qu\u2019une des bo\u00eetes\u00a0; la d\u00e9cision d\u00e9pend de toutes celles o\u00f9 se trouve la personne." },
    ],
  },
  votes: {
    aim: "Les arbres sont pes\u00e9s selon leur assurance, non compt\u00e9s, comme dans les for\u00eats de scikit-learn.",
    hint: "Faites d\u2019abord compter les arbres de chaque c\u00f4t\u00e9, puis calculer la moyenne. La surprise\u00a0: les deux peuvent se contredire.",
    sheet: [
      { question: "Trois arbres disent 90 %, quatre disent 45 %. Que dit la majorit\u00e9, et que dit la moyenne\u00a0?", answer: "La majorit\u00e9 dit non, 4 contre 3. La moyenne est de 64 %\u00a0: la for\u00eat dit oui." },
      { question: "Quels arbres l\u2019emportent sur les autres\u00a0?", answer: "Ceux dont les parts sont plus proches de 0 ou de 100 %." },
      { question: "Trouvez un endroit o\u00f9 la plupart des arbres et la for\u00eat se contredisent, et notez toutes les parts.", answer: "Les parts de l\u2019endroit trouv\u00e9\u00a0; moyenne et majorit\u00e9 sont de c\u00f4t\u00e9s diff\u00e9rents." },
    ],
  },
  rulers: {
    aim: "Sans r\u00e8gle, \u00ab\u00a0le plus proche\u00a0\u00bb ne veut rien dire\u00a0; chaque r\u00e8gle a son propre point le plus proche.",
    hint: "Demandez \u00e0 la classe quelle r\u00e8gle choisirait une cliente de la banque, et pourquoi.",
    sheet: [
      { question: "Quelle forme va avec la somme des pas, laquelle avec la ligne droite, laquelle avec le plus grand pas\u00a0?", answer: "Losange, cercle, carr\u00e9." },
      { question: "Pourquoi la somme des pas pr\u00e9f\u00e8re-t-elle changer une seule chose\u00a0?", answer: "Son contour a des sommets sur les axes, qui touchent souvent les premiers." },
      { question: "\u00c0 quoi voit-on sur la carte qu\u2019une r\u00e9ponse est prouv\u00e9e la plus proche\u00a0?", answer: "Son contour touche la r\u00e9gion accept\u00e9e, et rien n\u2019est accept\u00e9 \u00e0 l\u2019int\u00e9rieur." },
    ],
  },
  greedy: {
    aim: "Le meilleur pas suivant n\u2019est pas forc\u00e9ment sur le chemin le plus court.",
    hint: "Faites jouer la recherche gloutonne \u00e0 voix haute, pas \u00e0 pas, avant de faire glisser le point.",
    sheet: [
      { question: "Selon quelle r\u00e8gle la recherche gloutonne choisit-elle son pas suivant\u00a0?", answer: "Le changement qui augmente le plus le score pour son co\u00fbt." },
      { question: "Pourquoi paie-t-elle un pas dans la mauvaise direction\u00a0?", answer: "Elle ne revient jamais en arri\u00e8re\u00a0; chaque pas compte." },
      { question: "Trouvez un endroit o\u00f9 son chemin co\u00fbte au moins 1,5 fois le minimum, et dessinez les deux chemins.", answer: "Un endroit trouv\u00e9 par la classe, comme le dit la raison de la le\u00e7on." },
    ],
  },
  proof: {
    aim: "Une recherche est finie quand tout ce qui co\u00fbterait moins est exclu\u00a0; c\u2019est une preuve.",
    hint: "Arr\u00eatez-vous avant la derni\u00e8re \u00e9tape et demandez quelle partie de la carte est encore ouverte.",
    sheet: [
      { question: "Quelles sont les trois choses que la recherche fait d\u2019une bo\u00eete\u00a0?", answer: "Elle la r\u00e9tr\u00e9cit, montre que rien n\u2019y est accept\u00e9, ou la coupe en deux." },
      { question: "Pourquoi n\u2019a-t-elle pas besoin d\u2019essayer chaque point\u00a0?", answer: "Une borne du score exclut d\u2019un coup tous les points d\u2019une bo\u00eete." },
      { question: "Qui s\u2019assure que la preuve est juste\u00a0?", answer: "Un second programme, qui ne partage rien avec la recherche, la refait." },
    ],
  },
  limits: {
    aim: "Des limites d\u00e9placent le chemin le plus court, et peuvent n\u2019en laisser aucun\u00a0; cela aussi se prouve.",
    hint: "Commencez par un bord. Demandez si une limite peut raccourcir le chemin\u00a0: jamais.",
    sheet: [
      { question: "Une limite peut-elle raccourcir le chemin le plus court\u00a0?", answer: "Non. Une limite ne fait qu\u2019\u00f4ter des points." },
      { question: "Quelles limites, ensemble, n\u2019ont laiss\u00e9 aucun chemin, et une seule suffit-elle\u00a0?", answer: "Celles que nomme la raison de la le\u00e7on." },
      { question: "Nommez une valeur d\u2019une personne r\u00e9elle qu\u2019il faudrait fixer, et dites pourquoi.", answer: "Par exemple l\u2019\u00e2ge\u00a0: personne ne peut le changer." },
    ],
  },
  slanted: {
    aim: "Une coupe oblique p\u00e8se une valeur contre une autre, de sorte que l\u2019une peut compenser l\u2019autre.",
    hint: "Comparez les trois chemins sous la carte\u00a0: les deux valeurs, le montant seul, les mois seuls.",
    sheet: [
      { question: "Le test demande si le montant \u2212 99 \u00d7 mois est au plus un seuil. De combien le montant peut-il grandir pour un mois de plus\u00a0?", answer: "De 99 EUR." },
      { question: "Pourquoi le point le plus proche peut-il demander les deux valeurs\u00a0?", answer: "Le chemin le plus court vers une ligne oblique la rencontre \u00e0 angle droit." },
      { question: "D\u2019o\u00f9 les mois seuls suffisent-ils, et d\u2019o\u00f9 ne suffisent-ils pas\u00a0?", answer: "L\u00e0 o\u00f9 la ligne est atteinte avant la plus longue dur\u00e9e, 60 mois." },
    ],
  },
  program: {
    aim: "La question est un programme en nombres mixtes\u00a0; sa relaxation est une borne, et les branches comblent l\u2019\u00e9cart.",
    hint: "\u00c0 l\u2019\u00e9tape 1, cherchez les feuilles entre lesquelles un arbre partage son flot\u00a0: personne n\u2019est dans deux feuilles.",
    sheet: [
      { question: "Pourquoi la relaxation ne co\u00fbte-t-elle jamais plus que la vraie r\u00e9ponse\u00a0?", answer: "Tout point r\u00e9el y est permis, avec des interrupteurs entiers\u00a0; elle en permet davantage." },
      { question: "Pour quelles trois raisons une branche se termine-t-elle\u00a0?", answer: "Elle est enti\u00e8re, impossible, ou pas moins ch\u00e8re que la meilleure." },
      { question: "Les deux moteurs prouvent le m\u00eame co\u00fbt. Lequel a \u00e9t\u00e9 le plus rapide sur votre ordinateur, et de combien\u00a0?", answer: "Comme la le\u00e7on l\u2019a mesur\u00e9 sur cet ordinateur." },
    ],
  },
  usual: {
    aim: "La r\u00e9ponse la plus proche est parfois l\u00e0 o\u00f9 il n\u2019y a personne\u00a0; on peut en demander une typique.",
    hint: "Faites chercher des personnes pr\u00e8s de la r\u00e9ponse la plus proche avant de parler de la typique.",
    sheet: [
      { question: "Combien de personnes se trouvent pr\u00e8s de la r\u00e9ponse la plus proche, et pr\u00e8s de la typique\u00a0?", answer: "Peu ou aucune pr\u00e8s de la premi\u00e8re\u00a0; la seconde est parmi les personnes." },
      { question: "Comment une for\u00eat d\u2019isolement remarque-t-elle que quelqu\u2019un est inhabituel\u00a0?", answer: "Quelques coupes au hasard suffisent pour laisser cette personne seule." },
      { question: "Une r\u00e9ponse typique co\u00fbte-t-elle parfois moins que la plus proche\u00a0?", answer: "Non. Elle respecte une exigence de plus." },
    ],
  },
  grow: {
    aim: "Une for\u00eat suit ses donn\u00e9es\u00a0; des points d\u00e9placent la fronti\u00e8re l\u00e0 o\u00f9 des arbres les ont tir\u00e9s.",
    hint: "Que chaque groupe fasse basculer la d\u00e9cision avec le moins de points possible, puis comparez.",
    sheet: [
      { question: "Combien de vos points ont fait basculer la d\u00e9cision, et o\u00f9\u00a0?", answer: "Comme le dit la raison de la le\u00e7on." },
      { question: "Pourquoi un point ne change-t-il pas tous les arbres\u00a0?", answer: "Chaque arbre tire ses propres points\u00a0; certains ne le tirent pas." },
      { question: "Quel est l\u2019effet du m\u00eame point sur un seul arbre \u00e0 coupes obliques\u00a0?", answer: "Aucun autre arbre ne le contredit\u00a0: une fronti\u00e8re enti\u00e8re peut tourner." },
    ],
  },
  walk: {
    aim: "La r\u00e9ponse la plus proche est rarement applicable\u00a0; chaque crit\u00e8re a son co\u00fbt.",
    hint: "Faites rayer les changements impossibles de la partie A avant que la partie D ne le fasse.",
    sheet: [
      { question: "Quels changements de la partie A personne ne peut-il faire\u00a0?", answer: "L\u2019\u00e2ge." },
      { question: "Entre quelles parties la somme des pas augmente-t-elle le plus\u00a0?", answer: "Comme le montre la colonne \u00ab\u00a0Somme des pas\u00a0\u00bb." },
      { question: "Laquelle des trois r\u00e9ponses de la partie F choisiriez-vous, et pourquoi\u00a0?", answer: "Un choix personnel\u00a0; chacune est possible et prouv\u00e9e." },
    ],
  },
};
