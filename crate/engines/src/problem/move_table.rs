//! The move table: how every single-feature move from a point changes the row sums.
//!
//! For the table, each tree is walked with one free feature at a time. Its entries are ranges of levels, each with the
//! change of the rows. When the point moves, only the trees that distinguish the old and the new level are walked
//! again.

use super::compiled::{LevelTree, DEAD};
use super::goal_problem::{Problem, Span, NOWHERE};
use super::quickscorer::{ones, Small};

/// The table at one point, and the data to move it to another point. Row `r` of level `k` of var `f` is at `r * total +
/// offset[f] + k`.
#[derive(Debug, Default)]
pub struct Moves {
    /// The point of the table; empty before the first.
    at: Vec<u32>,
    offset: Vec<u32>,
    total: usize,
    change: Vec<f64>,
    /// Row sums at the point.
    pub sums: Vec<f64>,
    /// `entries`, by tree: its entries in the log. `tree_sums`: its rows at the point.
    entries: Vec<(u32, u32)>,
    tree_sums: Vec<f64>,
    log: Log,
    stale: Vec<u32>,
    is_stale: Vec<bool>,
    /// By feature: the extra trees that test it.
    extra: Vec<Vec<u32>>,
    /// The entries of the stale trees before they were walked again.
    before: Vec<(u32, u32)>,
    /// By level: the rise of the change at the level, and its fall after the level.
    steps: Vec<(f64, f64)>,
    walk: Walk,
}

/// Ranges of levels in row 0 (the first level, and the level after the last), and the change of each row in them.
#[derive(Debug, Default)]
struct Log {
    ranges: Vec<(u32, u32)>,
    changes: Vec<f64>,
    /// Levels in the ranges written since this was last set to 0.
    levels: u64,
}

/// Ranges are added to the table level by level if their levels are fewer than this many times the table's. Otherwise
/// they are added as steps at their bounds, and summed once. More adds more ranges level by level. Steps at bounds took
/// 0.1 s a fill instead of 23 on 680,272 stumps (docs/experiments/box-search.md). The limit is by hand.
const STEPS: usize = 16;

/// Entries of the log for each tree, after which the log is started again. More takes more memory; fewer walk all trees
/// again more often. By hand; not measured.
const LONG: usize = 400;

/// Scratch of a walk.
#[derive(Debug, Default)]
struct Walk {
    spans: Vec<Option<Span>>,
    touched: Vec<u32>,
    stack: Vec<(u32, u32, Span)>,
    arena: Vec<u64>,
    leaf: Vec<f64>,
}

impl Moves {
    /// How row `row` changes at each level of `feature`.
    #[inline(always)]
    pub fn of(&self, feature: usize, row: usize) -> &[f64] {
        let at = row * self.total;
        &self.change[at + self.offset[feature] as usize..at + self.offset[feature + 1] as usize]
    }

    /// Forgets the point, since the next one may be of another problem.
    pub fn forget(&mut self) {
        self.at.clear();
    }

    /// Moves the table to a point of the same problem as before.
    pub fn fill(&mut self, problem: &Problem, levels: &[u32]) {
        let rows = problem.soft_rows();
        if self.at.is_empty() || self.log.ranges.len() > LONG * self.entries.len() {
            self.start(problem, rows);
        } else {
            let at = std::mem::take(&mut self.at);
            for (f, (&a, &b)) in at.iter().zip(levels).enumerate().filter(|(_, (a, b))| a != b) {
                self.touch(problem, f, a, b);
            }
            self.at = at;
        }
        self.at.clear();
        self.at.extend_from_slice(levels);
        let stale = std::mem::take(&mut self.stale);
        self.before.clear();
        self.log.levels = 0;
        for t in stale.iter().map(|t| *t as usize) {
            self.is_stale[t] = false;
            self.before.push(self.entries[t]);
            let first = self.log.ranges.len() as u32;
            let sums = &mut self.tree_sums[t * rows..(t + 1) * rows];
            self.sums.iter_mut().zip(&*sums).for_each(|(all, own)| *all -= own);
            match problem.small(t) {
                Some(small) => {
                    let tree = &problem.compiled.trees[t];
                    self.walk.small(problem, (tree, small), levels, &self.offset, sums, &mut self.log);
                }
                None => self.walk.tree(problem, problem.tree(t), levels, &self.offset, sums, &mut self.log),
            }
            self.sums.iter_mut().zip(&*sums).for_each(|(all, own)| *all += own);
            self.entries[t] = (first, self.log.ranges.len() as u32);
        }
        if self.log.levels > (STEPS * self.total) as u64 {
            self.apply_steps(rows, &stale);
        } else {
            let before = std::mem::take(&mut self.before);
            for (&t, &old) in stale.iter().zip(&before) {
                self.apply(old, rows, -1.0);
                self.apply(self.entries[t as usize], rows, 1.0);
            }
            self.before = before;
        }
        self.stale = stale;
        self.stale.clear();
    }

