//! The OCEAN formulation with hyperplane splits (Parmentier & Vidal 2021, supplement, (38) to (41)) and linear
//! constraints.
//!
//! Levels (`milp/formulation`) cannot express sums of real features. Here a real feature is its scaled change up and
//! down, as in the linear program search. The coordinates and rows are those of that search. Each test of the trees is
//! a binary column, "goes right". The binary of a hyperplane turns on one of two rows, with the smallest big M that the
//! features' bounds allow. The cuts of one feature bound its changes by all their binaries together. That needs no big
//! M and is as tight as levels are.

use crate::milp::{
    number, safe, safe_part, unique, ColumnMeaning, Domain, Feasible, Formulation, ProgramKind, Purpose, RowMeaning,
};
use espalier_engines::lp_search::{shares, Encoding, Hulls, LpModel, LpNode, LpTestKind, LEAF};
use espalier_engines::tolerances::{APART, OVERLAP};
use espalier_model::ensemble::{Compare, Side};
use espalier_model::query::hull::Ball;
use espalier_numerics::sorting::sort_by;
use std::collections::HashSet;

/// A constant and a sum over columns.
#[derive(Clone, Debug, Default)]
struct LinearExpression {
    constant: f64,
    terms: Vec<(u32, f64)>,
}

impl LinearExpression {
    fn of(column: u32) -> LinearExpression {
        LinearExpression { constant: 0.0, terms: vec![(column, 1.0)] }
    }

    /// Adds `by` times this sum to a row and its right-hand side.
    fn add(&self, by: f64, row: &mut Vec<(u32, f64)>, side: &mut f64) {
        row.extend(self.terms.iter().map(|&(c, a)| (c, by * a)));
        *side -= by * self.constant;
    }
}

/// A node of a tree with live leaves.
#[derive(Clone, Copy)]
struct Met {
    node: u32,
    /// The place of the node above, in the list of visited nodes.
    above: usize,
    /// The test between the two, and whether this node is on its right.
    test: Option<(u32, bool)>,
}

/// The decision that a column stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum ColumnDecision {
    /// The side of a test. 1 is right.
    Test(u32),
    /// Whether a feature has a level. 1 is left.
    Is(u32),
    /// The whole number of a feature, counted from this number.
    Whole(usize, f64),
}

/// The program, with the places of the frame's columns, tests and leaves in it.
#[derive(Debug)]
pub(super) struct HyperplaneProgram {
    pub form: Formulation,
    /// By test: the sum that is 1 where a point goes right. `None` for tests of no tree.
    right: Vec<Option<LinearExpression>>,
    /// By tree: the column of its first leaf.
    flows: Vec<u32>,
    purpose: Purpose,
    /// The integer columns and their decisions.
    branches: Vec<(u32, ColumnDecision)>,
    kind: ProgramKind,
    taken: HashSet<String>,
    rows: HashSet<String>,
    words: Vec<String>,
}

impl HyperplaneProgram {
    /// The program of one frame for each goal.
    pub fn new(frames: &[LpModel], kind: ProgramKind, purpose: Purpose) -> HyperplaneProgram {
        let lp = &frames[0];
        let mut program = HyperplaneProgram {
            form: Formulation::blank(),
            right: vec![None; lp.forest.kinds.len()],
            flows: Vec::new(),
            purpose,
            branches: Vec::new(),
            kind,
            taken: HashSet::new(),
            rows: HashSet::new(),
            words: Vec::new(),
        };
        // With several goals, some leaves are needed although one goal alone has no use for them.
        let settled = |mut root: LpNode| (purpose == Purpose::Written || root.propagate(lp)).then_some(root);
        let Some(root) = LpNode::root(lp).and_then(settled) else {
            program.row("impossible", Vec::new(), 1.0, f64::INFINITY);
            return program;
        };
        program.form.constant = lp.program.fixed;
        program.features(lp, &root);
        program.tests(lp, &root);
        program.limits(lp);
        program.hulls(lp);
        match kind {
            ProgramKind::Paper => program.flows(lp, &root),
            ProgramKind::Levels => program.leaves(lp, &root),
        }
        program.scores(frames, &root);
        program
    }

    /// Adds a column. Column `c` of the frame is column `c` here.
    fn column(&mut self, name: String, domain: Domain, cost: f64, upper: f64) -> u32 {
        self.form.named_column(unique(name, &mut self.taken), domain, cost, upper)
    }

