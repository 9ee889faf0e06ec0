//! Hulls (Maragno et al. 2022, equation (3)) by cutting planes. Where a node's cheapest point lies outside of its hull, the plane between them
//! becomes one more row. It holds of every answer in that hull, so bounds stay proofs, and background rows never become columns. Each cluster's hull
//! is a node of its own.

use super::lp_model::{Encoding, LpModel};
use super::lp_trees::row;
use super::node::LpNode;
use super::LpSearch;
use crate::tolerances::{HULL_CUT, INSIDE_HULL, ON_HULL, OUTSIDE_HULL};
use espalier_model::ensemble::{Precision, Side};
use espalier_model::query::hull::{place, rounding, Cloud};
use espalier_model::query::Hull;
use espalier_model::schema::{Feature, Kind};
use espalier_numerics::sorting::sort_by;
use std::sync::Arc;

/// The most cuts for one node before it is branched on. It only ends a loop that rounding keeps going. By hand.
const CUTS: u32 = 5000;
/// The most background rows of the target that are tried as the first incumbent, the cheapest first. More finds one more often, at a prediction each.
/// By hand; not measured.
const TRIED: usize = 300;

/// The hulls of a query. Their origin is the point with all columns at their lower bounds.
#[derive(Debug)]
pub struct Hulls {
    hull: Arc<Hull>,
    clouds: Vec<Cloud>,
    /// By coordinate of the hulls: the model's coordinates that it is the sum of, with their coefficients.
    of: Vec<Vec<(u32, f64)>>,
    origin: Vec<f64>,
    /// By hull: the rows of its cuts so far, and the direction of each.
    cuts: Vec<Vec<u32>>,
    directions: Vec<Vec<Vec<f64>>>,
}

impl Hulls {
    /// The hulls of a query; `None` where it asks for none, or where that limit is not enforced.
    #[inline(never)]
    pub fn new(lp: &LpModel) -> Option<Hulls> {
        let hull = lp.query.hull.clone().filter(|_| lp.enforced.get(lp.query.hull_at()) == Some(&true))?;
        // Features that stand for hyperplane tests are in no row of the background.
        let columns = hull.background.rows.first().map_or(0, Vec::len);
        let known = lp.schema().iter().take_while(|f| f.columns().iter().all(|c| *c < columns)).count();
        let features = &lp.schema()[..known];
        let mut base = lp.query.factual.clone();
        let mut of: Vec<Vec<(u32, f64)>> = Vec::new();
        for (f, (at, feature)) in lp.encodings.iter().zip(features).enumerate() {
            match *at {
                Encoding::Number { coord, origin, .. } => {
                    base[feature.columns()[0]] = origin;
                    of.push(vec![(coord, 1.0)]);
                }
                Encoding::Levels { first, base: own, count, .. } => {
                    lp.set_level(&mut base, f, own as usize);
                    let shares = || super::lp_trees_builder::shares(first, own, count as usize);
                    if let Kind::Ordinal { .. } | Kind::Binary { .. } = feature.kind {
                        let steps = (count.max(2) - 1) as f64;
                        of.push(shares().map(|(k, g)| (g, (k as f64 - f64::from(own)) / steps)).collect());
                    } else {
                        of.extend((0..count as usize).map(|k| {
                            let all = || shares().map(|(_, g)| (g, -1.0)).collect();
                            if k == own as usize {
                                all()
                            } else {
                                shares().filter(|s| s.0 == k).map(|(_, g)| (g, 1.0)).collect()
                            }
                        }));
                    }
                }
            }
        }
        let origin = place(features, &base)?;
        let clouds = hull.clouds(features, &origin);
        let cuts = vec![Vec::new(); clouds.len()];
        let directions = vec![Vec::new(); clouds.len()];
        Some(Hulls { hull, clouds, of, origin, cuts, directions })
    }

    /// The direction of a hull's cut that the program has as this row.
    pub fn direction(&self, hull: usize, row: u32) -> Option<&Vec<f64>> {
        self.cuts[hull].iter().position(|cut| *cut == row).map(|i| &self.directions[hull][i])
    }

    /// The rows that span each hull, counted from the origin.
    pub fn clouds(&self) -> &[Cloud] {
        &self.clouds
    }

    /// By coordinate of the hulls: the model's coordinates that it is the sum of, with their coefficients.
    pub fn coordinates(&self) -> &[Vec<(u32, f64)>] {
        &self.of
    }

    /// The largest distance of a point from a point of the hulls, within the limits on single features.
    #[inline(never)]
    pub fn widest(&self, ends: &[(f64, f64)]) -> f64 {
        let reach = |parts: &Vec<(u32, f64)>| -> f64 {
            parts.iter().map(|(g, a)| a.abs() * ends[*g as usize].0.abs().max(ends[*g as usize].1.abs())).sum()
        };
        let dim = self.of.len();
        let points = |j: usize| self.clouds.iter().flat_map(move |cloud| cloud.points.iter().skip(j).step_by(dim));
        self.of
            .iter()
            .enumerate()
            .map(|(j, parts)| reach(parts) + points(j).fold(0.0, |m: f64, x| m.max(x.abs())))
            .sum()
    }

