/** For those who teach with the lessons: the aim of each, a hint, and the three questions of its printed sheet with their answers. */

/** The notes of one lesson. Questions can be answered from the lesson alone. */
export interface Teaching {
  aim: string;
  hint: string;
  sheet: readonly { question: string; answer: string }[];
}

export const teaching = {
  forest: {
    aim: "A forest is many trees from different people; it decides by the mean of their leaves.",
    hint: "Let the class guess first which way to drag. Point at a leaf: the people in it are those who came the same way.",
    sheet: [
      { question: "Follow your way through Tree 1 and write down the questions that it asks you.", answer: "The tests along the thick line, from the root to the leaf." },
      { question: "Why does a forest ask more than one tree?", answer: "Each tree saw other people and errs elsewhere; in the mean single errors count less." },
      { question: "Do all trees have to change their minds before the forest does?", answer: "No. It is enough that the mean of their shares goes over one half." },
    ],
  },
  boxes: {
    aim: "A tree is a set of boxes with one answer each; distance within a box does not matter.",
    hint: "Ask for two places that look far apart and get the same answer, and for two neighbours that do not.",
    sheet: [
      { question: "How many boxes does this tree have, and how do you count them in the tree?", answer: "As many as it has leaves: seven." },
      { question: "Why are all borders vertical or horizontal?", answer: "Each test compares one value alone with a threshold." },
      { question: "Your decision stays the same for 1,000 EUR less. May it flip for 1 EUR more?", answer: "Yes, where 1 EUR crosses a threshold between two leaves that differ." },
    ],
  },
  overlap: {
    aim: "The leaves of several trees overlap in patches; the decision is made patch by patch.",
    hint: "Point at a leaf of each tree: the patch is the part where both boxes lie over each other.",
    sheet: [
      { question: "Each tree has six leaves. Why are there more patches than twelve?", answer: "Every crossing of a leaf of one tree with a leaf of the other is a patch of its own." },
      { question: "How is the score of a patch computed?", answer: "It is the mean of the scores of its two leaves." },
      { question: "Why can no single tree explain the decision of a forest?", answer: "It knows one of the boxes alone; the decision depends on all boxes in which the person stands." },
    ],
  },
  votes: {
    aim: "Trees are weighed by their confidence, not counted, as in scikit-learn's forests.",
    hint: "Ask for the count of trees on each side first, then for the mean. The surprise is that they can differ.",
    sheet: [
      { question: "Three trees say 90 %, four say 45 %. What does the majority say, and what does the mean?", answer: "The majority says no, 4 to 3. The mean is 64 %, so the forest says yes." },
      { question: "Which trees outweigh the others?", answer: "Those whose shares are nearer to 0 or to 100 %." },
      { question: "Find a place where most trees and the forest disagree, and write down all shares.", answer: "Shares of the class's own place; their mean and their count are on different sides." },
    ],
  },
  rulers: {
    aim: "Nearest has no meaning without a ruler; each ruler has its own nearest point.",
    hint: "Let the class say which ruler a bank's customer would choose, and why.",
    sheet: [
      { question: "Which shape belongs to the sum of steps, which to the straight line, which to the longest step?", answer: "Diamond, circle, square." },
      { question: "Why does the sum of steps like to change one thing alone?", answer: "Its outline has corners on the axes, which often touch first." },
      { question: "How do you see on the map that an answer is proved nearest?", answer: "Its outline touches the accepted region, and nothing inside is accepted." },
    ],
  },
  greedy: {
    aim: "The best next step need not be on the shortest way.",
    hint: "Let somebody play the greedy search aloud, step by step, before the figure is dragged.",
    sheet: [
      { question: "By which rule does the greedy search choose its next step?", answer: "The one change that raises the score most for its cost." },
      { question: "Why does it pay for a step in the wrong direction?", answer: "It never takes a step back; every step counts." },
      { question: "Find a place where its way costs at least 1.5 times the minimum, and draw both ways.", answer: "A place of the class's own, as the lesson's reason tells it." },
    ],
  },
  proof: {
    aim: "A search is finished when everything cheaper is ruled out; that is a proof.",
    hint: "Stop before the last step and ask for the part of the map that is still open.",
    sheet: [
      { question: "What are the three things that the search does with a box?", answer: "It shrinks it, shows that nothing in it is accepted, or cuts it in two." },
      { question: "Why need it not try every point?", answer: "All points of a box are ruled out at once by a bound on their score." },
      { question: "Who makes sure that the proof is right?", answer: "A second program that shares nothing with the search repeats it." },
    ],
  },
  limits: {
    aim: "Limits move the nearest way, and may leave none; that too can be proved.",
    hint: "Begin with one edge. Ask whether the way may become shorter by a limit: it never does.",
    sheet: [
      { question: "Can a limit make the nearest way shorter?", answer: "No. Limits only take points away." },
      { question: "Which limits together left no way, and is one of them enough alone?", answer: "Those that the lesson's reason names." },
      { question: "Name a value of a real applicant that should be held, and say why.", answer: "For instance the age: nobody can change it." },
    ],
  },
  slanted: {
    aim: "A slanted cut weighs one value against another, so that one can make up for the other.",
    hint: "Compare the three ways under the map: both values, the amount alone, the months alone.",
    sheet: [
      { question: "The test is amount \u2212 99 \u00d7 months at most some threshold. By how much may the amount grow for one month more?", answer: "By 99 EUR." },
      { question: "Why can the nearest point need both values?", answer: "The shortest way to a slanted line meets it at a right angle." },
      { question: "From where are more months alone enough, and from where not?", answer: "Where the line is reached before the longest duration of 60 months." },
    ],
  },
  program: {
    aim: "The question is a mixed-integer program; its relaxation is a bound, and branching closes the gap.",
    hint: "At step 1 look for the leaves between which a tree splits its flow: no real person is in two leaves.",
    sheet: [
      { question: "Why does the relaxation never cost more than the true answer?", answer: "Every real point is allowed in it, with whole switches; it allows more besides." },
      { question: "For which three reasons does a branch end?", answer: "It is whole, impossible, or no cheaper than the best." },
      { question: "Both engines prove the same cost. Which one was faster on your computer, and by how much?", answer: "As the lesson measured it on that computer." },
    ],
  },
  usual: {
    aim: "The nearest answer may lie where nobody is; one can demand a typical one.",
    hint: "Let the class look for people near the nearest answer before the typical one is discussed.",
    sheet: [
      { question: "How many people stand near the nearest answer, and near the typical one?", answer: "Few or none near the first; the second lies among people." },
      { question: "How does an isolation forest notice that somebody is unusual?", answer: "A few random cuts are enough to leave that person alone." },
      { question: "Is a typical answer ever cheaper than the nearest?", answer: "No. It keeps one demand more." },
    ],
  },
  grow: {
    aim: "A forest follows its data; points move the border where trees drew them.",
    hint: "Let each group flip the decision with as few points as it can, and compare.",
    sheet: [
      { question: "How many points of your own flipped the decision, and where?", answer: "As the lesson's reason tells it." },
      { question: "Why does one point not change every tree?", answer: "Each tree draws its own points; some do not draw it." },
      { question: "What happens with the same point and one tree with slanted cuts?", answer: "No other tree outvotes it, so a whole border may turn." },
    ],
  },
  walk: {
    aim: "The nearest answer is seldom one to act on; each criterion has its cost.",
    hint: "Let the class strike out impossible changes in Part A before Part D does.",
    sheet: [
      { question: "Which changes of Part A can nobody make?", answer: "The age." },
      { question: "Between which two parts does the sum of steps grow most?", answer: "As the column \u201cSum of steps\u201d shows it." },
      { question: "Which of the three answers of Part F would you choose, and why?", answer: "An own choice; each of them is possible and proved." },
    ],
  },
} satisfies Record<string, Teaching>;
