//! Incumbents: a greedy dive by the move table, and the one place where a point becomes the best so
//! far, after the reference predictor has agreed.

use super::moves::Moves;
use super::problem::Problem;

/// The best point so far and the scratch of the dives.
#[derive(Debug)]
pub struct Incumbent {
    /// Its levels, if there is one.
    pub levels: Option<Vec<u32>>,
    /// Its separable cost; before the first, a cost that every answer must stay under.
    pub cost: f64,
    moves: Moves,
}

/// Steps of one dive at most; each changes a feature.
const DIVE: usize = 64;

impl Incumbent {
    pub fn new(cutoff: f64) -> Incumbent {
        Incumbent { levels: None, cost: cutoff, moves: Moves::default() }
    }

    /// Takes a point if it is cheaper and is an answer.
    pub fn offer(&mut self, problem: &Problem, levels: &[u32]) -> bool {
        let cost = problem.cost(levels);
        if cost < self.cost && problem.accepts(levels) {
            self.cost = cost;
            self.levels = Some(levels.to_vec());
            return true;
        }
        false
    }

    /// Dives from a point: at each step the move of the highest worth of (share of the deficit closed)
    /// per added cost; the cheapest single move that finishes is remembered on the way.
    pub fn dive(&mut self, problem: &Problem, from: &[u32], worth: fn(f64) -> f64) {
        let mut levels = from.to_vec();
        let mut cost = problem.cost(&levels);
        if !cost.is_finite() {
            return;
        }
        let mut finish: Option<(f64, Vec<u32>)> = None;
        for _ in 0..DIVE {
            let limit = finish.as_ref().map_or(self.cost, |f| f.0.min(self.cost));
            if cost >= limit {
                break;
            }
            self.moves.fill(problem, &levels);
            let deficit = deficit(problem, &self.moves.sums, |_| 0.0);
            if deficit <= 0.0 {
                finish = Some((cost, levels.clone()));
                break;
            }
            let full = problem.max_changes.is_some_and(|k| problem.changes(&levels) >= k);
            let mut best = (0.0, 0, 0);
            let mut last: Option<(f64, usize, u32)> = None;
            for (f, var) in problem.vars.iter().enumerate() {
                let now = levels[f] as usize;
                if full && !var.changed[now] {
                    continue;
                }
                for k in 0..var.levels() {
                    let total = cost + var.cost[k] - var.cost[now];
                    if k == now || total >= last.map_or(limit, |l| l.0) {
                        continue;
                    }
                    let left = self::deficit(problem, &self.moves.sums, |row| self.moves.of(f, row)[k]);
                    if left <= 0.0 {
                        last = Some((total, f, k as u32));
                    } else if left < deficit {
                        let share = (deficit - left) / deficit;
                        let score = worth(share) / (total - cost).max(1e-9);
                        if score > best.0 {
                            best = (score, f, k);
                        }
                    }
                }
            }
            if let Some((total, f, k)) = last {
                let mut done = levels.clone();
                done[f] = k;
                finish = Some((total, done));
            }
            if best.0 == 0.0 {
                break;
            }
            let (_, f, k) = best;
            cost += problem.vars[f].cost[k] - problem.vars[f].cost[levels[f] as usize];
            levels[f] = k as u32;
        }
        if let Some((_, done)) = finish {
            let lowered = self.lower(problem, done);
            self.offer(problem, &lowered);
        }
    }

    /// Moves features to cheaper levels, the largest saving first, while the rows stay reached.
    pub fn lower(&mut self, problem: &Problem, mut levels: Vec<u32>) -> Vec<u32> {
        for _ in 0..DIVE {
            self.moves.fill(problem, &levels);
            let mut best = (0.0, 0, 0);
            for (f, var) in problem.vars.iter().enumerate() {
                let now = var.cost[levels[f] as usize];
                for k in 0..var.levels() {
                    let saving = now - var.cost[k];
                    if saving > best.0 && deficit(problem, &self.moves.sums, |row| self.moves.of(f, row)[k]) <= 0.0 {
                        best = (saving, f, k);
                    }
                }
            }
            if best.0 == 0.0 {
                break;
            }
            levels[best.1] = best.2 as u32;
        }
        levels
    }
}

/// How much the rows lack at a changed point, each by its own measure; 0 where all are reached.
fn deficit(problem: &Problem, sums: &[f64], change: impl Fn(usize) -> f64) -> f64 {
    let mut lack = 0.0;
    for (row, sum) in sums.iter().enumerate() {
        lack += (problem.soft_need(row) - sum - change(row)).max(0.0);
    }
    lack
}
