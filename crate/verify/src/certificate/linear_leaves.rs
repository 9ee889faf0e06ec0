//! Trees whose sum is a row over features: those of a model with linear leaves, and those of a consequence. The leaf of a tree is a feature of its
//! own, and so is each output that its linear leaves add to (docs/contract/certificate.md, "Linear leaves and consequences of trees").

use super::goals::{goals, Goal};
use super::hyperplanes::{Hyperplanes, Weighed};
use super::levels::Levels;
use super::tree_leaves::{paths, raw};
use crate::answer::Check;
use espalier_model::ensemble::{At, Compare, Ensemble, Hyperplane, Precision, Tree};
use espalier_model::query::{Constraint, Query};
use espalier_model::schema::Kind;

/// Share of a leaf's size by which its value may be off, for each of its columns: 2^-48.
const LEAF: f64 = 3.552713678800501e-15;

/// The distance of a number from the nearest of the input type, relative to its size, at most: 2^-23 and 2^-51.
const NEAREST_SINGLE: f64 = 1.1920928955078125e-7;
const NEAREST_DOUBLE: f64 = 4.440892098500626e-16;

/// The sizes of a leaf's terms, added up, may not reach this.
const MOST: f64 = 1e30;

/// Ensembles whose sums are rows over features.
pub struct LeafFeatures<'a> {
    pub summed: Vec<Summed<'a>>,
    /// By feature behind the tests: the number of its levels.
    counts: Vec<usize>,
    first: usize,
}

/// The coefficients of raw outputs, the need, and a feature whose change is added, with its weight.
type Demand = (Vec<f64>, f64, Option<(usize, f64)>);

/// One of these ensembles.
pub struct Summed<'a> {
    pub ensemble: &'a Ensemble,
    pub trees: Vec<Choice>,
    /// The sums `coef * raw + weight * change of a feature >= need`.
    pub rows: Vec<Demand>,
}

/// A tree's leaf as a choice.
pub struct Choice {
    /// The feature that stands for the leaf; `None` where there is one leaf.
    pub feature: Option<usize>,
    /// Whether it is the tree's own. If not, it is a test's.
    pub own: bool,
    /// Output and feature of each number that stands for the tree's part.
    pub parts: Vec<(usize, usize)>,
}

/// Whether the sum over some ensemble's trees is a row over features.
pub fn sums(check: &Check<'_>) -> bool {
    let summed = |c: &Constraint| match c {
        Constraint::Also { model, .. } => model.has_linear_leaves(),
        c => matches!(c, Constraint::CausalEnsemble { .. }),
    };
    check.ensemble.has_linear_leaves() || check.query.constraints.iter().any(summed)
}

impl<'a> LeafFeatures<'a> {
    /// # Errors
    /// Names the part of the request that has no certificate.
    pub fn new(check: &'a Check<'a>, planes: &Hyperplanes, goal: &Goal) -> Result<LeafFeatures<'a>, &'static str> {
        let first = planes.first + planes.tests.len();
        let mut all = LeafFeatures { summed: Vec::new(), counts: Vec::new(), first };
        let over = |rows: &[(Vec<f64>, f64)]| rows.iter().map(|(coef, need)| (coef.clone(), *need, None)).collect();
        if check.ensemble.has_linear_leaves() {
            all.add(check.ensemble, over(&goal.rows), planes)?;
        }
        for constraint in &check.query.constraints {
            match constraint {
                Constraint::Also { model, target } if model.has_linear_leaves() => {
                    let asked = Query { target: target.clone(), margin: 0.0, ..check.query.copied() };
                    let other = Check { ensemble: model, schema: check.schema, query: &asked };
                    let mut goals = goals(&other).ok_or("a target that does not fit its model")?;
                    let goal = goals.pop().filter(|_| goals.is_empty()).ok_or("a target of several goals")?;
                    all.add(model, over(&goal.rows), planes)?;
                }
                Constraint::CausalEnsemble { feature, cause } => {
                    let trees = &cause.trees;
                    if trees.link != espalier_model::ensemble::Link::None {
                        return Err("consequences under a link have no certificate");
                    }
                    let before = trees.raw(&check.query.factual);
                    let before = before.map_err(|_| "a consequence of a value that is missing has no certificate")?[0];
                    let whole = matches!(check.schema.features[*feature].kind, Kind::Integer { .. });
                    // A real number is the nearest of the input type.
                    let step = if check.ensemble.input == Precision::F32 { NEAREST_SINGLE } else { NEAREST_DOUBLE };
                    let off =
                        if whole { 0.5 } else { step * check.largest(check.schema.features[*feature].columns()[0]) };
                    let row = |sign: f64| (vec![sign], sign * before - off, Some((*feature, -sign)));
                    all.add(trees, vec![row(1.0), row(-1.0)], planes)?;
                }
                _ => {}
            }
        }
        Ok(all)
    }

