//! Polish: draws answers nearer to the hyperplanes that hold them. A node's point keeps a slab away from these, or the rounding of its numbers to
//! single precision. Most points need much less. Where hyperplanes meet at a sharp angle, the difference is a millionth of the cost and more. The
//! reference predictor decides how near is near enough. Bounds are not touched.

use super::lp_model::{Encoding, LpModel};
use super::node::LpNode;
use super::LpSearch;
use espalier_model::ensemble::Precision;
use espalier_numerics::draws::Draws;
use espalier_numerics::Outcome;
use espalier_numerics::RowPair;

/// Points to try, as shares of the distance from the point on the hyperplanes to the point that keeps away. From 0 to 1; the first point that the
/// predictor takes is stated, so more points in between bring answers nearer. By hand; not measured.
const SHARES: [f64; 7] = [0.0, 0.02, 0.05, 0.1, 0.2, 0.35, 0.6];
/// The number of ways to round a point that are tried, at a prediction each. More brings answers nearer. By hand; not measured.
const ROUNDINGS: usize = 24;
/// The most rows next to the incumbent that are looked at, at a prediction each. More makes answers in single precision cheaper by single steps of a
/// number. By hand (docs/adr/0001-rounding-policy.md); not measured.
const NEIGHBOURS: usize = 200;

impl LpSearch {
    /// The cheapest point of a node whose rows are kept `inset` (by test) further inside than stated, and a bound of all such points.
    pub(super) fn moved(&mut self, node: &LpNode, inset: Vec<f64>) -> Option<(Vec<f64>, f64)> {
        self.scratch.inset = inset;
        self.scratch.inset.resize(self.lp.program.rows.len(), 0.0);
        for row in &self.lp.always {
            self.scratch.inset[*row as usize / 2] = 0.0;
        }
        // The bounds tightened under the incumbent's cost may leave no point that keeps away.
        let mut inner = node.clone();
        inner.release(&self.lp);
        let mut inner = inner.relaxed;
        inner.renew(&self.lp.program, &mut self.scratch);
        let outcome = inner.solve(&self.lp.program, &node.rows, f64::INFINITY, &mut self.scratch);
        self.scratch.inset.clear();
        let mut at = Vec::new();
        inner.point(&self.lp.program, &mut at);
        (outcome == Outcome::Optimal).then(|| (at, inner.bound()))
    }

    /// The node's cheapest point where hyperplanes leave no gap between their sides.
    pub(super) fn on_planes(&mut self, node: &LpNode) -> Option<Vec<f64>> {
        let gap = |t: &RowPair| if t.left < t.right { -0.5 * (t.right - t.left) } else { 0.0 };
        let planes = self.lp.program.rows.pairs.iter().zip(&self.lp.forest.line);
        // The hyperplanes of real numbers stand in lines.
        let inset = planes.map(|(t, line)| if line.0 == super::lp_trees::LEAF { 0.0 } else { gap(t) }).collect();
        self.moved(node, inset).map(|m| m.0)
    }

    /// Offers points from `outer` on towards `inner`, in several roundings each, until one becomes the incumbent.
    pub(super) fn draw_nearer(&mut self, node: &LpNode, outer: &[f64], inner: &[f64]) {
        let mut draws = Draws::default();
        for share in SHARES {
            let at: Vec<f64> = outer.iter().zip(inner).map(|(o, i)| o + share * (i - o)).collect();
            let Some(row) = self.lp.row(node, &at) else { continue };
            for _ in 0..ROUNDINGS {
                let mut row = row.clone();
                for (f, place) in self.lp.encodings.iter().enumerate() {
                    let Encoding::Number { whole: false, .. } = *place else { continue };
                    let (input, column) = (self.lp.input(), self.lp.schema()[f].columns()[0]);
                    let x = row[column];
                    if x != self.lp.query.factual[column] && node.lo[f] < x && x < node.hi[f] {
                        row[column] = match draws.below(3) {
                            0 => x,
                            1 => self.lp.held(f, input.after(x)),
                            _ => self.lp.held(f, input.before(x)),
                        };
                    }
                }
                if self.take(row) {
                    return;
                }
            }
        }
    }

    /// Moves the incumbent's numbers by steps of single precision: one number towards its cheapest value, alone or with one step of another. It goes on
    /// while that is cheaper and the predictor agrees.
    pub(super) fn refine(&mut self) {
        // Limits over several features forgive the rounding of single precision. No answer may become cheaper by that.
        let alone = self.lp.constraint_rows.is_empty() && self.lp.constraints().all(|c| c.consequence().is_none());
        let single = alone && self.lp.rounds && self.lp.input() == Precision::F32 && self.hulls.is_none();
        let Some(best) = self.best.as_ref().filter(|_| single) else { return };
        let factual = self.lp.query.factual.clone();
        let cheapest: Vec<f64> = (0..self.lp.encodings.len()).map(|f| self.lp.cheapest(f)).collect();
        let number = |place: &Encoding| matches!(place, Encoding::Number { whole: false, .. });
        let moved: Vec<(usize, usize)> = (0..self.lp.encodings.len())
            .filter(|f| number(&self.lp.encodings[*f]))
            .map(|f| (f, self.lp.schema()[f].columns()[0]))
            .filter(|(_, c)| best[*c] != factual[*c] && !best[*c].is_nan())
            .collect();
        let input = self.lp.input();
        let mut left = NEIGHBOURS;
        let mut before = f64::INFINITY;
        while self.cost < before && !moved.is_empty() {
            before = self.cost;
            for with in 0..=2 * moved.len() {
                // First no other number, then each other number up and down.
                let (g, other) = moved[with.saturating_sub(1) / 2];
                for &(f, column) in moved.iter().filter(|m| !factual[m.1].is_nan() && (with == 0 || m.1 != other)) {
                    for by in 0..16 {
                        let Some(mut row) = self.best.clone().filter(|_| left > 0) else { return };
                        let x = row[other];
                        match with % 2 {
                            _ if with == 0 || by > 0 => {}
                            1 => row[other] = self.lp.held(g, input.after(x)),
                            _ => row[other] = self.lp.held(g, input.before(x)),
                        }
                        let x = row[column];
                        row[column] = self.lp.held(f, if x > cheapest[f] { input.before(x) } else { input.after(x) });
                        left -= 1;
                        if !self.take(row) {
                            break;
                        }
                    }
                }
            }
        }
    }
}

impl LpModel {
    /// A number held to its feature's limits, which the factual may lie beyond. Where the model reads it as it reads the factual's own number, that
    /// number itself.
    pub(super) fn held(&self, f: usize, x: f64) -> f64 {
        let x = x.max(self.lo[f]).min(self.hi[f]);
        match self.encodings[f] {
            Encoding::Number { base, origin, stays: true, .. } if x == base => origin,
            _ => x,
        }
    }
}