    /// The numbers of the tests' columns. Where the turns are whole, the tests follow.
    fn tests_in(&self) -> Domain {
        match self.kind {
            ProgramKind::Levels => Domain::Whole,
            ProgramKind::Paper => Domain::Real,
        }
    }

    fn row(&mut self, name: &str, entries: Vec<(u32, f64)>, low: f64, high: f64) {
        let name = unique(name.to_string(), &mut self.rows);
        self.form.named_row(name, Feasible::Perhaps, entries, low, high);
    }

    /// A row that can be met for every choice of the tests.
    fn met(&mut self, name: &str, entries: Vec<(u32, f64)>, low: f64, high: f64) {
        let name = unique(name.to_string(), &mut self.rows);
        self.form.named_row(name, Feasible::Always, entries, low, high);
    }

    fn features(&mut self, lp: &LpModel, root: &LpNode) {
        let mut names = vec![("largest_change".to_string(), Domain::Real); lp.program.width()];
        let mut taken = HashSet::new();
        for (f, feature) in lp.schema().iter().enumerate() {
            self.words.push(unique(safe(&feature.name), &mut taken));
            let word = &self.words[f];
            match lp.encodings[f] {
                Encoding::Number { coord, charged, .. } => {
                    for c in lp.program.columns(coord) {
                        names[c].0 = format!("{word}_{}", if lp.program.sign[c] > 0.0 { "up" } else { "down" });
                    }
                    for (test, name) in charged.into_iter().flatten().zip(["rises", "falls"]) {
                        if let LpTestKind::Charged(_, _, share) = lp.forest.kinds[test as usize] {
                            self.branches.push((lp.program.columns(share).start as u32, ColumnDecision::Test(test)));
                            names[lp.program.columns(share).start] = (format!("{word}_{name}"), Domain::Whole);
                        }
                    }
                }
                Encoding::Levels { first, base, count, is, .. } => {
                    for (k, g) in shares(first, base, count as usize) {
                        self.branches.push((lp.program.columns(g).start as u32, ColumnDecision::Is(is + k as u32)));
                        let label = feature.label(k).map(safe_part).unwrap_or_default();
                        names[lp.program.columns(g).start] = (format!("{word}_is_{label}"), Domain::Whole);
                    }
                }
            }
        }
        for (c, (name, domain)) in names.into_iter().enumerate() {
            self.column(name, domain, lp.program.cost[c], lp.program.upper[c]);
        }
        for (f, place) in lp.encodings.iter().enumerate() {
            let word = self.words[f].clone();
            match *place {
                Encoding::Levels { first, base, flags, count, .. } => {
                    let allowed = |k: u32| root.allowed[(flags + k) as usize];
                    let mut all = Vec::new();
                    for (k, g) in shares(first, base, count as usize) {
                        let c = lp.program.columns(g).start as u32;
                        all.push((c, 1.0));
                        if !allowed(k as u32) {
                            self.form.upper[c as usize] = 0.0;
                        }
                    }
                    if !allowed(base) {
                        self.row(&format!("{word}_changes"), all, 1.0, f64::INFINITY);
                    }
                }
                Encoding::Number { coord, origin, scale, whole: true, .. } => {
                    let (lo, hi) = (root.lo[f], root.hi[f]);
                    let column = self.column(format!("{word}_whole"), Domain::Whole, 0.0, hi - lo);
                    let mut entries: Vec<_> =
                        lp.program.columns(coord).map(|c| (c as u32, lp.program.sign[c] * scale)).collect();
                    entries.push((column, -1.0));
                    self.row(&format!("{word}_whole"), entries, lo - origin, lo - origin);
                    self.branches.push((column, ColumnDecision::Whole(f, lo)));
                }
                Encoding::Number { .. } => {}
            }
        }
    }

    /// The binary columns of tests.
    fn tests(&mut self, lp: &LpModel, root: &LpNode) {
        let forest = &lp.forest;
        for f in 0..lp.encodings.len() {
            self.cuts(lp, root, f);
        }
        for test in (0..forest.kinds.len() as u32).filter(|&t| !forest.uses[t as usize].is_empty()) {
            let right = match forest.kinds[test as usize] {
                LpTestKind::Plane => self.plane(lp, root, test),
                LpTestKind::Levels(f, at) => {
                    let Encoding::Levels { first, base, count, .. } = lp.encodings[f as usize] else { continue };
                    let goes = |k: usize| !forest.left_levels[at as usize + k];
                    let stays = f64::from(u8::from(goes(base as usize)));
                    let column = |g: u32| lp.program.columns(g).start as u32;
                    let all = shares(first, base, count as usize);
                    let terms = all.map(|(k, g)| (column(g), f64::from(u8::from(goes(k))) - stays));
                    LinearExpression { constant: stays, terms: terms.filter(|t| t.1 != 0.0).collect() }
                }
                LpTestKind::Axis(..) | LpTestKind::Charged(..) => continue,
            };
            self.right[test as usize] = Some(right);
        }
    }

