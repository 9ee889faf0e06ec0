//! Random ensembles over planned features.

use super::instance::Size;
use super::schemas::SchemaPlan;
use super::Rng;
use espalier_model::ensemble::*;
use espalier_model::schema::Kind;

pub fn ensemble(rng: &mut Rng, plans: &[SchemaPlan], size: Size) -> Ensemble {
    let columns =
        plans.iter().map(|p| if let Kind::OneHot { columns, .. } = &p.kind { columns.len() } else { 1 }).sum();
    let classes = *rng.pick(&[1, 2, 2, 2, 3, 4]);
    let (task, outputs, link) = match classes {
        1 => (Task::Regressor, 1, *rng.pick(&[Link::None, Link::None, Link::Exp])),
        2 => match rng.below(3) {
            0 => (Task::Classifier { classes }, 1, Link::Logistic),
            _ => (Task::Classifier { classes }, 2, *rng.pick(&[Link::None, Link::Softmax])),
        },
        _ => (Task::Classifier { classes }, classes, *rng.pick(&[Link::None, Link::Softmax, Link::OneVsRest])),
    };
    let aggregation = match rng.below(4) {
        0 if outputs > 1 => Aggregation::Vote,
        0 | 1 => Aggregation::Mean,
        _ => Aggregation::Sum,
    };
    // Coarse values make ties between classes and between answers; fine ones make distinct sums.
    let coarse = rng.chance(0.5);
    let ruled = rng.chance(0.7);
    let weighted = rng.chance(0.3);
    let based = rng.chance(0.5);
    let mut ensemble = Ensemble {
        neurons: Vec::new(),
        task,
        columns,
        outputs,
        input: *rng.pick(&[Precision::F32, Precision::F64]),
        arithmetic: Arithmetic::PLAIN,
        planes: Precision::F64,
        compare: *rng.pick(&[Compare::LessEqual, Compare::Less]),
        aggregation,
        base: (0..outputs).map(|_| if based { value(rng, coarse) } else { 0.0 }).collect(),
        link,
        trees: Vec::new(),
    };
    for _ in 0..rng.within(1, size.trees) {
        let weight = if weighted { *rng.pick(&[0.5, 1.0, 2.0, 0.3]) } else { 1.0 };
        let output = (aggregation != Aggregation::Vote && rng.chance(0.5)).then(|| rng.below(outputs));
        let mut tree = Tree { weight, output, ..Tree::default() };
        let depth = rng.within(1, size.depth);
        let grow = Grow { plans, outputs, coarse, ruled };
        grow.node(rng, &mut tree, depth);
        ensemble.trees.push(tree);
    }
    ensemble.validate().expect("generated ensembles are valid");
    ensemble
}

/// A random isolation forest on the columns of a model. Depths are random, in some forests with coarse corrections.
pub fn isolation(rng: &mut Rng, plans: &[SchemaPlan], size: Size, model: &Ensemble) -> Ensemble {
    let coarse = rng.chance(0.5);
    let ruled = rng.chance(0.7);
    let weighted = rng.chance(0.2);
    let mut forest = Ensemble {
        neurons: Vec::new(),
        task: Task::IsolationForest,
        outputs: 1,
        arithmetic: Arithmetic::PLAIN,
        planes: Precision::F64,
        aggregation: Aggregation::Mean,
        base: vec![0.0],
        link: Link::None,
        trees: Vec::new(),
        ..model.clone()
    };
    for _ in 0..rng.within(1, size.trees) {
        let weight = if weighted { *rng.pick(&[0.5, 1.0, 2.0]) } else { 1.0 };
        let mut tree = Tree { weight, ..Tree::default() };
        let depth = rng.within(1, size.depth);
        let grow = Grow { plans, outputs: 1, coarse, ruled };
        grow.node(rng, &mut tree, depth);
        let mut open = vec![(0, 0.0)];
        while let Some((at, depth)) = open.pop() {
            match tree.nodes[at] {
                Node::Leaf(leaf) => {
                    tree.values[leaf] = depth + if coarse { f64::from(rng.chance(0.3)) } else { 2.0 * rng.unit() }
                }
                Node::Split { left, right, .. } => open.extend([(left, depth + 1.0), (right, depth + 1.0)]),
            }
        }
        forest.trees.push(tree);
    }
    forest.validate().expect("generated forests are valid");
    forest
}

/// Random trees on some features of a model, for a learned consequence. Their prediction varies by about `width`.
pub fn cause(rng: &mut Rng, plans: &[SchemaPlan], model: &Ensemble, width: f64) -> Ensemble {
    let coarse = rng.chance(0.5);
    let mut trees = Ensemble {
        neurons: Vec::new(),
        task: Task::Regressor,
        outputs: 1,
        arithmetic: Arithmetic::PLAIN,
        planes: Precision::F64,
        compare: *rng.pick(&[Compare::LessEqual, Compare::Less]),
        aggregation: *rng.pick(&[Aggregation::Mean, Aggregation::Sum]),
        base: vec![width * rng.unit()],
        link: if rng.chance(0.1) { Link::Square } else { Link::None },
        trees: Vec::new(),
        ..model.clone()
    };
    for _ in 0..rng.within(1, 3) {
        let weight = *rng.pick(&[1.0, 1.0, 0.5, 0.3]);
        let mut tree = Tree { weight, ..Tree::default() };
        let depth = rng.within(1, 3);
        Grow { plans, outputs: 1, coarse, ruled: true }.node(rng, &mut tree, depth);
        tree.values.iter_mut().for_each(|v| *v *= 0.5 * width);
        trees.trees.push(tree);
    }
    trees.validate().expect("generated causes are valid");
    trees
}

