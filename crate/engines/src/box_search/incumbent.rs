//! Incumbents: a greedy dive by the move table. Here alone a point becomes the incumbent, and only if the reference
//! predictor agrees.

use crate::problem::goal_problem::Problem;
use crate::problem::move_table::Moves;
use crate::tolerances::FREE_MOVE;

/// The incumbent, and the scratch of the dives.
#[derive(Debug)]
pub struct Incumbent {
    /// Its levels, if there is one.
    pub levels: Option<Vec<u32>>,
    /// Its separable cost. Before the first answer, a cost that every answer must be below.
    pub cost: f64,
    /// The incumbents before this one, with their costs.
    pub replaced: Vec<(Vec<u32>, f64)>,
    /// The first feature whose change is still to be taken back.
    next: usize,
    moves: Moves,
}

/// Largest number of steps of one dive. Each step changes a feature. More reaches answers that change more features; a
/// dive that goes nowhere takes longer. By hand, in the first version; not measured.
const DIVE: usize = 64;

/// The dives from the cheapest point differ in their value of a move. It is a function of the share of the deficit that
/// the move closes, from 0 to 1. The second and third dive are made only where the first finds no answer: all three
/// took up to half of the time of easy queries, for a few boxes less (docs/experiments/box-search.md). The functions
/// are by hand.
pub(super) const WORTHS: [fn(f64) -> f64; 3] = [|share| share, |share| share * share, f64::sqrt];

/// A greedy dive under way.
#[derive(Debug)]
pub struct GreedyDive {
    levels: Vec<u32>,
    cost: f64,
    /// The cheapest point found that reaches the rows, with its cost and the number of moves that led to it.
    finish: Option<(f64, Vec<u32>, usize)>,
    worth: fn(f64) -> f64,
    moves: usize,
}

impl GreedyDive {
    /// A dive before its first move.
    pub fn new(problem: &Problem, levels: Vec<u32>, worth: fn(f64) -> f64) -> Box<GreedyDive> {
        Box::new(GreedyDive { cost: problem.cost(&levels), levels, finish: None, worth, moves: 0 })
    }
}

impl Incumbent {
    /// No incumbent yet. Every answer must cost less than `cutoff`.
    pub fn new(cutoff: f64) -> Incumbent {
        Incumbent::with(cutoff, Moves::default())
    }

    /// As [`Incumbent::new`], with a move table that is new or has forgotten its point.
    pub fn with(cutoff: f64, moves: Moves) -> Incumbent {
        Incumbent { levels: None, cost: cutoff, replaced: Vec::new(), next: 0, moves }
    }

    /// The move table, at its present point.
    pub fn moves(&mut self) -> &mut Moves {
        &mut self.moves
    }

    /// Accepts a point if it is cheaper than the incumbent and is an answer.
    pub fn offer(&mut self, problem: &Problem, levels: &[u32]) -> bool {
        let cost = problem.price(levels);
        if cost < self.cost && problem.accepts(levels) {
            let before = self.levels.replace(levels.to_vec());
            self.replaced.extend(before.map(|before| (before, self.cost)));
            self.cost = cost;
            self.next = 0;
            return true;
        }
        false
    }

    /// Dives from a point to the end of the dive.
    pub fn dive(&mut self, problem: &Problem, from: &[u32], worth: fn(f64) -> f64) {
        let mut dive = GreedyDive::new(problem, from.to_vec(), worth);
        while self.go_on(problem, &mut dive) {}
        self.land(problem, *dive);
    }

    /// Makes one move of a dive: the one with the highest worth of (share of the deficit closed) per added cost. The
    /// cheapest single move that finishes is remembered on the way. Returns `false` at the end of the dive.
    pub fn go_on(&mut self, problem: &Problem, dive: &mut GreedyDive) -> bool {
        let limit = dive.finish.as_ref().map_or(self.cost, |f| f.0.min(self.cost));
        // A point of infinite cost is no start.
        if dive.moves == DIVE || dive.cost >= limit || !dive.cost.is_finite() {
            return false;
        }
        dive.moves += 1;
        self.moves.fill(problem, &dive.levels);
        let deficit = deficit(problem, &self.moves.sums, |_| 0.0);
        if deficit <= 0.0 {
            dive.finish = Some((dive.cost, dive.levels.clone(), dive.moves - 1));
            return false;
        }
        let full = problem.max_changes.is_some_and(|k| problem.changes(&dive.levels) >= k);
        let mut step = Step { best: (0.0, 0, 0), last: None, cost: dive.cost, limit, deficit };
        for (f, &now) in dive.levels.iter().enumerate() {
            if !full || problem.vars[f].changed[now as usize] {
                step.look(problem, &self.moves, f, now as usize, dive.worth);
            }
        }
        if let Some((f, k)) = step.last {
            let mut done = dive.levels.clone();
            done[f] = k as u32;
            dive.finish = Some((step.limit, done, dive.moves));
        }
        if step.best.0 == 0.0 {
            return false;
        }
        let (_, f, k) = step.best;
        dive.cost += problem.vars[f].cost[k] - problem.vars[f].cost[dive.levels[f] as usize];
        dive.levels[f] = k as u32;
        true
    }