    /// Whether a raw row lies in one of the enlarged hulls, within rounding.
    fn hold(&self, lp: &LpModel, row: &[f64]) -> bool {
        if self.hull.price > 0.0 {
            return place(lp.schema(), row).is_some();
        }
        let Some(mut at) = place(lp.schema(), row) else { return false };
        at.iter_mut().zip(&self.origin).for_each(|(x, o)| *x -= o);
        let off = rounding(lp.schema(), lp.input(), &lp.query.factual, row);
        self.clouds.iter().any(|cloud| mixed(cloud, &at, off).is_some())
    }
}

/// Rows and weights whose sum is no further from a point than the hull reaches, within rounding; `None` where there are none.
fn mixed(cloud: &Cloud, at: &[f64], off: f64) -> Option<Vec<(usize, f64)>> {
    // A background row is its own mixture.
    if let Some(i) = cloud.points.chunks(cloud.dim.max(1)).position(|p| p == at) {
        return Some(vec![(cloud.rows[i], 1.0)]);
    }
    let found = cloud.nearest(at, ON_HULL, off);
    let mut by = at.to_vec();
    for &(number, weight) in &found.mixture {
        let i = cloud.rows.binary_search(&number).ok()?;
        by.iter_mut().zip(&cloud.points[i * cloud.dim..]).for_each(|(b, p)| *b -= weight * p);
    }
    (cloud.ball.length(&by) <= cloud.epsilon + 0.9 * off).then_some(found.mixture)
}

/// Background rows and weights that show that a raw row lies in a hull; empty where it does not.
pub fn mixture(hull: &Hull, features: &[Feature], input: Precision, factual: &[f64], row: &[f64]) -> Vec<(usize, f64)> {
    if hull.price > 0.0 {
        return hull.distance(features, row).unwrap_or_default().1;
    }
    let Some(at) = place(features, row) else { return Vec::new() };
    let off = rounding(features, input, factual, row);
    let here = vec![0.0; at.len()];
    hull.clouds(features, &at).iter().find_map(|cloud| mixed(cloud, &here, off)).unwrap_or_default()
}

impl LpSearch {
    /// Whether a row lies in one of the hulls, if the query has any.
    pub(super) fn inside(&self, row: &[f64]) -> bool {
        self.hulls.as_ref().is_none_or(|h| h.hold(&self.lp, row))
    }

    /// The cost of a row, with the price of its distance from the hulls.
    #[inline(never)]
    pub(super) fn priced(&self, row: &[f64]) -> f64 {
        match &self.hulls {
            Some(Hulls { hull, .. }) if hull.price > 0.0 => {
                let far = hull.distance(self.lp.schema(), row).map_or(f64::INFINITY, |d| d.0);
                self.lp.price(row) + hull.price * far
            }
            _ => self.lp.price(row),
        }
    }

    /// The most by which the price of the distance from the hulls differs between two points of the program.
    pub(super) fn paid_between(&self, a: &[f64], b: &[f64]) -> f64 {
        let Some(hulls) = self.hulls.as_ref().filter(|h| h.hull.price > 0.0) else { return 0.0 };
        let by =
            |parts: &Vec<(u32, f64)>| parts.iter().map(|&(g, by)| by * (a[g as usize] - b[g as usize])).sum::<f64>();
        hulls.hull.price * hulls.of.iter().map(|parts| by(parts).abs()).sum::<f64>()
    }

    /// The nodes that a search begins with: one for each hull.
    pub(super) fn parts(&self, root: LpNode) -> Vec<LpNode> {
        let count = self.hulls.as_ref().map_or(1, |h| h.clouds.len());
        let part = |hull: usize| {
            let mut part = root.clone();
            part.hull = hull;
            part
        };
        (0..count).map(part).collect()
    }

    /// Adds to a node the cuts of its hull that were made since.
    pub(super) fn catch_up(&self, node: &mut LpNode) {
        let Some(hulls) = self.hulls.as_ref() else { return };
        node.rows.extend(&hulls.cuts[node.hull][node.cuts..]);
        node.cuts = hulls.cuts[node.hull].len();
    }

