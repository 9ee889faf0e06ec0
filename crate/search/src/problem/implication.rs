//! An implication ("if this, then that") as a tree without values. One branch is for points that miss the condition,
//! and one for points that meet it and its consequence. The third leaf is dead. The box search treats it like any other
//! tree, so the bound and the branching need no code for implications.

use super::compiled::{insert, words, LevelNode, LevelTree, TestKind, DEAD, LEAF};
use super::levels::Var;
use espalier_model::ensemble::Side;
use espalier_model::query::{Condition, ConditionTest, Constraint, Query};

/// One tree for each implication that is enforced. Every leaf's value is 0 in each output.
pub(crate) fn trees(query: &Query, vars: &[Var], enforced: &[bool], outputs: usize) -> Vec<LevelTree> {
    let mut trees = Vec::new();
    for (constraint, _) in query.constraints.iter().zip(enforced).filter(|(_, on)| **on) {
        if let Constraint::If { when, then } = constraint {
            trees.push(tree(when, then, vars, outputs));
        }
    }
    trees
}

fn tree(when: &Condition, then: &Condition, vars: &[Var], outputs: usize) -> LevelTree {
    let mut tree = LevelTree { width: outputs, values: vec![0.0; 2 * outputs], ..LevelTree::default() };
    // Nodes: when, then, "met", "not asked", dead. `when` leads to `then` or to "not asked".
    for (condition, left, right) in [(when, 1, 3), (then, 2, 4)] {
        let var = &vars[condition.feature];
        let offset = tree.sets.len();
        tree.sets.resize(offset + words(var.levels() + 1), 0);
        for level in 0..var.levels() {
            if holds(&condition.test, var, level) {
                insert(&mut tree.sets[offset..], level);
            }
        }
        let side = |level: usize| if holds(&condition.test, var, level) { Side::Left } else { Side::Right };
        tree.nodes.push(LevelNode {
            feature: condition.feature as u32,
            test: offset as u32,
            kind: TestKind::Set,
            missing: var.missing.then(|| side(var.levels() - 1)),
            left,
            right,
        });
    }
    let leaf =
        |feature: u32, test: u32| LevelNode { feature, test, kind: TestKind::Cut, missing: None, left: 0, right: 0 };
    tree.nodes.extend([leaf(LEAF, 0), leaf(LEAF, 1), leaf(DEAD, 0)]);
    tree
}

/// Whether the points of a level meet the condition. Levels were refined so that all points of a level do, or none.
fn holds(test: &ConditionTest, var: &Var, level: usize) -> bool {
    let missing = var.missing && level + 1 == var.levels();
    match test {
        ConditionTest::Levels(allow) => !missing && allow[level],
        ConditionTest::Range { min, max } => !missing && var.value[level] >= *min && var.value[level] <= *max,
        ConditionTest::Unchanged => !var.changed[level],
    }
}
