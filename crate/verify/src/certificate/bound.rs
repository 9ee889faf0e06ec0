//! One round of a proof: multipliers and messages, the lower bound that follows from them, and the levels and leaves that it excludes.

use super::live_box::Live;
use super::stream::Stream;
use super::ProofProblem;
use crate::tolerances::BOUND;

/// The multipliers, and messages from features to trees.
pub struct Round {
    lambda: Vec<f64>,
    mu: f64,
    gamma: Vec<f64>,
    messages: Vec<Message>,
}

/// The message from a feature to a tree: a payment for each level.
struct Message {
    tree: usize,
    feature: usize,
    level: Vec<f64>,
}

impl Round {
    pub fn read(stream: &mut Stream<'_>, proof: &ProofProblem<'_>) -> Result<Round, &'static str> {
        let lambda = proof.leaves.need.iter().map(|_| stream.multiplier()).collect::<Result<Vec<f64>, _>>()?;
        let mu = if proof.most_changes().is_some() { stream.multiplier()? } else { 0.0 };
        let rows = &proof.constraints.inequalities;
        let always = proof.constraints.stated;
        let mut gamma = (0..always).map(|_| stream.multiplier()).collect::<Result<Vec<f64>, _>>()?;
        // Of the rows of directions, hyperplanes and leaves, those with a multiplier by their numbers from 1 on.
        gamma.resize(rows.len(), 0.0);
        while always < rows.len() {
            match stream.number()? {
                0 => break,
                row if row <= rows.len() - always => gamma[always + row - 1] = stream.multiplier()?,
                _ => return Err("a multiplier of a row that there is not"),
            }
        }
        let mut messages = Vec::new();
        loop {
            let feature = stream.number()?;
            if feature == 0 {
                return Ok(Round { lambda, mu, gamma, messages });
            }
            let feature = feature - 1;
            let count = proof.levels.get(feature).ok_or("a message of a feature that there is not")?.count();
            for _ in 0..stream.number()? {
                let tree = stream.number()?;
                if tree >= proof.leaves.trees() {
                    return Err("a message to a tree that there is not");
                }
                let segments = stream.number()?;
                let (mut ends, mut at) = (Vec::new(), 0);
                for _ in 1..segments {
                    let step = stream.number()?;
                    at += step;
                    if step == 0 || at >= count {
                        return Err("a message of levels that there are not");
                    }
                    ends.push(at);
                }
                ends.push(count);
                let mut level = Vec::with_capacity(count);
                for end in ends {
                    let message = stream.message()?;
                    level.resize(end, message);
                }
                messages.push(Message { tree, feature, level });
            }
        }
    }
}

impl ProofProblem<'_> {
    /// Excludes the levels and leaves that a round's lower bound excludes; `false` when the whole box is excluded.
    ///
    /// The bound holds for any messages and any multipliers of at least 0. It is the sum of these terms:
    /// - every multiplier times its row's need;
    /// - for each tree the least, over its live leaves, of the messages it is paid less the multipliers times the leaf's rows;
    /// - for each feature the least, over its live levels, of its cost less the messages it pays.
    ///
    /// An answer in the box costs at least that. It picks one level of each feature and one leaf of each tree, so payments made and received
    /// cancel, and its rows reach their needs.
    /// For linear constraints the bound loses the multipliers times the limits. A level then costs the least, over the
    /// values in it, of cost plus multipliers times rows; an answer keeps its limits, so this too is a lower bound.
    pub fn excludes(&self, live: &mut Live, round: &Round) -> bool {
        let leaves = &self.leaves;
        let price = |l: usize| -round.lambda.iter().zip(&leaves.rows[l]).map(|(a, v)| a * v).sum::<f64>();
        let mut z: Vec<f64> = (0..leaves.rows.len()).map(price).collect();
        let mut reduced: Vec<Vec<f64>> = self.levels.iter().map(|l| l.cost.clone()).collect();
        let mut bound: f64 = round.lambda.iter().zip(&leaves.need).map(|(a, n)| a * n).sum();
        self.constraints.price(self.check, &round.gamma, live, &mut reduced);
        for (row, gamma) in self.constraints.inequalities.iter().zip(&round.gamma) {
            bound -= gamma * if row.side.is_none() { row.limit } else { 0.0 } + BOUND * gamma * row.size;
        }
        if let Some(most) = self.most_changes() {
            bound -= round.mu * most as f64 + BOUND * round.mu * (most + self.levels.len()) as f64;
            for (levels, reduced) in self.levels.iter().zip(&mut reduced) {
                for (stays, r) in levels.stays.iter().zip(reduced) {
                    *r += if *stays { 0.0 } else { round.mu };
                }
            }
        }
        for (row, lambda) in round.lambda.iter().enumerate() {
            let size = |t: usize| leaves.of(t).map(|l| leaves.rows[l][row].abs()).fold(0.0, f64::max);
            let sizes: f64 = (0..leaves.trees()).map(size).sum();
            bound -= BOUND * lambda * (leaves.need[row].abs() + sizes);
        }
        for m in &round.messages {
            reduced[m.feature].iter_mut().zip(&m.level).for_each(|(r, x)| *r -= x);
            let on = &live.levels[m.feature];
            let least = |allowed: &dyn Fn(usize) -> bool| {
                (0..on.len()).filter(|&k| on[k] && allowed(k)).map(|k| m.level[k]).fold(f64::INFINITY, f64::min)
            };
            let any = least(&|_| true);
            bound -= BOUND * m.level.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            for l in leaves.of(m.tree).filter(|&l| live.leaves[l]) {
                let set = leaves.path[l].iter().find(|p| p.0 == m.feature);
                z[l] += set.map_or(any, |(_, set)| least(&|k| set[k]));
            }
        }
        // NaN proves nothing: the minimum becomes minus infinity.
        let less = |min: f64, x: f64| if x.is_nan() { f64::NEG_INFINITY } else { min.min(x) };
        let min = |of: &[f64], on: &[bool]| {
            of.iter().zip(on).filter(|(_, on)| **on).map(|(x, _)| *x).fold(f64::INFINITY, less)
        };
        let cheapest: Vec<f64> = reduced.iter().zip(&live.levels).map(|(r, on)| min(r, on)).collect();
        let best: Vec<f64> = (0..leaves.trees()).map(|t| min(&z[leaves.of(t)], &live.leaves[leaves.of(t)])).collect();
        bound += cheapest.iter().sum::<f64>() + best.iter().sum::<f64>();
        if !bound.is_finite() {
            // A bound that is not finite proves nothing.
            return true;
        }
        if bound >= self.cutoff {
            return false;
        }
        let rest = self.cutoff - bound;
        for (f, on) in live.levels.iter_mut().enumerate() {
            on.iter_mut().zip(&reduced[f]).for_each(|(on, r)| *on &= *r < rest + cheapest[f]);
        }
        for (t, best) in best.iter().enumerate() {
            for l in leaves.of(t) {
                live.leaves[l] &= z[l] < rest + best;
            }
        }
        true
    }
}
