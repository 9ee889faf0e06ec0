//! The best charges for the score bound (`score_bound`): a linear program over all trees together, solved by an interior point method.
//!
//! Its unknowns are movements y >= 0 along a node's directions, measured by their cost as a share of the gap, and shares p >= 0 of each tree's
//! leaves, which sum to 1. The share of the leaves beyond a fork is at most the share of the distance over its test that y covers. The leaves' scores
//! make up for the score that the point lacks. The objective is the least sum of y. Sought are the multipliers of this program: the charges of the
//! forks, and a price of the score. They bound every answer's cost whether or not they are the best.

mod newton;

use super::forest::{Forest, LEAF};
use super::node::Node;
use super::path_bound::PathBounds;
use super::score_bound::Goal;
use super::warm_start::{Charged, Made};
use newton::{Factors, Pairs};

/// The most steps. Seven reach nine tenths of the optimum (docs/experiments/lp-search.md). More makes a solve dearer.
const STEPS: usize = 9;

/// The least rise of the bound for another step, as a share of the bound. Less goes on for longer. Chosen with the method on thirteen sets
/// (docs/experiments/lp-search.md); other values have no record.
const RISES: f64 = 0.1;

/// A direction is free where moving along it up to the gap leads this many times over a test. Its charge would be that much smaller than others,
/// which is beyond the system's precision. By hand.
const FREE: f64 = 1e9;

/// A leaf that may raise its tree's score. `value`: by how much, in units of the lacking score. `path`: the forks that it is beyond, as a range of
/// `Program::path`.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    value: f64,
    path: (u32, u32),
}

/// A tree: the ranges of its forks, its leaves and its directions (in `among`), and the offsets of its parts of the factors.
#[derive(Clone, Copy, Debug)]
struct TreeBlock {
    forks: (u32, u32),
    leaves: (u32, u32),
    among: (u32, u32),
    factor: u32,
    across: u32,
}

impl TreeBlock {
    /// The rows of the tree's factor: its forks, and the sum of the leaves' shares.
    fn rows(&self) -> usize {
        (self.forks.1 - self.forks.0) as usize + 1
    }

    /// The columns that trees share: its directions, and the score.
    fn wide(&self) -> usize {
        (self.among.1 - self.among.0) as usize + 1
    }
}

/// The program. The directions over a fork stand in `over`, each with the share of the distance that a unit of movement along it covers.
#[derive(Debug, Default)]
struct Program {
    forks: Vec<(u32, u32)>,
    over: Vec<(u32, f64)>,
    leaves: Vec<Leaf>,
    path: Vec<u32>,
    parts: Vec<TreeBlock>,
    among: Vec<u32>,
    /// The number of directions.
    kinds: usize,
}

impl Program {
    fn over(&self, fork: usize) -> &[(u32, f64)] {
        let (first, end) = self.forks[fork];
        &self.over[first as usize..end as usize]
    }

    fn path(&self, leaf: usize) -> &[u32] {
        let (first, end) = self.leaves[leaf].path;
        &self.path[first as usize..end as usize]
    }

    fn among(&self, part: &TreeBlock) -> &[u32] {
        &self.among[part.among.0 as usize..part.among.1 as usize]
    }
}

#[derive(Debug, Default)]
pub struct InteriorPoint {
    program: Program,
    now: Pairs,
    factors: Factors,
    /// By direction of the node: its number in the program.
    number: Vec<u32>,
    /// By fork of the program: its node of the forest.
    places: Vec<u32>,
    /// The forks above the present one.
    above: Vec<u32>,
}

/// The node whose charges are asked for.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub beyond: &'a PathBounds,
    pub forest: &'a Forest,
    pub node: &'a Node,
    pub goal: Goal,
}

impl InteriorPoint {
    /// Solves for the best charges in a few steps. Returns the bound that they give, as a share of the gap; `None` where the bound is 0.
    pub fn solve(&mut self, asked: Asked<'_>, own: &[u32]) -> Option<f64> {
        self.set_up(asked, own);
        if self.program.forks.is_empty() {
            return None;
        }
        self.now.begin(&self.program);
        let mut bound = 0.0;
        for _ in 0..STEPS {
            if !self.factors.step(&self.program, &mut self.now) {
                break;
            }
            let last = std::mem::replace(&mut bound, self.now.bound(&self.program));
            if bound >= 1.0 || bound > 0.0 && bound - last < RISES * bound {
                break;
            }
        }
        Some(bound).filter(|bound| *bound > 0.0)
    }

