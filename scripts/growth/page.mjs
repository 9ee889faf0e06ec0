// The growth bench's figures as a page of the documentation.

const WHAT = { trees: "Trees", depth: "Depth", features: "Features", both: "Trees and depth together", distance: "Probability of the target" };
const time = (ms) => (ms < 1000 ? `${ms < 10 ? ms.toPrecision(2) : Math.round(ms)} ms` : `${(ms / 1000).toPrecision(2)} s`);
const share = (gap) => (gap === 0 ? "0" : `${gap < 0.01 ? "<1" : Math.round(100 * gap)} %`);

/** The page as Markdown. */
export function page({ processor, node, base, rows, seconds, curves }) {
  const table = ({ name, points }) => [
    `| ${WHAT[name]} | Proved | Median | 95 % | Largest | Cost | Boxes | Gap after 0.1 s | 1 s | 10 s |`,
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...points.map(({ value, queries, proved, milliseconds: { median, most95, most }, cost, nodes, gaps }) =>
      `| ${value} | ${proved} of ${queries} | ${time(median)} | ${time(most95)} | ${time(most)} | ${cost.toPrecision(2)} | ${nodes} | ${gaps.map(({ median: mid, most: far }) => `${share(mid)}, ${share(far)}`).join(" | ")} |`),
  ].join("\n");
  return `# How the cost of a proof grows

Made by \`npm run bench:growth -- --write\`; do not edit. WebAssembly in Node ${node}, one thread, ${processor}.

Random forests are grown on ${rows} rows of synthetic data (two classes, half the columns real, a quarter whole numbers from 0 to
20, a quarter binary; scripts/growth/forest.mjs), and asked for the cheapest change in \`l1\` for rows that they refuse. One thing
grows at a time; the others stay at ${base.trees} trees, depth ${base.depth}, ${base.features} features. A query has ${seconds} seconds. "Boxes" and "Cost" are medians. A gap is
(best answer less proved bound) over best answer, the median and the largest over the queries, 100 % where there was no answer yet.

![Time by trees, depth, features and probability of the target](growth.svg)

${curves.map((curve) => `## ${WHAT[curve.name]}\n\n${table(curve)}`).join("\n\n")}
`;
}