    fn start(&mut self, problem: &Problem, rows: usize) {
        self.offset.clear();
        self.offset.push(0);
        self.total = 0;
        for var in &problem.vars {
            self.total += var.levels();
            self.offset.push(self.total as u32);
        }
        let trees = problem.trees().count();
        let zero = |numbers: &mut Vec<f64>, count| {
            numbers.clear();
            numbers.resize(count, 0.0);
        };
        zero(&mut self.change, rows * self.total);
        zero(&mut self.sums, rows);
        zero(&mut self.tree_sums, rows * trees);
        self.log.ranges.clear();
        self.log.changes.clear();
        self.entries.clear();
        self.entries.resize(trees, (0, 0));
        self.is_stale.clear();
        self.is_stale.resize(trees, true);
        self.stale.clear();
        self.stale.extend(0..trees as u32);
        self.extra.iter_mut().for_each(Vec::clear);
        self.extra.resize_with(problem.vars.len(), Vec::new);
        for (tree, t) in problem.extra.iter().zip(problem.compiled.trees.len() as u32..) {
            for node in tree.nodes.iter().filter(|node| node.feature < DEAD) {
                let of = &mut self.extra[node.feature as usize];
                if of.last() != Some(&t) {
                    of.push(t);
                }
            }
        }
        self.walk.spans.clear();
        self.walk.spans.resize(problem.vars.len(), None);
        self.walk.leaf.resize(rows, 0.0);
    }

    /// Marks the trees that distinguish two levels of a feature.
    fn touch(&mut self, problem: &Problem, f: usize, a: u32, b: u32) {
        let var = &problem.vars[f];
        let tests = &problem.compiled.tests[f];
        let tests = if var.ordered {
            let (lo, hi) = (a.min(b), a.max(b));
            let from = tests.partition_point(|t| var.cut(t.0) <= lo);
            let to = tests.partition_point(|t| var.cut(t.0) <= hi);
            &tests[from..to]
        } else {
            tests
        };
        for t in tests.iter().map(|t| t.1).chain(self.extra[f].iter().copied()) {
            if !self.is_stale[t as usize] {
                self.is_stale[t as usize] = true;
                self.stale.push(t);
            }
        }
    }

    /// Adds a tree's entries to the table, or subtracts them.
    fn apply(&mut self, entries: (u32, u32), rows: usize, sign: f64) {
        for row in 0..rows {
            let table = &mut self.change[row * self.total..(row + 1) * self.total];
            for ((from, to), change) in self.log.of(entries, row, rows) {
                let change = sign * change;
                table[from..to].iter_mut().for_each(|c| *c += change);
            }
        }
    }

    /// Adds the stale trees' entries to the table and subtracts their former entries. It passes over the table once,
    /// for ranges of any length.
    fn apply_steps(&mut self, rows: usize, stale: &[u32]) {
        for row in 0..rows {
            self.steps.clear();
            self.steps.resize(self.total, (0.0, 0.0));
            let old = self.before.iter().map(|&entries| (entries, -1.0));
            for (entries, sign) in old.chain(stale.iter().map(|&t| (self.entries[t as usize], 1.0))) {
                for ((from, to), change) in self.log.of(entries, row, rows) {
                    self.steps[from].0 += sign * change;
                    self.steps[to - 1].1 += sign * change;
                }
            }
            let table = &mut self.change[row * self.total..(row + 1) * self.total];
            for feature in self.offset.windows(2).map(|w| w[0] as usize..w[1] as usize) {
                let mut sum = 0.0;
                for (change, (rise, fall)) in table[feature.clone()].iter_mut().zip(&self.steps[feature]) {
                    sum += rise;
                    *change += sum;
                    sum -= fall;
                }
            }
        }
    }
}

impl Log {
    /// The ranges of some entries, each with the change of a row.
    fn of(
        &self,
        (first, last): (u32, u32),
        row: usize,
        rows: usize,
    ) -> impl Iterator<Item = ((usize, usize), f64)> + '_ {
        let changes = self.changes[first as usize * rows..last as usize * rows].iter().skip(row).step_by(rows);
        let ranges = self.ranges[first as usize..last as usize].iter();
        ranges.zip(changes).map(|(&(from, to), &change)| ((from as usize, to as usize), change))
    }
}