    /// Cuts off a node's cheapest point where it lies outside of the node's hull. Returns whether it did.
    pub(super) fn cut_off(&mut self, node: &mut LpNode) -> bool {
        let Some(hulls) = self.hulls.as_mut() else { return false };
        if node.tries >= CUTS {
            return false;
        }
        node.relaxed.point(&self.lp.program, &mut self.scratch.at);
        let z = &self.scratch.at;
        let at: Vec<f64> = hulls.of.iter().map(|c| c.iter().map(|(g, a)| a * z[*g as usize]).sum()).collect();
        let cloud = &mut hulls.clouds[node.hull];
        let soft = self.lp.far.map(|g| (g, z[g as usize]));
        if let Some((_, far)) = soft {
            cloud.epsilon = far;
        }
        let found = cloud.nearest(&at, INSIDE_HULL, OUTSIDE_HULL);
        if !found.outside {
            return false;
        }
        // The direction from the nearest point of the hull to the node's point: no answer goes further that way than the hull does.
        let away: Vec<f64> = found.to.iter().map(|x| -x).collect();
        let largest = away.iter().fold(0.0, |m: f64, a| m.max(a.abs()));
        let direction: Vec<f64> = away.iter().map(|a| a / largest).collect();
        let mut limit = cloud.most(&direction);
        let mut coefs = vec![0.0; self.lp.program.coords()];
        if let Some((g, far)) = soft {
            // The hull grows with the distance that is paid for.
            let dual = cloud.dual(&direction);
            limit -= dual * far;
            coefs[g as usize] = -dual;
        }
        for (a, parts) in direction.iter().zip(&hulls.of) {
            parts.iter().for_each(|(g, by)| coefs[*g as usize] += a * by);
        }
        let norm = coefs.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
        if norm == 0.0 {
            return false;
        }
        let coefs = coefs.iter().enumerate().map(|(g, c)| (g as u32, c / norm));
        let limit = (limit + HULL_CUT * (1.0 + limit.abs())) / norm;
        let test = self.lp.program.rows.add(coefs, limit, f64::INFINITY);
        // A cut always holds: answers need not keep away from it.
        self.lp.always.push(row(test, Side::Left));
        hulls.cuts[node.hull].push(row(test, Side::Left));
        hulls.directions[node.hull].push(direction);
        node.tries += 1;
        self.catch_up(node);
        true
    }

    /// Looks for a first incumbent among the rows that span the hulls, the cheapest first.
    pub(super) fn seed(&mut self) {
        let Some(hulls) = self.hulls.as_ref() else { return };
        let all = &hulls.hull.background.rows;
        let mut found: Vec<(f64, Vec<f64>)> =
            hulls.hull.rows.iter().filter_map(|&i| self.lp.attained(&all[i])).map(|r| (self.lp.price(&r), r)).collect();
        sort_by(&mut found, |a, b| a.0.total_cmp(&b.0));
        for (_, row) in found.into_iter().take(TRIED) {
            if self.take(row) {
                return;
            }
        }
    }
}

impl LpModel {
    /// Where the distance from a hull has a price: adds the coordinate that is this distance, or more.
    pub fn soften(&mut self) {
        let price = self.query.hull.as_ref().map_or(0.0, |hull| hull.price);
        let Some(hulls) = Hulls::new(self).filter(|_| price > 0.0) else { return };
        let reach = |c: usize| self.program.sign[c] * (self.program.from[c] + self.program.upper[c]);
        let ends: Vec<(f64, f64)> = (0..self.program.coords() as u32)
            .map(|g| {
                let ends = || self.program.columns(g).map(reach);
                (ends().fold(0.0, f64::min), ends().fold(0.0, f64::max))
            })
            .collect();
        let widest = hulls.widest(&ends);
        self.far = Some(self.program.coordinate(price, widest));
    }

    /// The most that rounding may add to the price of the distance from a hull: of the nearest-point method, and of numbers to the input type.
    pub fn shaken_far(&self, at: &[f64]) -> f64 {
        let (Some(_), Some(hull)) = (self.far, &self.query.hull) else { return 0.0 };
        let step = |place: &Encoding| match *place {
            Encoding::Number { coord, origin, scale, whole: false, .. } if at[coord as usize] != 0.0 => {
                let x = self.input().round(origin + at[coord as usize] * scale);
                (self.input().after(x) - x) / scale
            }
            _ => 0.0,
        };
        let dim = self.program.coords() as f64;
        hull.price * (OUTSIDE_HULL * dim.sqrt() + self.encodings.iter().map(step).sum::<f64>())
    }

    /// A background row as an answer, if the limits on single features allow it.
    fn attained(&self, raw: &[f64]) -> Option<Vec<f64>> {
        let mut row = self.query.factual.clone();
        for (f, (at, feature)) in self.encodings.iter().zip(self.schema()).enumerate() {
            match *at {
                Encoding::Number { base, stays, .. } => {
                    let column = feature.columns()[0];
                    let x = self.input().round(raw[column]) + 0.0;
                    if stays && x == base {
                        continue;
                    }
                    if !(self.lo[f] <= x && x <= self.hi[f]) || self.integer(f) && x.fract() != 0.0 {
                        return None;
                    }
                    row[column] = x;
                }
                Encoding::Levels { flags, .. } => {
                    let level = feature.level_of(raw)?;
                    if !self.allowed[flags as usize + level] {
                        return None;
                    }
                    self.set_level(&mut row, f, level);
                }
            }
        }
        Some(row)
    }
}
