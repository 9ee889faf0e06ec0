//! The problem of one search: vars, trees and rows, and the walk of a tree over levels. Every other file of this folder
//! reads a [`Problem`].

use super::compiled::{has, range, words, Compiled, FeatureLevels, LevelNode, LevelTree, TestKind, DEAD, LEAF};
use super::extra_outputs::ExtraOutputs;
use super::levels::Var;
use super::linear_constraints::LinearConstraints;
use super::quickscorer::{Bound, Small};
use super::target::{AcceptanceTest, Goal, ScoreRow};
use crate::tolerances::CERTAIN;
use espalier_model::ensemble::{Link, Side};
use espalier_model::schema::Kind;
use std::sync::Arc;

/// Minimise the sum of the vars' level costs so that every row is reached and no dead leaf is.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The model.
    pub compiled: Arc<Compiled>,
    /// Trees that stand for implications.
    pub extra: Vec<LevelTree>,
    /// By feature: its levels under the query.
    pub vars: Vec<Var>,
    /// By var.
    pub quick: Vec<Quick>,
    /// Whether all levels are the model's own.
    pub plain: bool,
    /// The sums that a point must reach.
    pub rows: Vec<ScoreRow>,
    /// Need of each row, less the base scores.
    pub need: Vec<f64>,
    /// The same without any easing, for programs of other solvers.
    pub exact: Vec<f64>,
    /// Tolerance of pruning for the rounding of a row sum.
    pub slack: f64,
    /// The most features that may change.
    pub max_changes: Option<usize>,
    /// The exact test that an incumbent must pass.
    pub goal: Goal,
    /// The scores beside the model's own that an answer reaches too. Their rows stand after the goal's.
    pub sides: Arc<[ExtraOutputs]>,
    /// The factual's raw row.
    pub factual: Vec<f64>,
    /// Rows over the features' own values.
    pub linear_constraints: Option<Arc<LinearConstraints>>,
    /// Where the highest score is searched for: a score that no point reaches. Levels then cost nothing, and a point costs its *regret*: the ceiling
    /// less its score, the sum of the one row.
    pub ceiling: Option<f64>,
    /// Whether linear constraints are widened by the rounding of limits on single numbers ([`Problem::lost`]), and the sides of hyperplanes overlap.
    /// The check forgives more.
    pub widened: bool,
}

/// The levels of a feature in a box while a tree is walked. `Range` has both bounds included. Unordered features have a
/// set, in one word where it fits, else as words in the walk's arena.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Span {
    /// The first level and the last one.
    Range(u32, u32),
    /// A set in one word.
    Bits(u64),
    /// A set in the walk's arena: its offset.
    Set(u32),
}

/// The facts on a var that the walk of a tree needs at each test.
#[derive(Clone, Copy, Debug)]
pub struct Quick {
    levels: u32,
    ordered: bool,
    /// The var can be missing or has refined cuts, so the slow walk is needed.
    special: bool,
    /// Whether its levels are the model's own.
    pub plain: bool,
}

impl Quick {
    /// How a walk reads this var.
    pub fn of(var: &Var, axis: &FeatureLevels) -> Quick {
        let special = var.missing || var.map.is_some();
        let plain = !special && var.ordered == axis.ordered && var.levels() == axis.levels;
        Quick { levels: var.levels() as u32, ordered: var.ordered, special, plain }
    }
}

impl Span {
    /// Whether the span contains a level. Only for ranges and sets in one word.
    #[inline(always)]
    pub fn holds(self, level: u32) -> bool {
        match self {
            Span::Range(lo, hi) => lo <= level && level <= hi,
            Span::Bits(bits) => bits >> level & 1 == 1,
            Span::Set(_) => unreachable!("a set in an arena"),
        }
    }
}

