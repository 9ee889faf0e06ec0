/** Parts points into clusters: Lloyd's k-means from a seeding by k-means++, with fixed draws (docs/criteria.md, "Clusters of rows"). */

/** Of each point its cluster; at most `count`, of which some may be empty. */
export function clustersOf(points: readonly number[][], count: number): number[] {
  const of = points.map(() => 0);
  let state = 0x9e3779b97f4a7c15n;
  const unit = (): number => {
    for (const by of [13n, -7n, 17n]) state = BigInt.asUintN(64, state ^ (state << by));
    return Number(state >> 11n) / 2 ** 53;
  };
  const centres = [points[0]!];
  const near = points.map((p) => apart(p, centres[0]!));
  while (centres.length < count) {
    let left = unit() * near.reduce((a, b) => a + b, 0);
    const next = near.findIndex((d) => (left -= d) < 0);
    if (next < 0) break;
    centres.push(points[next]!);
    points.forEach((p, i) => (near[i] = Math.min(near[i]!, apart(p, points[next]!))));
  }
  for (let round = 0; round < 50; round++) {
    const before = of.join();
    points.forEach((p, i) => {
      const far = centres.map((centre) => apart(p, centre));
      of[i] = far.indexOf(Math.min(...far));
    });
    if (before === of.join()) break;
    for (const k of centres.keys()) {
      const own = points.filter((_, i) => of[i] === k);
      if (own.length > 0) centres[k] = own[0]!.map((_, j) => own.reduce((sum, p) => sum + p[j]!, 0) / own.length);
    }
  }
  return of;
}

/** The square of a distance. */
const apart = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, j) => sum + (x - b[j]!) * (x - b[j]!), 0);
