//! Oblivious trees, whose nodes of a level all have the same test. They are written with one entry for each level, and become [`Tree`]s.

use super::document::TreeDoc;
use super::trees::{test, TreeFault};
use espalier_model::ensemble::{Ensemble, Tree};

/// Reads a tree whose lists have one entry a level.
pub(super) fn tree(doc: TreeDoc, frame: &Ensemble) -> Result<Tree, TreeFault> {
    let given = [("left", doc.left.is_some()), ("right", doc.right.is_some()), ("samples", doc.samples.is_some())];
    if let Some(n) = doc.linear.first() {
        let what = "an oblivious tree has a linear leaf";
        return Err((Some(n), ("linear", what.into(), "list its nodes; only such trees have linear leaves".into())));
    }
    if let Some((field, _)) = given.into_iter().find(|(_, given)| *given) {
        let what = format!("an oblivious tree has \"{field}\"");
        return Err((None, (field, what, "leave it out; it belongs to lists of nodes".into())));
    }
    let depth = doc.feature.len();
    let mut levels = Vec::with_capacity(depth);
    for n in 0..depth {
        levels.push((test(&doc, n, frame.columns).map_err(|fault| (Some(n), fault))?, doc.missing_side(n)));
    }
    let values = doc.value.unwrap_or_default();
    let leaves = u32::try_from(depth).ok().and_then(|depth| 1usize.checked_shl(depth)).unwrap_or(usize::MAX);
    if values.len() != leaves {
        let what = format!("a tree of {depth} levels has {} values", values.len());
        return Err((None, ("value", what, format!("2 to the power of {depth}, one a leaf, are right"))));
    }
    let width = doc.output.map_or(frame.outputs, |_| 1);
    if let Some(n) = (0..leaves).find(|&n| values.of(n).len() != width) {
        let what = format!("the leaf holds {} numbers", values.of(n).len());
        return Err((Some(n), ("value", what, format!("{width} is right"))));
    }
    let tree = Tree::of_levels(doc.output, levels, values.into_numbers());
    Ok(Tree { weight: doc.weight.unwrap_or(1.0), ..tree })
}
