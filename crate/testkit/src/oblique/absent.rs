//! Missing values: an instance with some, and its optimum from instances without. Each set of features that stay missing gives one such
//! instance. In it the trees' splits on these features are decided, and changes of the other missing features cost nothing.

use super::super::{Instance, Rng};
use super::solver;
use espalier_model::ensemble::*;
use espalier_model::query::*;
use espalier_model::schema::Change;
use std::sync::Arc;

/// Score of a leaf that stands for a missing value without a rule, so that it never reaches the target.
const DEAD: f64 = -1e3;

/// The instance with one to three features missing, where most splits have a rule for missing values. No linear leaf reads these features: the search
/// refuses that. Costs are sums.
pub fn absent(mut instance: Instance, seed: u64) -> Instance {
    let rng = &mut Rng::new(seed ^ 0xAB5E_47AB_5E47);
    let ensemble = Arc::make_mut(&mut instance.model.ensemble);
    for node in ensemble.trees.iter_mut().flat_map(|t| &mut t.nodes) {
        if let Node::Split { missing, .. } = node {
            *missing = rng.chance(0.8).then(|| *rng.pick(&[Side::Left, Side::Right]));
        }
    }
    for _ in 0..rng.within(1, 3) {
        let feature = rng.pick(&instance.model.schema.features).clone();
        feature.columns().iter().for_each(|&c| instance.query.factual[c] = f64::NAN);
    }
    for leaf in ensemble.trees.iter_mut().flat_map(|t| &mut t.linear).filter(|l| !l.columns.is_empty()) {
        let given = |c: usize| !instance.query.factual[c].is_nan();
        let mut kept = leaf.columns.iter().cycle().map(|&c| given(c));
        leaf.weights.retain(|_| kept.next() == Some(true));
        leaf.columns.retain(|&c| given(c));
    }
    instance.query.cost.norm = Norm { l1: 1.0, ..Norm::default() };
    instance
}

/// Least cost of a point on target, over all sets of the factual's missing values that stay missing.
pub fn solve(instance: &Instance) -> Option<f64> {
    let features = &instance.model.schema.features;
    let missing: Vec<usize> =
        (0..features.len()).filter(|&f| instance.query.factual[features[f].columns()[0]].is_nan()).collect();
    if missing.is_empty() {
        return solver::solve(instance);
    }
    (0..1 << missing.len()).filter_map(|set: usize| part(instance, &missing, set)).min_by(f64::total_cmp)
}

/// The least cost where the missing features of a set stay missing and the others are given a value.
fn part(instance: &Instance, missing: &[usize], set: usize) -> Option<f64> {
    let Instance { mut model, mut query } = instance.clone();
    let mut cost = 0.0;
    for (i, &f) in missing.iter().enumerate() {
        let stays = set >> i & 1 == 1;
        let names = |c: &Constraint| match c {
            Constraint::Linear { terms, levels, of_change, .. } => {
                (stays || *of_change) && (terms.iter().any(|t| t.0 == f) || levels.iter().any(|l| l.0 == f))
            }
            Constraint::Causal { feature, parents } => *feature == f || parents.iter().any(|p| p.0 == f),
            _ => false,
        };
        let feature = &mut model.schema.features[f];
        if query.constraints.iter().any(names) || stays && query.hull.is_some() {
            return None;
        }
        if !stays {
            if feature.change == Change::Fixed {
                return None;
            }
            cost += feature.weight.up;
            query.cost.free.push(f);
        }
        query.constraints.retain(|c| !matches!(c, Constraint::Direction { feature, .. } if *feature == f));
        feature.change = if stays { Change::Fixed } else { Change::Free };
        let level = |c| feature.level_value(0, c).unwrap_or(feature.min);
        feature.columns().iter().for_each(|&c| query.factual[c] = level(c));
        if stays {
            let columns = feature.columns().to_vec();
            let Target::Class(class) = query.target else { panic!("a class is asked for") };
            let dead: Vec<f64> = (0..model.ensemble.outputs).map(|k| if k == class { DEAD } else { 0.0 }).collect();
            Arc::make_mut(&mut model.ensemble).trees.iter_mut().for_each(|t| settle(t, &dead, &columns));
        }
    }
    solver::solve(&Instance { model, query }).map(|least| least + cost)
}

/// Removes the splits that read some columns, whose values are missing.
fn settle(tree: &mut Tree, worth: &[f64], columns: &[usize]) {
    let dead = Node::Leaf(tree.values.len() / worth.len());
    for at in 0..tree.nodes.len() {
        while let Node::Split { split, left, right, missing } = &tree.nodes[at] {
            if !split.columns().iter().any(|c| columns.contains(c)) {
                break;
            }
            tree.nodes[at] = match missing {
                Some(Side::Left) => tree.nodes[*left].clone(),
                Some(Side::Right) => tree.nodes[*right].clone(),
                None => dead.clone(),
            };
        }
    }
    tree.values.extend(worth);
    if !tree.linear.is_empty() {
        tree.linear.push(LinearLeaf::default());
    }
}