    /// The cuts of a numeric feature, and the bounds that they put on its changes.
    fn cuts(&mut self, lp: &LpModel, root: &LpNode, f: usize) {
        let Encoding::Number { coord, .. } = lp.encodings[f] else { return };
        let forest = &lp.forest;
        let (low, high) = lp.encodings[f].ends(root.lo[f], root.hi[f]);
        let mut cuts: Vec<(f64, u32)> = forest.of_feature[f]
            .iter()
            .filter(|&&t| !forest.uses[t as usize].is_empty())
            .filter_map(|&t| match forest.kinds[t as usize] {
                LpTestKind::Axis(_, below, _) if root.hi[f] <= below => {
                    self.right[t as usize] = Some(LinearExpression::default());
                    None
                }
                LpTestKind::Axis(_, _, above) if root.lo[f] >= above => {
                    self.right[t as usize] = Some(LinearExpression { constant: 1.0, terms: Vec::new() });
                    None
                }
                LpTestKind::Axis(_, below, _) => Some((below, t)),
                _ => None,
            })
            .collect();
        sort_by(&mut cuts, |a, b| a.0.total_cmp(&b.0));
        let word = self.words[f].clone();
        let columns: Vec<u32> = cuts
            .iter()
            .map(|&(below, t)| {
                let column = self.column(format!("{word}_above_{}", number(below)), self.tests_in(), 0.0, 1.0);
                self.branches.push((column, ColumnDecision::Test(t)));
                self.right[t as usize] = Some(LinearExpression::of(column));
                column
            })
            .collect();
        for pair in columns.windows(2) {
            self.met(&format!("{word}_order"), vec![(pair[0], 1.0), (pair[1], -1.0)], 0.0, f64::INFINITY);
        }
        // The bounds of every cell: below the first cut, between cuts, and above the last one.
        let tests = || cuts.iter().map(|c| lp.program.rows.pairs[c.1 as usize]);
        let bottoms: Vec<f64> = std::iter::once(low).chain(tests().map(|t| t.right)).collect();
        let tops: Vec<f64> = tests().map(|t| t.left).chain([high]).collect();
        for (sign, name, inner, outer) in [(1.0, "up", &bottoms, &tops), (-1.0, "down", &tops, &bottoms)] {
            let size = |ends: &[f64], k: usize| (sign * ends[k]).max(0.0);
            for (ends, least) in [(inner, true), (outer, false)] {
                let own = lp.program.columns(coord).filter(|&c| lp.program.sign[c] == sign).map(|c| (c as u32, 1.0));
                let steps = columns.iter().enumerate().map(|(k, &c)| (c, size(ends, k) - size(ends, k + 1)));
                let entries: Vec<_> = own.chain(steps).collect();
                let side = size(ends, 0);
                let (from, to) = if least { (side, f64::INFINITY) } else { (f64::NEG_INFINITY, side) };
                if columns.is_empty() && (!least || side == 0.0) {
                    continue;
                }
                self.met(&format!("{word}_{name}_{}", if least { "least" } else { "most" }), entries, from, to);
            }
        }
    }