    /// The charges of the last `solve`.
    pub fn kept(&self, Asked { beyond, forest, goal, .. }: Asked<'_>) -> Charged {
        let made = self.places.iter().zip(self.now.charges(&self.program)).filter_map(|(&fork, much)| {
            let near = beyond.probe.over[forest.nodes[fork as usize].test as usize].near?;
            Some(Made { fork, near, much: much * goal.room })
        });
        Charged { row: goal.row, price: self.now.price() * goal.room / goal.lack, charges: made.collect() }
    }

    /// Sets up the program: for each tree the leaves that may raise its score, and the forks that they are beyond.
    fn set_up(&mut self, asked: Asked<'_>, own: &[u32]) {
        let p = &mut self.program;
        p.forks.clear();
        p.over.clear();
        p.leaves.clear();
        p.path.clear();
        p.parts.clear();
        p.among.clear();
        p.kinds = 0;
        self.places.clear();
        self.number.clear();
        self.number.resize(asked.beyond.kinds(), LEAF);
        let (mut factor, mut across) = (0, 0);
        for (t, &top) in asked.node.tops.iter().enumerate() {
            let p = &self.program;
            let (fork, leaf, among) = (p.forks.len() as u32, p.leaves.len() as u32, p.among.len() as u32);
            self.collect(asked, top, asked.goal.score(asked.forest, own[t]), f64::NEG_INFINITY);
            let p = &mut self.program;
            if p.forks.len() as u32 == fork && p.leaves[leaf as usize..].iter().all(|leaf| leaf.value == 0.0) {
                p.leaves.truncate(leaf as usize);
                continue;
            }
            for &(direction, _) in &p.over[p.forks.get(fork as usize).map_or(p.over.len(), |f| f.0 as usize)..] {
                if !p.among[among as usize..].contains(&direction) {
                    p.among.push(direction);
                }
            }
            let ends = (p.forks.len() as u32, p.leaves.len() as u32, p.among.len() as u32);
            let part =
                TreeBlock { forks: (fork, ends.0), leaves: (leaf, ends.1), among: (among, ends.2), factor, across };
            factor += (part.rows() * part.rows()) as u32;
            across += (part.rows() * part.wide()) as u32;
            p.parts.push(part);
        }
    }

    /// Collects the leaves and forks under `here`. Leaves that score no more than `floor` are of no use.
    fn collect(&mut self, asked: Asked<'_>, here: u32, base: f64, floor: f64) {
        let Asked { beyond, forest, node, goal } = asked;
        let nearest = beyond.leaf(forest, node, here);
        let mut floor = floor;
        if node.alive(nearest) && goal.score(forest, nearest) > floor {
            floor = goal.score(forest, nearest);
            let p = &mut self.program;
            let first = p.path.len() as u32;
            p.path.extend_from_slice(&self.above);
            p.leaves.push(Leaf { value: (floor - base) / goal.lack, path: (first, p.path.len() as u32) });
        }
        let mut at = here;
        while forest.nodes[at as usize].test != LEAF {
            let fork = forest.nodes[at as usize];
            let (on, off) = beyond.sides(node, fork);
            let away = forest.nodes[off as usize];
            if node.most(forest, (goal.rows, goal.row), away.first, away.end) > floor {
                let depth = self.above.len();
                self.put(asked, at);
                self.collect(asked, off, base, floor);
                self.above.truncate(depth);
            }
            at = on;
        }
    }

    /// Adds the row of a fork, if crossing its test has a price.
    fn put(&mut self, Asked { beyond, forest, node, goal }: Asked<'_>, at: u32) {
        let (directions, by) = beyond.crossing(node, forest.nodes[at as usize].test);
        let directions = beyond.among(directions);
        if directions.is_empty() || directions.iter().any(|direction| direction.gain * goal.room >= FREE * by) {
            return;
        }
        let p = &mut self.program;
        let first = p.over.len() as u32;
        for direction in directions {
            let number = &mut self.number[direction.at as usize];
            if *number == LEAF {
                *number = p.kinds as u32;
                p.kinds += 1;
            }
            p.over.push((*number, direction.gain * goal.room / by));
        }
        self.above.push(p.forks.len() as u32);
        p.forks.push((first, p.over.len() as u32));
        self.places.push(at);
    }
}