impl Walk {
    /// Writes a small tree's rows at the point to `sums`. Writes its moves to the log: one to each leaf that only one
    /// feature excludes.
    fn small(
        &mut self,
        problem: &Problem,
        (tree, small): (&LevelTree, Small<'_>),
        levels: &[u32],
        offset: &[u32],
        sums: &mut [f64],
        log: &mut Log,
    ) {
        let (mut once, mut twice) = (0, 0);
        for cut in small.cuts() {
            let shut = if levels[cut.feature as usize] < cut.level { cut.above } else { cut.below };
            twice |= once & shut;
            once |= shut;
        }
        for (feature, by_level) in small.choices() {
            let shut = by_level[levels[feature] as usize];
            twice |= once & shut;
            once |= shut;
        }
        let own = !once & small.all();
        problem.leaf_rows(tree, &tree.nodes[small.node(own.trailing_zeros() as usize)], sums);
        for leaf in ones(once & !twice) {
            problem.leaf_rows(tree, &tree.nodes[small.node(leaf)], &mut self.leaf);
            if same(&self.leaf, sums) {
                continue;
            }
            for bound in small.bounds(leaf) {
                let feature = bound.feature as usize;
                let span = problem.span(bound);
                if !span.holds(levels[feature]) {
                    self.add(problem, offset[feature], feature, span, sums, log);
                    break;
                }
            }
        }
    }

    /// Walks one tree. Writes its rows at the point to `sums`, and its moves to the log.
    fn tree(
        &mut self,
        problem: &Problem,
        tree: &LevelTree,
        levels: &[u32],
        offset: &[u32],
        sums: &mut [f64],
        log: &mut Log,
    ) {
        self.arena.clear();
        let mut node = &tree.nodes[0];
        while node.feature < DEAD {
            let f = node.feature as usize;
            let span = match self.spans[f] {
                Some(span) => span,
                None => {
                    self.touched.push(node.feature);
                    problem.full(f, &mut self.arena)
                }
            };
            let Some(next) = problem.child(tree, node, levels[f]) else {
                node = &NOWHERE;
                break;
            };
            let [left, right] = problem.split(tree, node, span, &mut self.arena);
            let (own, other, away) =
                if next == node.left { (left, right, node.right) } else { (right, left, node.left) };
            if let Some(other) = other {
                self.stack.push((away, node.feature, other));
            }
            self.spans[f] = own.or(Some(span));
            node = &tree.nodes[next as usize];
        }
        for f in self.touched.drain(..) {
            self.spans[f as usize] = None;
        }
        problem.leaf_rows(tree, node, sums);
        while let Some((mut at, free, mut span)) = self.stack.pop() {
            loop {
                let node = &tree.nodes[at as usize];
                if node.feature >= DEAD {
                    problem.leaf_rows(tree, node, &mut self.leaf);
                    if !same(&self.leaf, sums) {
                        self.add(problem, offset[free as usize], free as usize, span, sums, log);
                    }
                    break;
                }
                if node.feature == free {
                    match problem.split(tree, node, span, &mut self.arena) {
                        [Some(left), right] => {
                            self.stack.extend(right.map(|s| (node.right, free, s)));
                            (at, span) = (node.left, left);
                        }
                        [None, Some(right)] => (at, span) = (node.right, right),
                        [None, None] => break,
                    }
                } else {
                    match problem.child(tree, node, levels[node.feature as usize]) {
                        Some(next) => at = next,
                        None => break,
                    }
                }
            }
        }
    }

    #[inline]
    fn add(&self, problem: &Problem, base: u32, feature: usize, span: Span, sums: &[f64], log: &mut Log) {
        let mut place = |from, to| {
            log.ranges.push((base + from, base + to));
            log.levels += u64::from(to - from);
            log.changes.extend(self.leaf.iter().zip(sums).map(|(l, s)| l - s));
        };
        match span {
            Span::Range(lo, hi) => place(lo, hi + 1),
            Span::Bits(mut bits) => {
                while bits != 0 {
                    let from = bits.trailing_zeros();
                    let length = (bits >> from).trailing_ones();
                    place(from, from + length);
                    bits &= if from + length < 64 { !0 << (from + length) } else { 0 };
                }
            }
            Span::Set(set) => {
                // Run by run: a large model has many trees over features of many levels.
                let word = |k: u32| self.arena[set as usize + k as usize / 64] >> (k % 64);
                let (mut k, levels) = (0, problem.vars[feature].levels() as u32);
                while k < levels {
                    let rest = 64 - k % 64;
                    k += word(k).trailing_zeros().min(rest);
                    let from = k;
                    while k < levels && word(k) & 1 == 1 {
                        k += word(k).trailing_ones();
                    }
                    if from < k {
                        place(from, k);
                    }
                }
            }
        }
    }
}

/// Whether two leaves have equal rows. Mostly there is one row.
#[inline(always)]
fn same(a: &[f64], b: &[f64]) -> bool {
    match (a, b) {
        ([a], [b]) => a == b,
        (a, b) => a == b,
    }
}