    /// A hyperplane: `a z` is at most one limit where a point goes left, and at least the other where it goes right.
    fn plane(&mut self, lp: &LpModel, root: &LpNode, test: u32) -> LinearExpression {
        let t = lp.program.rows.pairs[test as usize];
        let coefs = lp.program.rows.coefs(test);
        let (mut left, mut right) = (t.left, t.right);
        if left.is_infinite() {
            return LinearExpression { constant: if left > 0.0 { 0.0 } else { 1.0 }, terms: Vec::new() };
        }
        if let Some(exact) = lp.forest.exact.iter().find(|e| self.purpose == Purpose::Written && e.test == test) {
            let border = 0.5 * (left + right);
            let near = 0.5 * (left - right).abs() + OVERLAP;
            (left, right) = match exact.compare {
                Compare::LessEqual => (border + near, border + APART),
                Compare::Less => (border - APART, border - near),
            };
        }
        let (least, most) = reach(lp, root, coefs);
        let entries = |sign: f64| -> Vec<(u32, f64)> {
            let all = coefs
                .iter()
                .flat_map(|&(g, a)| lp.program.columns(g).map(move |c| (c as u32, sign * lp.program.sign[c] * a)));
            all.collect()
        };
        let name = format!("plane{test}");
        if most < right {
            if most > left {
                self.row(&format!("{name}_left"), entries(1.0), f64::NEG_INFINITY, left);
            }
            return LinearExpression::default();
        }
        if least > left {
            if least < right {
                self.row(&format!("{name}_right"), entries(1.0), right, f64::INFINITY);
            }
            return LinearExpression { constant: 1.0, terms: Vec::new() };
        }
        let column = self.column(name.clone(), self.tests_in(), 0.0, 1.0);
        self.branches.push((column, ColumnDecision::Test(test)));
        let mut row = entries(1.0);
        row.push((column, -(most - left)));
        self.row(&format!("{name}_left"), row, f64::NEG_INFINITY, left);
        let mut row = entries(1.0);
        row.push((column, -(right - least)));
        self.row(&format!("{name}_right"), row, least, f64::INFINITY);
        LinearExpression::of(column)
    }

    /// The rows that always hold.
    fn limits(&mut self, lp: &LpModel) {
        for &row in lp.always.iter().chain(&lp.within) {
            let (sign, limit) = lp.program.rows.limit(row);
            let coefs = lp.program.rows.coefs(row / 2).iter();
            let entries = coefs
                .flat_map(|&(g, a)| lp.program.columns(g).map(move |c| (c as u32, sign * a * lp.program.sign[c])))
                .collect();
            if limit < f64::INFINITY {
                self.row(&format!("limit{}", row / 2), entries, f64::NEG_INFINITY, limit);
            }
        }
    }

    /// The hulls (Maragno et al. 2022, equation (3)). Each background row has a column, its weight. Several hulls have
    /// a binary each. By coordinate, columns hold the point's distance above and below the weighted rows. In `l1` their
    /// sum is within the distance, and in `linf` each of them.
    fn hulls(&mut self, lp: &LpModel) {
        let Some(hulls) = Hulls::new(lp) else { return };
        let clouds = hulls.clouds();
        let mut rows: Vec<Vec<(u32, f64)>> = vec![Vec::new(); hulls.coordinates().len()];
        let mut chosen = Vec::new();
        for (h, cloud) in clouds.iter().enumerate() {
            let mut all = Vec::new();
            for (number, point) in cloud.rows.iter().zip(cloud.points.chunks(cloud.dim)) {
                let weight = self.column(format!("hull{h}_row{number}"), Domain::Real, 0.0, 1.0);
                all.push((weight, 1.0));
                let parts = rows.iter_mut().zip(point).filter(|(_, p)| **p != 0.0);
                parts.for_each(|(row, p)| row.push((weight, -p)));
            }
            let mut total = 1.0;
            if clouds.len() > 1 {
                let choice = self.column(format!("hull{h}"), Domain::Whole, 0.0, 1.0);
                chosen.push((choice, 1.0));
                all.push((choice, -1.0));
                total = 0.0;
            }
            self.row(&format!("hull{h}_weights"), all, total, total);
        }
        if clouds.len() != 1 {
            self.row("one_hull", chosen, 1.0, 1.0);
        }
        let Some((epsilon, ball)) = clouds.first().map(|cloud| (cloud.epsilon, cloud.ball)) else { return };
        let paid = lp.far().map(|g| lp.program.columns(g).start as u32);
        let epsilon = paid.map_or(epsilon, |_| f64::INFINITY);
        let mut off = Vec::new();
        for (i, (mut row, parts)) in rows.into_iter().zip(hulls.coordinates()).enumerate() {
            let columns = |&(g, a): &(u32, f64)| lp.program.columns(g).map(move |c| (c as u32, lp.program.sign[c] * a));
            row.extend(parts.iter().flat_map(columns));
            if epsilon > 0.0 {
                for (name, by) in [("over", -1.0), ("under", 1.0)] {
                    let column = self.column(format!("hull_{name}_{i}"), Domain::Real, 0.0, epsilon);
                    row.push((column, by));
                    off.push((column, 1.0));
                }
            }
            self.row(&format!("hull_{i}"), row, 0.0, 0.0);
        }
        if let Some(paid) = paid {
            let bounds = if ball == Ball::L1 { vec![off] } else { off.into_iter().map(|one| vec![one]).collect() };
            for mut row in bounds {
                row.push((paid, -1.0));
                self.row("hull_price", row, f64::NEG_INFINITY, 0.0);
            }
        } else if ball == Ball::L1 && epsilon > 0.0 {
            self.row("hull_distance", off, f64::NEG_INFINITY, epsilon);
        }
    }