    fn add(&mut self, ensemble: &'a Ensemble, rows: Vec<Demand>, planes: &Hyperplanes) -> Result<(), &'static str> {
        if !ensemble.neurons.is_empty() {
            return Err("neurons of several hidden layers have no certificate");
        }
        let mut trees = Vec::new();
        for tree in &ensemble.trees {
            let mut feature = |levels: usize| {
                self.counts.push(levels);
                self.first + self.counts.len() - 1
            };
            let mut choice = Choice { feature: None, own: false, parts: Vec::new() };
            if tree.leaves() > 1 {
                choice.feature = match tree.at(0) {
                    At::Split { split, .. } if tree.leaves() == 2 => planes.feature(ensemble, split),
                    _ => None,
                };
                choice.own = choice.feature.is_none();
                choice.feature = choice.feature.or_else(|| Some(feature(tree.leaves())));
                if (0..tree.leaves()).any(|leaf| tree.linear_leaf(leaf).is_some()) {
                    let outputs = tree.output.map_or(0..ensemble.outputs, |o| o..o + 1);
                    choice.parts = outputs.map(|o| (o, feature(1))).collect();
                }
            }
            trees.push(choice);
        }
        self.summed.push(Summed { ensemble, trees, rows });
        Ok(())
    }

    /// The levels of these features: they cost nothing and are no change.
    pub fn levels(&self) -> impl Iterator<Item = Levels> + '_ {
        self.counts.iter().map(|&n| Levels { cost: vec![0.0; n], stays: vec![true; n], point: vec![f64::NAN; n] })
    }

    /// The choices of an ensemble's trees, where it is one of these.
    pub fn of(&self, ensemble: &Ensemble) -> Option<&Summed<'a>> {
        self.summed.iter().find(|s| std::ptr::eq(s.ensemble, ensemble))
    }
}

impl Check<'_> {
    /// The leaves of a tree as functions of the changes of features, in the order of a walk, left before right, in one output; and the most that a
    /// leaf's computed value may be off. `most`: by number the largest change, in absolute values.
    ///
    /// # Errors
    /// Where a value is missing, or sums are too large.
    pub(super) fn leaf_forms(
        &self,
        (ensemble, tree): (&Ensemble, &Tree),
        output: usize,
        levels: &[Levels],
        planes: &Hyperplanes,
        most: &dyn Fn(usize) -> f64,
    ) -> Result<(Vec<Weighed>, f64), &'static str> {
        let factor = ensemble.tree_factor(tree);
        let (mut columns, mut size, mut apart) = (0, 0.0f64, 0.0f64);
        let mut forms = Vec::new();
        for (leaf, path) in paths((self, ensemble), tree, levels, planes, true)? {
            let constant = raw(ensemble, tree, leaf)[output];
            let place = if tree.output.is_some() { 0 } else { output };
            let linear = tree.linear_leaf(leaf).map(|l| (&l.columns, l.weights_of(place)));
            let (own, weights) = linear.map_or((&[][..], &[][..]), |(c, w)| (c, w));
            let sum = self.weigh(
                &Hyperplane {
                    columns: own.to_vec(),
                    weights: weights.iter().map(|w| factor * w).collect(),
                    threshold: -constant,
                    compare: Compare::Less,
                    planes: Precision::F64,
                },
                most,
            )?;
            (columns, size, apart) = (columns.max(own.len()), size.max(sum.size), apart.max(sum.apart));
            forms.push(Weighed { path, ..sum });
        }
        if size.is_nan() || size >= MOST {
            return Err("a linear leaf over numbers without bounds has no certificate");
        }
        Ok((forms, LEAF * (columns + 2) as f64 * size + apart))
    }

    /// The most that a sum over trees may be off beside its leaves, per unit of the sizes of its terms.
    pub(super) fn sum_rounding(ensemble: &Ensemble) -> f64 {
        LEAF * (ensemble.trees.len() + 2) as f64
    }
}