/// A set of all of so many levels, in the arena.
#[inline(never)]
fn full_set(levels: u32, arena: &mut Vec<u64>) -> Span {
    let at = arena.len();
    arena.extend((0..words(levels as usize)).map(|i| below(levels, i)));
    Span::Set(at as u32)
}

impl Problem {
    /// All trees: the model's, then those of implications.
    pub fn trees(&self) -> impl Iterator<Item = &LevelTree> {
        self.compiled.trees.iter().chain(&self.extra)
    }

    /// One of them.
    pub fn tree(&self, index: usize) -> &LevelTree {
        self.compiled.trees.get(index).unwrap_or_else(|| &self.extra[index - self.compiled.trees.len()])
    }

    /// A tree as leaf sets, if it is small and this problem's levels are the model's own.
    #[inline(always)]
    pub fn small(&self, tree: usize) -> Option<Small<'_>> {
        let small = self.compiled.leaf_sets.small(tree)?;
        (self.plain || small.features().iter().all(|f| self.quick[*f as usize].plain)).then_some(small)
    }

    /// The levels of a bound.
    #[inline(always)]
    pub fn span(&self, bound: &Bound) -> Span {
        match self.quick[bound.feature as usize].ordered {
            true => Span::Range(bound.low, bound.high),
            false => Span::Bits(bound.set()),
        }
    }

    /// Number of rows of the heuristics. Where implications or missing values can make dead leaves, there is one more
    /// row, in which a dead leaf counts -1.
    pub fn soft_rows(&self) -> usize {
        self.rows.len() + usize::from(!self.extra.is_empty() || self.vars.iter().any(|v| v.missing))
    }

    /// A leaf's value in every row, written to `out` (`rows` or `soft_rows` numbers).
    #[inline(always)]
    pub fn leaf_rows(&self, tree: &LevelTree, node: &LevelNode, out: &mut [f64]) {
        match (&mut *out, self.rows.as_slice(), node.feature) {
            ([out], [row], LEAF) => {
                let values = &tree.values[node.test as usize * tree.width..][..tree.width];
                *out = match tree.output {
                    Some(output) => row.coef[output] * values[0],
                    None => row.coef[tree.first..].iter().zip(values).map(|(c, v)| c * v).sum(),
                };
            }
            _ => self.all_leaf_rows(tree, node, out),
        }
    }

    /// The same for any number of rows, and not inlined.
    #[inline(never)]
    pub(crate) fn all_leaf_rows(&self, tree: &LevelTree, node: &LevelNode, out: &mut [f64]) {
        if node.feature == DEAD {
            out.fill(0.0);
            if let Some(last) = out.get_mut(self.rows.len()) {
                *last = -1.0;
            }
            return;
        }
        let at = node.test as usize * tree.width;
        for (o, row) in out.iter_mut().zip(&self.rows) {
            *o = match tree.output {
                Some(output) => row.coef[output] * tree.values[at],
                None => row.coef[tree.first..].iter().zip(&tree.values[at..at + tree.width]).map(|(c, v)| c * v).sum(),
            };
        }
        if let Some(last) = out.get_mut(self.rows.len()) {
            *last = 0.0;
        }
    }

    /// Need of a row of the heuristics.
    pub fn soft_need(&self, row: usize) -> f64 {
        self.need.get(row).copied().unwrap_or(0.0)
    }

    /// The leaf of a point.
    #[inline]
    pub fn leaf<'t>(&self, tree: &'t LevelTree, levels: &[u32]) -> &'t LevelNode {
        let mut node = &tree.nodes[0];
        while node.feature < DEAD {
            node = match self.child(tree, node, levels[node.feature as usize]) {
                Some(next) => &tree.nodes[next as usize],
                None => &NOWHERE,
            };
        }
        node
    }

    /// The child of a node for a level. `None` where the tree has no rule for a missing value.
    #[inline(always)]
    pub fn child(&self, tree: &LevelTree, node: &LevelNode, level: u32) -> Option<u32> {
        if self.quick[node.feature as usize].special {
            return self.special_child(tree, node, level);
        }
        let left = match node.kind {
            TestKind::Cut | TestKind::Level => level < node.test,
            TestKind::Set => has(&tree.sets[node.test as usize..], level as usize),
            TestKind::Ranges => return self.special_child(tree, node, level),
        };
        Some(if left { node.left } else { node.right })
    }

    #[cold]
    fn special_child(&self, tree: &LevelTree, node: &LevelNode, level: u32) -> Option<u32> {
        let var = &self.vars[node.feature as usize];
        if var.missing && level as usize + 1 == var.levels() {
            return node.missing.map(|side| if side == Side::Left { node.left } else { node.right });
        }
        let left = match node.kind {
            TestKind::Cut => level < var.cut(node.test),
            TestKind::Level => level < node.test,
            TestKind::Set => has(&tree.sets[node.test as usize..], level as usize),
            TestKind::Ranges => ranges(tree, node, var).any(|(from, to)| from <= level && level < to),
        };
        Some(if left { node.left } else { node.right })
    }

    /// Row sums (`soft_rows` numbers) of some trees at a point, without the base.
    pub fn sums(&self, trees: impl Iterator<Item = usize>, levels: &[u32], out: &mut [f64]) {
        out.fill(0.0);
        let mut part = [0.0; 8];
        let mut long;
        let part: &mut [f64] = if out.len() <= 8 {
            &mut part[..out.len()]
        } else {
            long = vec![0.0; out.len()];
            &mut long
        };
        for t in trees {
            let tree = self.tree(t);
            let node = match self.small(t) {
                Some(small) => &tree.nodes[small.node(small.leaf(levels))],
                None => self.leaf(tree, levels),
            };
            self.leaf_rows(tree, node, part);
            for (o, p) in out.iter_mut().zip(part.iter()) {
                *o += p;
            }
        }
    }

    /// The separable cost of a point, summed in the order of the features.
    pub fn cost(&self, levels: &[u32]) -> f64 {
        self.vars.iter().zip(levels).map(|(v, &k)| v.cost[k as usize]).sum()
    }

    /// The cost of a point: its separable cost, or its regret by the reference predictor's raw scores.
    pub fn price(&self, levels: &[u32]) -> f64 {
        let Some(ceiling) = self.ceiling else { return self.cost(levels) };
        let raw = self.compiled.ensemble.raw(&self.point(levels));
        raw.map_or(f64::INFINITY, |raw| ceiling - self.rows[0].coef.iter().zip(raw).map(|(c, r)| c * r).sum::<f64>())
    }

    /// The least sum of a row that counts, by its need (less some trees): that of points below the cutoff, where the cost is the regret.
    #[inline]
    pub fn floor(&self, need: f64, cutoff: f64) -> f64 {
        need - self.slack - self.ceiling.map_or(0.0, |_| cutoff)
    }

    /// Number of features that a point changes.
    pub fn changes(&self, levels: &[u32]) -> usize {
        self.vars.iter().zip(levels).filter(|(v, &k)| v.changed[k as usize]).count()
    }

    /// The raw row of a point.
    pub fn point(&self, levels: &[u32]) -> Vec<f64> {
        let mut row = self.factual.clone();
        for ((var, &level), feature) in self.vars.iter().zip(levels).zip(&self.compiled.schema.features) {
            let level = level as usize;
            // Neither level of a feature that stands for a hyperplane is a change.
            if !var.changed[level] && !matches!(feature.kind, Kind::Binary { .. }) {
                continue;
            }
            match &feature.kind {
                Kind::OneHot { columns, .. } => {
                    for (i, &c) in columns.iter().enumerate() {
                        row[c] = if i == level { 1.0 } else { 0.0 };
                    }
                }
                _ => row[feature.columns()[0]] = var.value[level],
            }
        }
        row
    }

    /// Whether a point is an answer: it keeps the limits that are not in the levels, and the reference predictor gives
    /// the target.
    pub fn accepts(&self, levels: &[u32]) -> bool {
        self.max_changes.is_none_or(|k| self.changes(levels) <= k) && self.on_target(levels)
    }

    /// Whether a point has the target and breaks no rule. The limit on changes is not checked.
    pub fn on_target(&self, levels: &[u32]) -> bool {
        self.extra.iter().all(|t| self.leaf(t, levels).feature != DEAD) && self.predicts(&self.point(levels))
    }

    /// Whether every point with at least these row sums has the target, for any rounding of the model's library.
    #[inline(never)]
    pub fn surely(&self, sums: &[f64]) -> bool {
        let ensemble = &self.compiled.ensemble;
        // Different scores may round to the same probability.
        if ensemble.link == Link::OneVsRest || self.sides.iter().any(|side| !side.is_sure_by_rows()) {
            return false;
        }
        let rounding = self.rounding();
        let over = |row: usize| sums[row] - self.need[row] - self.slack - self.rows[row].eased - rounding;
        // The first rows of a softmax are the leads over the rivals.
        let leads = self.goal.rivals().unwrap_or(0);
        let rivals: f64 = (0..leads).map(|row| (-(over(row) + self.rows[row].need)).exp()).sum();
        let others = (leads..self.rows.len()).all(|row| over(row) > 0.0);
        match self.goal.test {
            AcceptanceTest::Softmax { p } if leads > 0 => others && 1.0 / (1.0 + rivals) >= p * (1.0 + CERTAIN),
            AcceptanceTest::Odds { least, .. } if leads > 0 => others && -rivals.ln() >= least + CERTAIN,
            _ => others,
        }
    }

    /// Whether points that reach all rows may still miss the target or a score beside it.
    pub fn only_necessary(&self) -> bool {
        self.goal.only_necessary() || self.sides.iter().any(ExtraOutputs::only_necessary)
    }

    /// Largest difference between a library's own sum of a row and the sum in double precision.
    pub fn rounding(&self) -> f64 {
        self.sides.iter().map(|side| side.rounding).fold(self.goal.rounding, f64::max)
    }

    /// Whether a row has the target, and reaches the scores beside it.
    pub fn predicts(&self, row: &[f64]) -> bool {
        let schema = &self.compiled.schema.features;
        self.goal.reached(&self.compiled.ensemble, row)
            && self.sides.iter().all(|side| side.reached(schema, &self.factual, row))
    }

    /// The whole span of a feature. Large sets take their words from the arena.
    #[inline(always)]
    pub fn full(&self, feature: usize, arena: &mut Vec<u64>) -> Span {
        let var = self.quick[feature];
        match (var.ordered, var.levels) {
            (true, n) => Span::Range(0, n - 1),
            (false, n @ 0..=64) => Span::Bits(below(n, 0)),
            (false, n) => full_set(n, arena),
        }
    }

    /// The parts of a span that go left and right at a node. `None` for an empty part.
    #[inline(always)]
    pub fn split(&self, tree: &LevelTree, node: &LevelNode, span: Span, arena: &mut Vec<u64>) -> [Option<Span>; 2] {
        let Span::Range(lo, hi) = span else { return self.split_set(tree, node, span, arena) };
        let mut cut = node.test;
        if self.quick[node.feature as usize].special && node.kind == TestKind::Cut {
            cut = self.vars[node.feature as usize].cut(cut);
        }
        let left = (lo < cut).then(|| Span::Range(lo, hi.min(cut.wrapping_sub(1))));
        let right = (hi >= cut).then(|| Span::Range(lo.max(cut), hi));
        [left, right]
    }

    #[inline(never)]
    fn split_set(&self, tree: &LevelTree, node: &LevelNode, span: Span, arena: &mut Vec<u64>) -> [Option<Span>; 2] {
        match span {
            Span::Range(..) => unreachable!("ranges are split in place"),
            Span::Bits(bits) => {
                let [left, right] = self.split_word(tree, node, bits, 0);
                [(left != 0).then_some(Span::Bits(left)), (right != 0).then_some(Span::Bits(right))]
            }
            Span::Set(at) => {
                let w = words(self.vars[node.feature as usize].levels());
                let offset = arena.len();
                arena.resize(offset + 2 * w, 0);
                for i in 0..w {
                    [arena[offset + i], arena[offset + w + i]] = self.split_word(tree, node, arena[at as usize + i], i);
                }
                [offset, offset + w].map(|o| arena[o..o + w].iter().any(|x| *x != 0).then_some(Span::Set(o as u32)))
            }
        }
    }

    /// The parts of word `i` of a set that go left and right at a node.
    #[inline]
    fn split_word(&self, tree: &LevelTree, node: &LevelNode, word: u64, i: usize) -> [u64; 2] {
        let var = &self.vars[node.feature as usize];
        let left = match node.kind {
            TestKind::Cut => below(var.cut(node.test), i),
            TestKind::Level => below(node.test, i),
            TestKind::Set => tree.sets[node.test as usize + i],
            TestKind::Ranges => ranges(tree, node, var).fold(0, |set, (from, to)| set | below(to, i) & !below(from, i)),
        };
        if !var.missing {
            return [word & left, word & !left];
        }
        // The last level is "missing". It goes to the node's side for missing values, or nowhere.
        let present = below(var.levels() as u32 - 1, i);
        let missing = word & !present;
        let to = |side| if node.missing == Some(side) { missing } else { 0 };
        [word & left & present | to(Side::Left), word & !left & present | to(Side::Right)]
    }

    /// The cheapest allowed level of a span.
    #[inline(always)]
    pub fn cheapest(&self, feature: usize, span: Span, arena: &[u64]) -> Option<u32> {
        match span {
            Span::Range(lo, hi) => self.vars[feature].cheapest(lo, hi),
            Span::Bits(bits) => self.cheapest_of(feature, |k| bits >> k & 1 == 1),
            Span::Set(at) => self.cheapest_of(feature, |k| has(&arena[at as usize..], k)),
        }
    }

    #[inline(never)]
    fn cheapest_of(&self, feature: usize, holds: impl Fn(usize) -> bool) -> Option<u32> {
        let var = &self.vars[feature];
        if var.least().is_finite() && holds(var.best as usize) {
            return Some(var.best);
        }
        (0..var.levels())
            .filter(|&k| holds(k) && var.cost[k].is_finite())
            .min_by(|&a, &b| var.cost[a].total_cmp(&var.cost[b]))
            .map(|k| k as u32)
    }
}

/// The leaf of a missing value without a rule.
pub static NOWHERE: LevelNode =
    LevelNode { feature: DEAD, test: LEAF, kind: TestKind::Cut, missing: None, left: 0, right: 0 };

/// The levels that go left at a node of [`TestKind::Ranges`], the lower bound included and the upper one not.
fn ranges<'a>(tree: &'a LevelTree, node: &LevelNode, var: &'a Var) -> impl Iterator<Item = (u32, u32)> + 'a {
    let at = node.test as usize;
    let words = &tree.sets[at + 1..at + 1 + tree.sets[at] as usize];
    words.iter().map(|&word| range(word)).map(|(from, to)| (var.cut(from), var.cut(to)))
}

/// Word `i` of the set of all levels below `count`.
fn below(count: u32, i: usize) -> u64 {
    let from = i as u32 * 64;
    match count.saturating_sub(from) {
        0 => 0,
        n if n >= 64 => !0,
        n => (1 << n) - 1,
    }
}

impl Var {
    /// Levels below this go left at a cut.
    #[inline]
    pub fn cut(&self, test: u32) -> u32 {
        match &self.map {
            None => test,
            Some(map) => map[test as usize],
        }
    }
}