    /// The flows of trees through all nodes, as in the paper's (8) to (12). A written file has a binary for each tree
    /// and depth, which a relaxation does not need. Leaf `l` of the frame is `first + l`.
    fn flows(&mut self, lp: &LpModel, root: &LpNode) {
        let forest = &lp.forest;
        for (t, &at) in forest.trees.iter().enumerate() {
            let (t, top) = (t as u32, forest.nodes[at as usize]);
            let first = self.form.columns.len() as u32;
            for leaf in top.first..top.end {
                let open = f64::from(u8::from(root.alive(leaf)));
                self.form.column(ColumnMeaning::Leaf(t, forest.numbers[leaf as usize]), 0.0, open);
            }
            self.flows.push(first);
            // The nodes with live leaves.
            let mut met: Vec<Met> = Vec::new();
            let mut below: Vec<Vec<usize>> = Vec::new();
            let mut stack = vec![Met { node: at, above: 0, test: None }];
            while let Some(m) = stack.pop() {
                let node = forest.nodes[m.node as usize];
                if !root.any(node.first, node.end) {
                    continue;
                }
                let place = met.len();
                if place > 0 {
                    below[m.above].push(place);
                }
                met.push(m);
                below.push(Vec::new());
                if node.test != LEAF {
                    stack.push(Met { node: node.right, above: place, test: Some((node.test, true)) });
                    stack.push(Met { node: node.left, above: place, test: Some((node.test, false)) });
                }
            }
            // Each node's flow is that of the nearest node, at or below it, that has two sides or is a leaf.
            let mut carries: Vec<usize> = (0..met.len()).collect();
            for place in (0..met.len()).rev() {
                if let [only] = below[place][..] {
                    carries[place] = carries[only];
                }
            }
            let mut column = vec![0; met.len()];
            for place in (0..met.len()).filter(|&p| carries[p] == p) {
                let node = forest.nodes[met[place].node as usize];
                column[place] = match node.test {
                    LEAF => first + node.first - top.first,
                    _ => self.form.column(ColumnMeaning::Node(t, met[place].node - at), 0.0, 1.0),
                };
            }
            let flow = |place: usize| column[carries[place]];
            self.form.rows.push(RowMeaning::OneLeaf(t), met.first().map(|_| (flow(0), 1.0)), 1.0, 1.0);
            let mut depth = vec![0; met.len()];
            let mut turns: Vec<[Vec<u32>; 2]> = Vec::new();
            for place in 0..met.len() {
                let Met { node, above, test } = met[place];
                if place > 0 {
                    depth[place] = depth[above] + usize::from(below[above].len() > 1);
                }
                let number = node - at;
                if let Some((test, is_right)) = test {
                    if let Some(right) = self.right[test as usize].clone() {
                        let (mut row, mut side) = (vec![(flow(place), 1.0)], if is_right { 0.0 } else { 1.0 });
                        right.add(if is_right { -1.0 } else { 1.0 }, &mut row, &mut side);
                        self.form.rows.push(RowMeaning::Step(t, number), row, f64::NEG_INFINITY, side);
                    }
                }
                let [left, right] = below[place][..] else { continue };
                let row = [(flow(place), 1.0), (flow(left), -1.0), (flow(right), -1.0)];
                self.form.rows.push(RowMeaning::Flow(t, number), row, 0.0, 0.0);
                if turns.len() <= depth[place] {
                    turns.resize(depth[place] + 1, Default::default());
                }
                turns[depth[place]][0].push(flow(left));
                turns[depth[place]][1].push(flow(right));
            }
            if self.purpose == Purpose::Written {
                self.form.turns(t, turns);
            }
        }
    }

