//! Prices that are no part of a column's slope: a price of any change of a number, and the price of the largest change. Both become coordinates and
//! rows.

use super::lp_model::{Encoding, LpModel};
use super::lp_trees::{row, LpTestKind};
use super::lp_trees_builder::{shares, Builder};
use espalier_model::ensemble::Side;
use espalier_model::query::Distinct;
use espalier_numerics::LargestChange;

impl Builder<'_> {
    /// Prices and counts of changes that are no part of a slope. Each is a coordinate from 0 to 1 that a change must raise.
    pub(super) fn charges(&mut self) {
        let apart = self.lp.query.distinct() == Some(Distinct::Features) && !self.lp.before.is_empty();
        let counted = apart || self.lp.problem.max_changes.is_some();
        for f in 0..self.lp.encodings.len() {
            let Encoding::Number { coord, given: None, .. } = self.lp.encodings[f] else { continue };
            let prices = self.lp.charges(f);
            if prices == [0.0; 2] && (!counted || self.lp.problem.vars[f].stands_in) {
                continue;
            }
            let mut tests = [0; 2];
            let ends = self.lp.encodings[f].ends(self.lp.lo[f], self.lp.hi[f]);
            let reaches = [ends.1, -ends.0];
            for (i, sign) in [1.0, -1.0].into_iter().enumerate() {
                let share = self.lp.program.coordinate(prices[i], 1.0);
                let reach = reaches[i].max(0.0);
                let bind = self.lp.test([(coord, sign), (share, -reach)], 0.0, f64::INFINITY, LpTestKind::Plane);
                self.lp.always.push(row(bind, Side::Left));
                tests[i] = self.lp.test([(share, 1.0)], 0.0, 1.0, LpTestKind::Charged(f as u32, i == 0, share));
            }
            if let Encoding::Number { charged, .. } = &mut self.lp.encodings[f] {
                *charged = Some(tests);
            }
        }
    }

    /// The largest change, as a coordinate that no change exceeds.
    pub(super) fn largest(&mut self) {
        let linf = self.lp.query.cost.norm.linf;
        if linf == 0.0 {
            return;
        }
        let most = self.lp.problem.vars.iter().flat_map(|v| &v.reach).copied().filter(|r| r.is_finite());
        let mut most = most.fold(0.0, f64::max);
        let (mut numbers, mut rows) = (Vec::new(), Vec::new());
        let mut absent: Vec<usize> = Vec::new();
        for (f, place) in self.lp.encodings.iter().enumerate() {
            match *place {
                Encoding::Number { given: Some(_), .. } => absent.push(f),
                Encoding::Number { coord, .. } => {
                    if self.lp.query.cost.piecewise[f].is_some() || self.lp.query.cost.free.contains(&f) {
                        continue;
                    }
                    let weight = self.lp.query.cost.weights[f].unwrap_or(self.lp.schema()[f].weight);
                    let (up, down) = (weight.up * linf, weight.down * linf);
                    let ends = place.ends(self.lp.lo[f], self.lp.hi[f]);
                    most = most.max(up * ends.1).max(-down * ends.0);
                    numbers.extend([(coord, up), (coord, -down)]);
                }
                Encoding::Levels { first, base, .. } if f >= self.lp.problem.vars.len() => {
                    let reach = self.lp.entering(absent[f - self.lp.problem.vars.len()]).1;
                    most = most.max(reach);
                    let over = if base == 0 { reach } else { -reach };
                    rows.push((vec![(first, over)], reach - over.max(0.0)));
                }
                Encoding::Levels { first, base, count, .. } => {
                    let reach = &self.lp.problem.vars[f].reach;
                    let finite = |k: usize| if reach[k].is_finite() { reach[k] } else { 0.0 };
                    let here = finite(base as usize);
                    let over = shares(first, base, count as usize).map(|(k, g)| (g, finite(k) - here));
                    rows.push((over.collect::<Vec<_>>(), here));
                }
            }
        }
        let top = self.lp.program.coordinate(1.0, most);
        let lp = &mut *self.lp;
        let mut held = |coefs: &[(u32, f64)], here: f64| {
            let coefs = coefs.iter().copied().chain([(top, -1.0)]);
            row(lp.test(coefs, -here, f64::INFINITY, LpTestKind::Plane), Side::Left)
        };
        let within = numbers.iter().map(|number| held(&[*number], 0.0)).collect();
        let always: Vec<u32> = rows.iter().map(|(coefs, here)| held(coefs, *here)).collect();
        lp.within = within;
        lp.always.extend(always);
    }
}

impl LpModel {
    /// Chooses how numbers are held to the largest change: by their bounds where one tree is asked and nothing else costs, otherwise by rows.
    pub(super) fn hold(&mut self) {
        let Some(&row) = self.within.first() else { return };
        let top = self.program.rows.coefs(row / 2).last().map_or(0, |c| self.program.columns(c.0).start);
        let alone = (0..self.program.width())
            .all(|c| self.program.curve[c] == 0.0 && (c == top || self.program.cost[c] == 0.0));
        if !alone || self.problem.compiled.ensemble.trees.len() > 1 {
            self.always.append(&mut self.within);
            return;
        }
        let (mut reach, mut guide) = (vec![f64::INFINITY; self.program.width()], vec![0.0; self.program.width()]);
        for row in &self.within {
            let (coord, price) = self.program.rows.coefs(row / 2)[0];
            for c in self.program.columns(coord).filter(|c| self.program.sign[*c] * price > 0.0) {
                (reach[c], guide[c]) = (1.0 / price.abs(), price.abs());
            }
        }
        self.program.largest = Some(LargestChange { top, reach, guide });
    }
}
