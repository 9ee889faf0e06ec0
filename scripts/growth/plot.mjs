// The growth bench's figures as one drawing: a panel a thing that grows, milliseconds upwards by powers of ten.

const [WIDTH, HEIGHT, LEFT, TOP] = [232, 176, 52, 40];
const TITLES = { trees: "Trees", depth: "Depth", features: "Features", both: "Trees × depth", distance: "Probability of the target" };
const LINES = [["most", "largest"], ["most95", "95 %"], ["median", "median"]];

/** The drawing as SVG text; light and dark follow the reader's own. */
export function draw({ curves, seconds }) {
  const all = curves.flatMap(({ points }) => points.flatMap(({ milliseconds }) => Object.values(milliseconds)));
  const [low, high] = [Math.floor(Math.log10(Math.min(...all))), Math.ceil(Math.log10(Math.max(...all, 1000 * seconds)))];
  const y = (ms) => TOP + HEIGHT - 24 - ((Math.log10(ms) - low) / (high - low)) * (HEIGHT - 40);
  const total = [LEFT + curves.length * (WIDTH + 24), TOP + HEIGHT + 56];
  const ticks = Array.from({ length: high - low + 1 }, (_, k) => 10 ** (low + k));
  const panel = ({ name, points }, index) => {
    const left = LEFT + index * (WIDTH + 24);
    const x = (k) => left + 16 + (k / Math.max(1, points.length - 1)) * (WIDTH - 32);
    const grid = ticks.map((ms) => `<line class="grid" x1="${left}" x2="${left + WIDTH}" y1="${y(ms)}" y2="${y(ms)}"/>`);
    const names = points.map(({ value }, k) => `<text class="tick" text-anchor="middle" x="${x(k)}" y="${TOP + HEIGHT - 4}">${name === "distance" ? String(value).replace(" to ", "–") : value}</text>`);
    const lines = LINES.map(([key]) => `<polyline class="${key}" points="${points.map((p, k) => `${x(k)},${y(p.milliseconds[key])}`).join(" ")}"/>`);
    const dots = LINES.flatMap(([key]) => points.map((p, k) => `<circle class="${key}" cx="${x(k)}" cy="${y(p.milliseconds[key])}" r="2.5"/>`));
    const open = points.flatMap((p, k) => (p.proved < p.queries ? [`<text class="open" text-anchor="middle" x="${x(k)}" y="${y(p.milliseconds.most) - 8}">${p.proved}/${p.queries}</text>`] : []));
    return [`<text class="title" x="${left}" y="${TOP - 16}">${TITLES[name]}</text>`, ...grid, ...lines, ...dots, ...names, ...open].join("");
  };
  const scale = ticks.map((ms) => `<text class="tick" text-anchor="end" x="${LEFT - 8}" y="${y(ms) + 4}">${ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`}</text>`).join("");
  const legend = [...LINES].reverse().map(([key, word], k) => `<circle class="${key}" cx="${LEFT + 4 + k * 92}" cy="${total[1] - 20}" r="4"/><text class="tick" x="${LEFT + 14 + k * 92}" y="${total[1] - 16}">${word}</text>`).join("");
  const note = `<text class="tick" text-anchor="end" x="${total[0] - 24}" y="${total[1] - 16}">Numbers over a point: how many were proved within ${seconds} s, where not all.</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${total.join(" ")}" font-family="system-ui, sans-serif" role="img" aria-label="Time of a proved answer by trees, depth, features, both and probability of the target">
<style>
text{fill:#3c4654}.title{font-size:14px;font-weight:600;fill:#16202c}.tick{font-size:11px}.open{font-size:10px;fill:#a23b1d}
.grid{stroke:#d8dee6}polyline{fill:none;stroke-width:2}
polyline.median{stroke:#0f6b8f}circle.median{fill:#0f6b8f}polyline.most95{stroke:#7b5ea7}circle.most95{fill:#7b5ea7}polyline.most{stroke:#c2571a;stroke-dasharray:4 3}circle.most{fill:#c2571a}
@media (prefers-color-scheme:dark){text{fill:#b6c2cf}.title{fill:#eef3f8}.open{fill:#f0a184}.grid{stroke:#3a4654}
polyline.median{stroke:#5cb8dd}circle.median{fill:#5cb8dd}polyline.most95{stroke:#b79be0}circle.most95{fill:#b79be0}polyline.most{stroke:#ee9a5f}circle.most{fill:#ee9a5f}}
</style>
${curves.map(panel).join("\n")}
${scale}${legend}${note}
</svg>
`;
}