    /// The leaves of trees; leaf `l` of the frame is `first + l`.
    fn leaves(&mut self, lp: &LpModel, root: &LpNode) {
        let forest = &lp.forest;
        for (t, &at) in forest.trees.iter().enumerate() {
            let top = forest.nodes[at as usize];
            let mut all = Vec::new();
            for leaf in top.first..top.end {
                let open = f64::from(u8::from(root.alive(leaf)));
                let name = format!("tree{t}_leaf{}", forest.numbers[leaf as usize]);
                all.push((self.column(name, Domain::Real, 0.0, open), 1.0));
            }
            let flow = all.clone();
            self.row(&format!("tree{t}_one_leaf"), all, 1.0, 1.0);
            let mut stack = vec![at];
            let mut sides: Vec<(u32, [Vec<u32>; 2])> = Vec::new();
            while let Some(at) = stack.pop() {
                let node = forest.nodes[at as usize];
                if node.test == LEAF {
                    continue;
                }
                let mid = forest.nodes[node.right as usize].first;
                let entry = match sides.iter().position(|s| s.0 == node.test) {
                    Some(i) => i,
                    None => {
                        sides.push((node.test, [Vec::new(), Vec::new()]));
                        sides.len() - 1
                    }
                };
                sides[entry].1[0].extend(node.first..mid);
                sides[entry].1[1].extend(mid..node.end);
                stack.extend([node.left, node.right]);
            }
            for (test, mut both) in sides {
                // Leaves of a test that occurs again below itself.
                for leaves in &mut both {
                    leaves.sort_unstable();
                    leaves.dedup();
                }
                let Some(right) = self.right[test as usize].clone() else { continue };
                for (leaves, is_right) in both.iter().zip([false, true]) {
                    let mut row: Vec<(u32, f64)> = leaves.iter().map(|&l| flow[(l - top.first) as usize]).collect();
                    let mut side = if is_right { 0.0 } else { 1.0 };
                    right.add(if is_right { -1.0 } else { 1.0 }, &mut row, &mut side);
                    let name = format!("tree{t}_{}{test}", if is_right { "right" } else { "left" });
                    self.row(&name, row, f64::NEG_INFINITY, side);
                }
            }
            self.flows.push(flow.first().map_or(0, |f| f.0));
        }
    }

    /// The rows of the target. With several goals one of them must be met, by binaries with the smallest big M.
    fn scores(&mut self, frames: &[LpModel], root: &LpNode) {
        let forest = &frames[0].forest;
        let several = frames.len() > 1;
        let mut goals = Vec::new();
        if several {
            for (g, lp) in frames.iter().enumerate() {
                goals.push((self.column(format!("goal{g}"), Domain::Whole, lp.problem.goal.offset, 1.0), 1.0));
            }
            self.row("one_goal", goals.clone(), 1.0, 1.0);
        } else {
            self.form.constant += frames[0].problem.goal.offset;
        }
        for (g, lp) in frames.iter().enumerate() {
            let width = lp.problem.rows.len();
            for r in 0..width {
                let mut entries = Vec::new();
                // The least scores of all trees, and of those with linear leaves alone.
                let (mut least, mut linear) = (0.0, 0.0);
                for (t, &at) in forest.trees.iter().enumerate() {
                    let top = forest.nodes[at as usize];
                    let first = self.flows[t];
                    let mut low = f64::INFINITY;
                    if (top.first..top.end).any(|l| root.alive(l) && !lp.forest.linear.form(l, r).is_empty()) {
                        let (column, low) = self.linear_score(lp, root, t, (g, r));
                        entries.push((column, 1.0));
                        least += low;
                        linear += low;
                        continue;
                    }
                    for leaf in (top.first..top.end).filter(|&l| root.alive(l)) {
                        let value = lp.forest.values[leaf as usize * width + r];
                        low = low.min(value);
                        if value != 0.0 {
                            entries.push((first + leaf - top.first, value));
                        }
                    }
                    least += low;
                }
                let need = lp.problem.need[r];
                if several {
                    let big_m = need - least;
                    if big_m > 0.0 {
                        entries.push((goals[g].0, -big_m));
                        self.form.named_score(unique(format!("score{g}_{r}"), &mut self.rows), entries, least - linear);
                    }
                } else {
                    self.form.named_score(unique(format!("score{g}_{r}"), &mut self.rows), entries, need - linear);
                }
            }
        }
    }
}

