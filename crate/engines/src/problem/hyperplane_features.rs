//! Hyperplane tests as features of two levels, "left" and "right", which the trees ask in their place.

use espalier_model::ensemble::{Ensemble, Hyperplane, Node, Split};
use std::sync::Arc;

/// An ensemble that asks a column of its own, behind all others, in place of each test: 0 is left, 1 is right.
pub fn without_hyperplanes(ensemble: &Ensemble, tests: &[Hyperplane]) -> Arc<Ensemble> {
    let mut all = ensemble.clone();
    for node in all.trees.iter_mut().flat_map(|tree| &mut tree.nodes) {
        let Node::Split { split, .. } = node else { continue };
        let Some(test) = Hyperplane::of(ensemble, split) else { continue };
        let column = ensemble.columns + tests.iter().position(|other| *other == test).unwrap_or(0);
        *split = Split::Axis { column, threshold: 0.5 };
    }
    all.columns += tests.len();
    Arc::new(all)
}