    /// A dive from the incumbent without one of its changes, if it has at least so many; the next call leaves out the next one. `None`: each was left out,
    /// and nothing cheaper was found.
    pub fn take_back(&mut self, problem: &Problem, least: usize) -> Option<Box<GreedyDive>> {
        let mut from = self.levels.clone()?;
        let changed = || (0..from.len()).filter(|&f| from[f] != problem.vars[f].best);
        let f = changed().find(|&f| f >= self.next && changed().count() >= least)?;
        self.next = f + 1;
        from[f] = problem.vars[f].best;
        Some(GreedyDive::new(problem, from, WORTHS[0]))
    }

    /// Offers the point where a dive ended as the incumbent.
    pub fn land(&mut self, problem: &Problem, dive: GreedyDive) {
        if let Some((_, done, moved)) = dive.finish {
            // A point that is one move from the start is the cheapest such point already.
            if moved > 1 && self.levels.is_none() {
                // Met on the way to the cheaper point below.
                self.offer(problem, &done);
            }
            let lowered = if moved > 1 { self.lower(problem, done) } else { done };
            self.offer(problem, &lowered);
        } else if problem.ceiling.is_some() {
            self.offer(problem, &dive.levels);
        }
    }

    /// Moves features to cheaper levels, the largest saving first, while the rows stay reached.
    pub fn lower(&mut self, problem: &Problem, mut levels: Vec<u32>) -> Vec<u32> {
        for _ in 0..DIVE {
            let mut best = (0.0, 0, 0);
            let mut filled = false;
            for (f, var) in problem.vars.iter().enumerate() {
                let now = var.cost[levels[f] as usize];
                if now - var.least() <= best.0 {
                    continue;
                }
                if !filled {
                    self.moves.fill(problem, &levels);
                    filled = true;
                }
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

/// One step of a dive: a scan of the moves from a point.
struct Step {
    /// Worth, feature and level of the best move.
    best: (f64, usize, usize),
    /// The cheapest move that finishes.
    last: Option<(usize, usize)>,
    /// `cost`: the cost of the point. `limit`: the cost that a finished point must be below.
    cost: f64,
    limit: f64,
    deficit: f64,
}

impl Step {
    /// Scans the moves of one feature.
    fn look(&mut self, problem: &Problem, moves: &Moves, f: usize, now: usize, worth: fn(f64) -> f64) {
        let var = &problem.vars[f];
        let n = var.levels();
        if !var.ordered {
            for k in (0..n).filter(|&k| k != now) {
                self.one(problem, moves, f, k, var.cost[k] - var.cost[now], worth);
            }
            return;
        }
        // Costs rise on both sides of the factual's own level, apart from levels that are not allowed. So of equal
        // changes the first is the cheapest.
        let own = (var.own as usize).min(n - 1);
        let single = problem.rows.len() == 1 && moves.sums.len() == 1;
        let mut side = |levels: &mut dyn Iterator<Item = usize>| {
            let mut before = f64::NAN;
            for k in levels {
                let added = var.cost[k] - var.cost[now];
                if self.cost + added >= self.limit {
                    if var.cost[k].is_finite() {
                        break;
                    }
                    continue;
                }
                if single {
                    let change = moves.of(f, 0)[k];
                    if change == before {
                        continue;
                    }
                    before = change;
                }
                if k != now {
                    self.one(problem, moves, f, k, added, worth);
                }
            }
        };
        side(&mut (own..n));
        side(&mut (0..own).rev());
    }

    #[inline]
    fn one(&mut self, problem: &Problem, moves: &Moves, f: usize, k: usize, added: f64, worth: fn(f64) -> f64) {
        let total = self.cost + added;
        if total >= self.limit {
            return;
        }
        let left = deficit(problem, &moves.sums, |row| moves.of(f, row)[k]);
        if left <= 0.0 {
            self.limit = total;
            self.last = Some((f, k));
        } else if left < self.deficit {
            let score = worth((self.deficit - left) / self.deficit) / added.max(FREE_MOVE);
            if score > self.best.0 {
                self.best = (score, f, k);
            }
        }
    }
}

/// The total deficit of the rows at a changed point, each row in its own scale. 0 where all rows are reached.
fn deficit(problem: &Problem, sums: &[f64], change: impl Fn(usize) -> f64) -> f64 {
    let mut lack = 0.0;
    for (row, sum) in sums.iter().enumerate() {
        lack += (problem.soft_need(row) - sum - change(row)).max(0.0);
    }
    lack
}