/// Makes some of the ensembles read zero (or another zone) as missing, and gives some a rarer link. It draws from a random source of its
/// own, so that all else of an instance stays the same.
pub fn vary(rng: &mut Rng, ensemble: &mut Ensemble) {
    if rng.chance(0.5) {
        ensemble.link = match ensemble.link {
            Link::Softmax => Link::OneVsRest,
            Link::Exp => *rng.pick(&[Link::Square, Link::Softplus]),
            other => other,
        };
    }
    if !rng.chance(0.25) {
        return;
    }
    let zone = *rng.pick(&[1e-35, 0.0, 0.25, 0.5, 1.0]);
    let around = *rng.pick(&[0.0, 0.0, 1.0, 0.5]);
    let (lo, hi) = (around - zone, around + zone);
    for node in ensemble.trees.iter_mut().flat_map(|t| &mut t.nodes) {
        let Node::Split { split, missing, .. } = node else { continue };
        let Split::Axis { column, threshold: t } = *split else { continue };
        let side = missing.unwrap_or(*rng.pick(&[Side::Left, Side::Right]));
        let left: Vec<(f64, f64)> = match side {
            Side::Left if t < lo => vec![(f64::NEG_INFINITY, t), (lo, hi)],
            Side::Left => vec![(f64::NEG_INFINITY, t.max(hi))],
            Side::Right if t > hi => vec![(f64::NEG_INFINITY, lo.next_down()), (hi.next_up(), t)],
            Side::Right => vec![(f64::NEG_INFINITY, t.min(lo.next_down()))],
        };
        if rng.chance(0.6) {
            *split = Split::Intervals { column, left };
        }
    }
    ensemble.validate().expect("varied ensembles are valid");
}

/// Makes some trees oblivious: one split for each depth, taken from their first splits, and their values, repeated where there are too few.
/// It draws from a random source of its own, like [`vary`].
pub fn level(rng: &mut Rng, ensemble: &mut Ensemble, depth: usize) {
    if !rng.chance(0.3) {
        return;
    }
    for tree in &mut ensemble.trees {
        let splits = tree.nodes.iter().filter_map(|node| match node {
            Node::Split { split, missing, .. } => Some((split.clone(), *missing)),
            Node::Leaf(_) => None,
        });
        let levels: Vec<_> = splits.take(rng.within(0, depth)).collect();
        if rng.chance(0.7) {
            let count = tree.width(ensemble.outputs) << levels.len();
            let values = tree.values.iter().cycle().take(count).copied().collect();
            *tree = Tree { weight: tree.weight, ..Tree::of_levels(tree.output, levels, values) };
        }
    }
    ensemble.validate().expect("levelled ensembles are valid");
}

fn value(rng: &mut Rng, coarse: bool) -> f64 {
    if coarse {
        *rng.pick(&[-1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0])
    } else {
        4.0 * rng.unit() - 2.0
    }
}

struct Grow<'a> {
    plans: &'a [SchemaPlan],
    outputs: usize,
    coarse: bool,
    ruled: bool,
}

impl Grow<'_> {
    /// Adds a node with its whole subtree; returns its number.
    fn node(&self, rng: &mut Rng, tree: &mut Tree, depth: usize) -> usize {
        let at = tree.nodes.len();
        if depth == 0 || rng.chance(0.1) {
            let width = tree.width(self.outputs);
            tree.nodes.push(Node::Leaf(tree.values.len() / width));
            for _ in 0..width {
                tree.values.push(value(rng, self.coarse));
            }
            return at;
        }
        tree.nodes.push(Node::Leaf(0));
        let split = self.split(rng);
        let missing = (self.ruled || rng.chance(0.5)).then(|| *rng.pick(&[Side::Left, Side::Right]));
        let left = self.node(rng, tree, depth - 1);
        let right = self.node(rng, tree, depth - 1);
        tree.nodes[at] = Node::Split { split, left, right, missing };
        at
    }

    fn split(&self, rng: &mut Rng) -> Split {
        let plan = rng.pick(self.plans);
        match &plan.kind {
            Kind::Codes { column, .. } if rng.chance(0.75) => {
                let left = (0..9).filter(|_| rng.chance(0.4)).collect();
                let unknown = rng.chance(0.3).then(|| (rng.within(3, 9) as u32, *rng.pick(&[Side::Left, Side::Right])));
                Split::Categories { column: *column, left, unknown }
            }
            Kind::OneHot { columns, .. } => {
                Split::Axis { column: *rng.pick(columns), threshold: *rng.pick(&plan.cuts) }
            }
            Kind::Numeric { column }
            | Kind::Integer { column }
            | Kind::Ordinal { column, .. }
            | Kind::Binary { column, .. }
            | Kind::Codes { column, .. } => Split::Axis { column: *column, threshold: *rng.pick(&plan.cuts) },
        }
    }
}
