/** The notes for teachers and the questions of the sheets in German. */
import type { LessonWords } from "../../../language.js";

export const teaching: LessonWords["teaching"] = {
  forest: {
    aim: "Ein Wald besteht aus vielen B\u00e4umen von verschiedenen Menschen; er entscheidet nach dem Mittel ihrer Bl\u00e4tter.",
    hint: "Lassen Sie die Klasse zuerst raten, wohin zu ziehen ist. Zeigen Sie auf ein Blatt: Die Menschen darin sind auf demselben Weg gekommen.",
    sheet: [
      { question: "Folgen Sie Ihrem Weg durch Baum 1 und schreiben Sie die Fragen auf, die er Ihnen stellt.", answer: "Die Fragen entlang der dicken Linie, von der Wurzel bis zum Blatt." },
      { question: "Warum fragt ein Wald mehr als einen Baum?", answer: "Jeder Baum hat andere Menschen gesehen und irrt an anderer Stelle; im Mittel z\u00e4hlen einzelne Fehler weniger." },
      { question: "M\u00fcssen alle B\u00e4ume ihre Meinung \u00e4ndern, bevor der Wald es tut?", answer: "Nein. Es gen\u00fcgt, dass das Mittel ihrer Anteile die H\u00e4lfte \u00fcbersteigt." },
    ],
  },
  boxes: {
    aim: "Ein Baum ist eine Menge von Boxen mit je einer Antwort; der Abstand innerhalb einer Box z\u00e4hlt nicht.",
    hint: "Fragen Sie nach zwei weit entfernten Stellen mit gleicher Antwort und nach zwei benachbarten mit verschiedener.",
    sheet: [
      { question: "Wie viele Boxen hat dieser Baum, und wie z\u00e4hlt man sie im Baum?", answer: "So viele, wie er Bl\u00e4tter hat: sieben." },
      { question: "Warum sind alle Grenzen senkrecht oder waagrecht?", answer: "Jede Frage vergleicht einen einzigen Wert mit einer Schwelle." },
      { question: "Die Entscheidung bleibt bei 1.000 EUR weniger gleich. Kann sie bei 1 EUR mehr kippen?", answer: "Ja, wo 1 EUR eine Schwelle zwischen zwei verschiedenen Bl\u00e4ttern \u00fcberschreitet." },
    ],
  },
  overlap: {
    aim: "Die Bl\u00e4tter mehrerer B\u00e4ume \u00fcberlappen sich in Feldern; entschieden wird Feld f\u00fcr Feld.",
    hint: "Zeigen Sie auf je ein Blatt beider B\u00e4ume: Das Feld ist der Teil, in dem beide Boxen \u00fcbereinanderliegen.",
    sheet: [
      { question: "Jeder Baum hat sechs Bl\u00e4tter. Warum gibt es mehr als zw\u00f6lf Felder?", answer: "Jede Kreuzung eines Blatts des einen mit einem Blatt des anderen Baums ist ein eigenes Feld." },
      { question: "Wie errechnet sich der Score eines Felds?", answer: "Er ist das Mittel der Scores seiner beiden Bl\u00e4tter." },
      { question: "Warum kann kein einzelner Baum die Entscheidung eines Waldes erkl\u00e4ren?", answer: "Er kennt nur eine der Boxen; die Entscheidung h\u00e4ngt von allen Boxen ab, in denen die Person steht." },
    ],
  },
  votes: {
    aim: "B\u00e4ume werden nach ihrer Sicherheit gewogen und nicht gez\u00e4hlt, wie in den W\u00e4ldern von scikit-learn.",
    hint: "Lassen Sie zuerst die B\u00e4ume jeder Seite z\u00e4hlen, dann das Mittel bilden. Die \u00dcberraschung: Beides kann sich widersprechen.",
    sheet: [
      { question: "Drei B\u00e4ume sagen 90 %, vier sagen 45 %. Wie urteilt die Mehrheit, wie das Mittel?", answer: "Die Mehrheit sagt Nein, 4 zu 3. Das Mittel ist 64 %, also sagt der Wald Ja." },
      { question: "Welche B\u00e4ume wiegen die anderen auf?", answer: "Jene, deren Anteile n\u00e4her bei 0 oder 100 % liegen." },
      { question: "Finden Sie eine Stelle, an der die meisten B\u00e4ume und der Wald sich widersprechen, und schreiben Sie alle Anteile auf.", answer: "Anteile der selbst gefundenen Stelle; Mittel und Mehrheit liegen auf verschiedenen Seiten." },
    ],
  },
  rulers: {
    aim: "\u201eAm n\u00e4chsten\u201c bedeutet ohne Ma\u00dfstab nichts; jeder Ma\u00dfstab hat seinen eigenen n\u00e4chsten Punkt.",
    hint: "Lassen Sie die Klasse sagen, welchen Ma\u00dfstab eine Kundin der Bank w\u00e4hlen w\u00fcrde, und warum.",
    sheet: [
      { question: "Welche Form geh\u00f6rt zur Summe der Schritte, welche zur Luftlinie, welche zum l\u00e4ngsten Schritt?", answer: "Raute, Kreis, Quadrat." },
      { question: "Warum \u00e4ndert die Summe der Schritte gern nur eines?", answer: "Ihr Umriss hat Ecken auf den Achsen, die oft zuerst ber\u00fchren." },
      { question: "Woran sieht man auf der Karte, dass eine Antwort als n\u00e4chste bewiesen ist?", answer: "Ihr Umriss ber\u00fchrt den angenommenen Bereich, und innen ist nichts angenommen." },
    ],
  },
  greedy: {
    aim: "Der beste n\u00e4chste Schritt muss nicht auf dem k\u00fcrzesten Weg liegen.",
    hint: "Lassen Sie jemanden die gierige Suche laut spielen, Schritt f\u00fcr Schritt, bevor gezogen wird.",
    sheet: [
      { question: "Nach welcher Regel w\u00e4hlt die gierige Suche ihren n\u00e4chsten Schritt?", answer: "Die eine \u00c4nderung, die den Score f\u00fcr ihren Aufwand am meisten hebt." },
      { question: "Warum zahlt sie f\u00fcr einen Schritt in die falsche Richtung?", answer: "Sie nimmt nie einen Schritt zur\u00fcck; jeder z\u00e4hlt." },
      { question: "Finden Sie eine Stelle, von der ihr Weg mindestens anderthalbmal so aufwendig ist wie n\u00f6tig, und zeichnen Sie beide Wege.", answer: "Eine selbst gefundene Stelle, wie der Grund der Lektion sie nennt." },
    ],
  },
  proof: {
    aim: "Eine Suche ist fertig, wenn alles G\u00fcnstigere ausgeschlossen ist; das ist ein Beweis.",
    hint: "Halten Sie vor dem letzten Schritt an und fragen Sie, welcher Teil der Karte noch offen ist.",
    sheet: [
      { question: "Welche drei Dinge tut die Suche mit einer Box?", answer: "Sie verkleinert sie, zeigt, dass darin nichts angenommen ist, oder teilt sie." },
      { question: "Warum muss sie nicht jeden Punkt probieren?", answer: "Eine Schranke des Scores schlie\u00dft alle Punkte einer Box zugleich aus." },
      { question: "Wer stellt sicher, dass der Beweis stimmt?", answer: "Ein zweites Programm, das nichts mit der Suche teilt, rechnet ihn nach." },
    ],
  },
  limits: {
    aim: "Vorgaben verschieben den n\u00e4chsten Weg und k\u00f6nnen jeden ausschlie\u00dfen; auch das l\u00e4sst sich beweisen.",
    hint: "Beginnen Sie mit einer Kante. Fragen Sie, ob der Weg durch eine Vorgabe k\u00fcrzer werden kann: nie.",
    sheet: [
      { question: "Kann eine Vorgabe den n\u00e4chsten Weg k\u00fcrzer machen?", answer: "Nein. Vorgaben nehmen nur Punkte weg." },
      { question: "Welche Vorgaben lie\u00dfen zusammen keinen Weg, und gen\u00fcgt eine davon allein?", answer: "Jene, die der Grund der Lektion nennt." },
      { question: "Nennen Sie einen Wert eines wirklichen Menschen, der fest bleiben sollte, und warum.", answer: "Zum Beispiel das Alter: Niemand kann es \u00e4ndern." },
    ],
  },
  slanted: {
    aim: "Ein schr\u00e4ger Schnitt wiegt einen Wert gegen einen anderen auf; der eine kann den anderen ausgleichen.",
    hint: "Vergleichen Sie die drei Wege unter der Karte: beide Werte, nur der Betrag, nur die Monate.",
    sheet: [
      { question: "Die Frage lautet: Betrag \u2212 99 \u00d7 Monate h\u00f6chstens eine Schwelle. Um wie viel darf der Betrag f\u00fcr einen Monat mehr wachsen?", answer: "Um 99 EUR." },
      { question: "Warum kann der n\u00e4chste Punkt beide Werte brauchen?", answer: "Der k\u00fcrzeste Weg zu einer schr\u00e4gen Linie trifft sie im rechten Winkel." },
      { question: "Von wo aus gen\u00fcgen mehr Monate allein, von wo aus nicht?", answer: "Wo die Linie vor der l\u00e4ngsten Laufzeit von 60 Monaten erreicht wird." },
    ],
  },
  program: {
    aim: "Die Frage ist ein gemischt-ganzzahliges Programm; seine Relaxation ist eine Schranke, und Verzweigen schlie\u00dft die L\u00fccke.",
    hint: "Suchen Sie bei Schritt 1 die Bl\u00e4tter, zwischen denen ein Baum seinen Fluss teilt: Kein Mensch steht in zwei Bl\u00e4ttern.",
    sheet: [
      { question: "Warum kostet die Relaxation nie mehr als die wahre Antwort?", answer: "Jeder wirkliche Punkt ist in ihr erlaubt, mit ganzen Schaltern; sie erlaubt noch mehr." },
      { question: "Aus welchen drei Gr\u00fcnden endet ein Zweig?", answer: "Er ist ganz, unm\u00f6glich oder nicht g\u00fcnstiger als das Beste." },
      { question: "Beide Verfahren beweisen denselben Aufwand. Welches war auf Ihrem Computer schneller, und um wie viel?", answer: "Wie die Lektion es auf jenem Computer gemessen hat." },
    ],
  },
  usual: {
    aim: "Die n\u00e4chste Antwort liegt vielleicht, wo niemand ist; man kann eine typische verlangen.",
    hint: "Lassen Sie die Klasse nach Menschen nahe der n\u00e4chsten Antwort suchen, bevor \u00fcber die typische gesprochen wird.",
    sheet: [
      { question: "Wie viele Menschen stehen nahe der n\u00e4chsten Antwort, wie viele nahe der typischen?", answer: "Wenige oder keine bei der ersten; die zweite liegt unter Menschen." },
      { question: "Woran merkt ein Isolation Forest, dass jemand ungew\u00f6hnlich ist?", answer: "Wenige zuf\u00e4llige Schnitte gen\u00fcgen, bis diese Person allein ist." },
      { question: "Ist eine typische Antwort je g\u00fcnstiger als die n\u00e4chste?", answer: "Nein. Sie h\u00e4lt eine Forderung mehr ein." },
    ],
  },
  grow: {
    aim: "Ein Wald folgt seinen Daten; Punkte verschieben die Grenze, wo B\u00e4ume sie gezogen haben.",
    hint: "Lassen Sie jede Gruppe die Entscheidung mit m\u00f6glichst wenigen Punkten kippen und vergleichen.",
    sheet: [
      { question: "Wie viele eigene Punkte kippten die Entscheidung, und wo?", answer: "Wie der Grund der Lektion es sagt." },
      { question: "Warum \u00e4ndert ein Punkt nicht jeden Baum?", answer: "Jeder Baum zieht seine eigenen Punkte; manche ziehen ihn nicht." },
      { question: "Wie wirkt derselbe Punkt bei einem Baum mit schr\u00e4gen Schnitten?", answer: "Kein anderer Baum \u00fcberstimmt ihn; eine ganze Grenze kann sich drehen." },
    ],
  },
  walk: {
    aim: "Nach der n\u00e4chsten Antwort l\u00e4sst sich selten handeln; jedes Kriterium hat seinen Preis.",
    hint: "Lassen Sie die Klasse in Teil A unm\u00f6gliche \u00c4nderungen streichen, bevor Teil D es tut.",
    sheet: [
      { question: "Welche \u00c4nderungen aus Teil A kann niemand vornehmen?", answer: "Das Alter." },
      { question: "Zwischen welchen beiden Teilen w\u00e4chst die Summe der Schritte am meisten?", answer: "Wie die Spalte \u201eSumme der Schritte\u201c es zeigt." },
      { question: "Welche der drei Antworten aus Teil F w\u00fcrden Sie w\u00e4hlen, und warum?", answer: "Eine eigene Wahl; jede von ihnen ist m\u00f6glich und bewiesen." },
    ],
  },
};