impl HyperplaneProgram {
    /// The score of a tree with linear leaves in row `r` of goal `g`, as a column of its own above its least value. Where a leaf is chosen, the
    /// score is at most the leaf's function; elsewhere the smallest big M that the features' bounds allow turns that row off. Returns the column
    /// and the least value.
    fn linear_score(&mut self, lp: &LpModel, root: &LpNode, t: usize, (g, r): (usize, usize)) -> (u32, f64) {
        let top = lp.forest.nodes[lp.forest.trees[t] as usize];
        let width = lp.problem.rows.len();
        let value = |leaf: u32| lp.forest.values[leaf as usize * width + r];
        let leaves: Vec<u32> = (top.first..top.end).filter(|&l| root.alive(l)).collect();
        let ends = |leaf: u32| {
            let (least, most) = reach(lp, root, lp.forest.linear.form(leaf, r));
            (value(leaf) + least, value(leaf) + most)
        };
        let low = leaves.iter().map(|&l| ends(l).0).fold(f64::INFINITY, f64::min);
        let high = leaves.iter().map(|&l| ends(l).1).fold(f64::NEG_INFINITY, f64::max);
        let column = self.column(format!("score{g}_{r}_tree{t}"), Domain::Real, 0.0, high - low);
        for leaf in leaves {
            let m = high - ends(leaf).0;
            let mut entries = vec![(column, 1.0), (self.flows[t] + leaf - top.first, m)];
            for &(coord, a) in lp.forest.linear.form(leaf, r) {
                entries.extend(lp.program.columns(coord).map(|c| (c as u32, -lp.program.sign[c] * a)));
            }
            let most = value(leaf) - low + m;
            self.row(&format!("score{g}_{r}_leaf{}", leaf - top.first), entries, f64::NEG_INFINITY, most);
        }
        (column, low)
    }

    /// The integer columns and their decisions.
    pub fn branches(&self) -> impl Iterator<Item = (usize, ColumnDecision)> + '_ {
        self.branches.iter().map(|&(c, branch)| (c as usize, branch))
    }

    /// Writes the columns' bounds in a node.
    pub fn ends(&self, lp: &LpModel, node: &LpNode, lower: &mut [f64], upper: &mut [f64]) {
        for c in 0..lp.program.width() {
            let (low, high) = node.relaxed.ends(c);
            (lower[c], upper[c]) = (lower[c].max(low), upper[c].min(high));
        }
        for (c, branch) in self.branches() {
            match branch {
                ColumnDecision::Test(test) => match node.side[test as usize] {
                    None => {}
                    Some(Side::Left) => (lower[c], upper[c]) = (0.0, 0.0),
                    Some(Side::Right) => (lower[c], upper[c]) = (1.0, 1.0),
                },
                // The bounds of a level are those of its column.
                ColumnDecision::Is(_) => {}
                ColumnDecision::Whole(f, zero) => (lower[c], upper[c]) = (node.lo[f] - zero, node.hi[f] - zero),
            }
        }
        for (t, &at) in lp.forest.trees.iter().enumerate() {
            let top = lp.forest.nodes[at as usize];
            for leaf in (top.first..top.end).filter(|&l| !node.alive(l)) {
                upper[(self.flows[t] + leaf - top.first) as usize] = 0.0;
            }
        }
    }
}

/// The least and the greatest value of a sum over coordinates. Each feature takes its best values independently.
fn reach(lp: &LpModel, root: &LpNode, coefs: &[(u32, f64)]) -> (f64, f64) {
    let of = |g: u32| coefs.iter().find(|c| c.0 == g).map_or(0.0, |c| c.1);
    let (mut least, mut most) = (0.0, 0.0);
    for (f, place) in lp.encodings.iter().enumerate() {
        match *place {
            Encoding::Number { coord, .. } => {
                let (low, high) = place.ends(root.lo[f], root.hi[f]);
                let a = of(coord);
                least += (a * low).min(a * high);
                most += (a * low).max(a * high);
            }
            Encoding::Levels { first, base, flags, count, .. } => {
                let here = if root.allowed[(flags + base) as usize] { Some(0.0) } else { None };
                let others = shares(first, base, count as usize)
                    .filter(|(k, _)| root.allowed[flags as usize + k])
                    .map(|(_, g)| of(g));
                let all: Vec<f64> = here.into_iter().chain(others).collect();
                least += all.iter().copied().fold(f64::INFINITY, f64::min);
                most += all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            }
        }
    }
    (least, most)
}
