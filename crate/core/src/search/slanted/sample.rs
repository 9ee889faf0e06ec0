//! First incumbents: points of the target pulled towards the factual, then the cheapest point of their cell.

use super::forest::LEAF;
use super::frame::Place;
use super::node::Node;
use super::simplex::Outcome;
use super::SlantedSearch;
use crate::draws::Draws;

/// Points tried, and cells solved.
const POINTS: usize = 60;
const CELLS: usize = 4;

impl SlantedSearch {
    /// Looks for incumbents. The points are the same at every call.
    pub(super) fn sample(&mut self, root: &Node) {
        let mut draws = Draws::default();
        let mut found: Vec<(f64, Vec<f64>)> = Vec::new();
        for _ in 0..POINTS {
            let mut at = vec![0.0; self.frame.coords()];
            for (f, place) in self.frame.places.iter().enumerate() {
                match *place {
                    Place::Number { coord, origin, scale, .. } => {
                        let x = root.lo[f] + (root.hi[f] - root.lo[f]) * draws.unit();
                        at[coord as usize] = (x - origin) / scale;
                    }
                    Place::Levels { first, base, flags, count, .. } => {
                        let level = ((draws.unit() * f64::from(count)) as usize).min(count as usize - 1);
                        let keep = draws.unit() < 0.5 && root.allowed[(flags + base) as usize];
                        for (k, g) in super::plan::shares(first, base, count as usize) {
                            at[g as usize] =
                                f64::from(u8::from(k == level && !keep && root.allowed[flags as usize + k]));
                        }
                    }
                }
            }
            if !self.hits(root, &at) {
                continue;
            }
            let (mut near, mut far) = (0.0, 1.0);
            let pulled = |by: f64, at: &[f64]| -> Vec<f64> {
                let mut out = at.to_vec();
                for place in &self.frame.places {
                    if let Place::Number { coord, .. } = *place {
                        out[coord as usize] *= by;
                    }
                }
                out
            };
            for _ in 0..12 {
                let mid = 0.5 * (near + far);
                if self.hits(root, &pulled(mid, &at)) {
                    far = mid;
                } else {
                    near = mid;
                }
            }
            let at = pulled(far, &at);
            let size = at.iter().map(|a| a.abs()).sum();
            found.push((size, at));
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, at) in found.into_iter().take(CELLS) {
            self.cell(root, &at);
        }
    }

    fn hits(&self, root: &Node, at: &[f64]) -> bool {
        let mut sums = Vec::new();
        self.frame.sums(root, at, &mut sums) && self.frame.reached(&sums)
    }

    /// Offers the cheapest point of the cell that a point lies in.
    fn cell(&mut self, root: &Node, at: &[f64]) {
        let mut cell = root.clone();
        let forest = &self.frame.forest;
        for &tree in &forest.trees {
            let mut here = forest.nodes[tree as usize];
            while here.test != LEAF {
                let side = self.frame.near(here.test, at);
                if cell.side[here.test as usize] == 0 {
                    cell.decide(here.test, side);
                }
                here = forest.nodes[if side == super::node::LEFT { here.left } else { here.right } as usize];
            }
        }
        if cell.settle(&self.frame) {
            let cut = self.cut();
            if cell.relaxed.solve(&self.frame, &cell.rows, cut, &mut self.scratch) == Outcome::Optimal {
                cell.bound = cell.relaxed.bound();
                self.offer(&cell);
            }
        }
    }
}
