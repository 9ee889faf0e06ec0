//! An implication ("if this, then that") as trees without values. Each tree is a chain: it asks one condition after the other. Points that miss
//! the "if" leave it at a live leaf, and so do points that meet both. Points that break the rule end in a dead leaf. The box search treats such
//! a tree like any other, so the bound and the branching need no code for implications.

use super::compiled::{LevelNode, LevelTest, LevelTree, TestKind, DEAD, LEAF};
use super::levels::Var;
use espalier_model::query::{Condition, ConditionTest, Constraint, Formula, Join, Query};

/// The trees of each implication that is enforced: one for every alternative of its "if". Every leaf's value is 0 in each output.
pub fn trees(query: &Query, vars: &[Var], enforced: &[bool], outputs: usize) -> Vec<LevelTree> {
    let mut trees = Vec::new();
    for (constraint, _) in query.constraints.iter().zip(enforced).filter(|(_, on)| **on) {
        if let Constraint::If { when, then } = constraint {
            trees.extend(when.alternatives().map(|when| tree(when, then, vars, outputs)));
        }
    }
    trees
}

/// For each feature that may stay although a change is cheaper: a tree that asks whether it stays. So no search takes the cheapest level for the only
/// one that matters, where the number of changes is limited.
pub fn stays(vars: &[Var], outputs: usize) -> impl Iterator<Item = LevelTree> + '_ {
    let dearer =
        |var: &Var| (0..var.levels()).any(|k| !var.changed[k] && var.cost[k].is_finite() && var.cost[k] > var.least());
    let then = Formula { join: Join::All, conditions: Vec::new() };
    let asked = vars.iter().enumerate().filter(move |(_, var)| dearer(var));
    asked.map(move |(feature, _)| tree(&[Condition { feature, test: ConditionTest::Unchanged }], &then, vars, outputs))
}

/// Number of boxes of the points that reach the end of an implication's longest chain, where levels have their order.
pub fn boxes(when: &Formula, then: &Formula) -> usize {
    let runs = |condition: &Condition, holds: bool| match &condition.test {
        ConditionTest::Levels(allow) => allow.chunk_by(|a, b| a == b).filter(|run| run[0] == holds).count(),
        _ => 2 - usize::from(holds),
    };
    let all = |formula: &Formula, holds: bool| {
        formula.conditions.iter().map(|condition| runs(condition, holds)).fold(1, usize::saturating_mul)
    };
    all(when, true).saturating_mul(all(then, then.join == Join::All))
}

fn tree(when: &[Condition], then: &Formula, vars: &[Var], outputs: usize) -> LevelTree {
    let mut tree = LevelTree { width: outputs, ..LevelTree::default() };
    let test = |condition: &Condition| {
        let var = &vars[condition.feature];
        LevelTest::new(condition.feature, var, &|level| holds(&condition.test, var, level))
    };
    let tests: Vec<LevelTest> = when.iter().chain(&then.conditions).map(test).collect();
    // The chain's nodes come first, then the leaf at its end, then the leaf beside each condition.
    let count: u32 = tests.iter().map(LevelTest::nodes).sum();
    let (mut beside, mut live) = (Vec::new(), 0);
    let mut leaf = |feature: u32| {
        live += u32::from(feature == LEAF);
        let test = live.saturating_sub(1);
        LevelNode { feature, test, kind: TestKind::Cut, missing: None, left: 0, right: 0 }
    };
    let mut next = 0;
    for (at, test) in tests.iter().enumerate() {
        next += test.nodes();
        let asks = at < when.len();
        let aside = count + 1 + at as u32;
        // One of several alternatives that holds is enough. Any other condition has to hold for the chain to go on.
        let (held, other) = match then.join {
            Join::Any if !asks => (aside, next),
            _ => (next, aside),
        };
        beside.push(leaf(if asks || then.join == Join::Any { LEAF } else { DEAD }));
        test.push(&mut tree, held, other);
    }
    tree.nodes.push(leaf(if then.join == Join::All { LEAF } else { DEAD }));
    tree.nodes.extend(beside);
    tree.values = vec![0.0; live as usize * outputs];
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
