//! Makes a failing instance smaller while it keeps failing.

use super::Instance;
use espalier_model::ensemble::{Ensemble, Node, Tree};
use espalier_model::query::{Constraint, Depth, Norm, Sought};
use espalier_model::schema::{Change, Weight};
use std::sync::Arc;

/// The smallest instance that still fails and that single simplifications reach.
pub fn shrink(instance: Instance, fails: impl Fn(&Instance) -> bool) -> Instance {
    let mut least = instance;
    while let Some(simpler) = simpler(&least).into_iter().find(|i| fails(i)) {
        least = simpler;
    }
    least
}

/// An instance's trees, for changes.
fn grown(instance: &mut Instance) -> &mut Vec<Tree> {
    &mut Arc::make_mut(&mut instance.model.ensemble).trees
}

/// Takes a condition out of a rule, unless it stands alone on its side. Those of the "if" are counted first.
fn drop_condition(rule: &mut Constraint, at: usize) {
    let Constraint::If { when, then } = rule else { return };
    let (side, at) = match at.checked_sub(when.conditions.len()) {
        None => (when, at),
        Some(at) => (then, at),
    };
    if side.conditions.len() > 1 {
        side.conditions.remove(at);
    }
}

/// All instances that are simpler by one step.
fn simpler(instance: &Instance) -> Vec<Instance> {
    let mut all = Vec::new();
    let mut add = |change: &dyn Fn(&mut Instance)| {
        let mut other = instance.clone();
        change(&mut other);
        if format!("{other:?}") != format!("{instance:?}") {
            all.push(other);
        }
    };
    let trees = &instance.model.ensemble.trees;
    for t in 0..trees.len() {
        if trees.len() > 1 {
            add(&|i| drop(grown(i).remove(t)));
        }
        for n in (0..trees[t].nodes.len()).filter(|_| !trees[t].oblivious) {
            if let Node::Split { left, right, .. } = trees[t].nodes[n] {
                add(&|i| replace(&mut grown(i)[t], n, left));
                add(&|i| replace(&mut grown(i)[t], n, right));
            }
        }
        add(&|i| grown(i)[t].weight = 1.0);
    }
    for c in 0..instance.query.constraints.len() {
        add(&|i| drop(i.query.constraints.remove(c)));
        for at in 0..instance.query.constraints[c].conditions().count() {
            add(&|i| drop_condition(&mut i.query.constraints[c], at));
        }
    }
    for f in 0..instance.model.schema.features.len() {
        add(&|i| i.model.schema.features[f].change = Change::Free);
        add(&|i| i.model.schema.features[f].weight = Weight::default());
        add(&|i| i.query.cost.weights[f] = None);
        add(&|i| i.query.cost.tables[f] = None);
        add(&|i| i.query.cost.piecewise[f] = None);
    }
    add(&|i| i.query.cost.per_change = 0.0);
    add(&|i| i.query.cost.norm = Norm { l1: 1.0, ..Norm::default() });
    add(&|i| i.query.cost.norm.l0 = 0.0);
    add(&|i| i.query.cost.norm.l2 = 0.0);
    add(&|i| i.query.cost.norm.linf = 0.0);
    add(&|i| i.query.margin = 0.0);
    add(&|i| i.query.sought = Sought::Cheapest);
    add(&|i| Arc::make_mut(&mut i.model.ensemble).base.fill(0.0));
    if let Some(depth) = &instance.query.depth {
        let forest = &depth.forest;
        let mut change = |new: Ensemble| {
            add(&|i| i.query.depth = Some(Depth { forest: Arc::new(new.clone()), least: depth.least }));
        };
        for (t, tree) in forest.trees.iter().enumerate() {
            let mut new = (**forest).clone();
            new.trees.remove(t);
            if !new.trees.is_empty() {
                change(new);
            }
            for (n, node) in tree.nodes.iter().enumerate() {
                let Node::Split { left, right, .. } = *node else { continue };
                for child in [left, right] {
                    let mut new = (**forest).clone();
                    replace(&mut new.trees[t], n, child);
                    change(new);
                }
            }
        }
        add(&|i| i.query.depth = None);
    }
    all
}

/// Puts the subtree at `child` in place of node `n`.
fn replace(tree: &mut Tree, n: usize, child: usize) {
    fn copy(old: &[Node], at: usize, n: usize, child: usize, new: &mut Vec<Node>) -> usize {
        let at = if at == n { child } else { at };
        let here = new.len();
        new.push(old[at].clone());
        if let Node::Split { split, left, right, missing } = &old[at] {
            let left = copy(old, *left, n, child, new);
            let right = copy(old, *right, n, child, new);
            new[here] = Node::Split { split: split.clone(), left, right, missing: *missing };
        }
        here
    }
    let mut nodes = Vec::new();
    copy(&tree.nodes, 0, n, child, &mut nodes);
    tree.nodes = nodes;
}

/// An instance in few lines.
pub fn show(instance: &Instance) -> String {
    let Instance { model, query } = instance;
    let e = &model.ensemble;
    let mut text = format!(
        "{:?} outputs {} {:?} {:?} {:?} {:?} base {:?}\n",
        e.task, e.outputs, e.input, e.compare, e.aggregation, e.link, e.base
    );
    for tree in &e.trees {
        text += &format!("tree weight {} output {:?} values {:?}\n", tree.weight, tree.output, tree.values);
        for (n, node) in tree.nodes.iter().enumerate() {
            text += &format!("  {n}: {node:?}\n");
        }
    }
    for f in &model.schema.features {
        text += &format!("{} {:?} {}..{} {:?} {:?}\n", f.name, f.kind, f.min, f.max, f.change, f.weight);
    }
    text + &format!("{query:?}")
}
