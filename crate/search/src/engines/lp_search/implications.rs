//! If-then limits as trees with dead leaves.

use super::builder::Builder;
use super::forest::NewNode;
use super::lp_model::Encoding;
use super::node::Decision;
use espalier_model::ensemble::Side;
use espalier_model::query::{Condition, ConditionTest};

impl Builder<'_> {
    /// "If this, then that" as a tree: a chain of tests. The leaf at its end is alive, and so are the leaves where the "if" fails.
    pub(super) fn implication(&mut self, when: &Condition, then: &Condition) {
        let asked = self.steps(when);
        let first = asked.len();
        let mut steps = asked;
        steps.extend(self.steps(then));
        let n = steps.len() as u32;
        // Inner nodes are 0..n, the leaf at the end is n, and the leaf beside step i is n + 1 + i. Leaf number 1 is dead.
        let mut nodes: Vec<NewNode> =
            (0..).zip(&steps).map(|(i, step)| NewNode::fork(step.test, step.side, i + 1, n + 1 + i)).collect();
        nodes.push(NewNode::Leaf(0));
        nodes.extend((0..n as usize).map(|i| NewNode::Leaf(u32::from(i >= first))));
        let rows = self.lp.problem.rows.len();
        self.lp.forest.tree(&nodes, rows, &mut |leaf, _| leaf == 0);
    }

    /// The tests of a condition, each with the side that it must be on. The condition holds when all of them are.
    fn steps(&mut self, condition: &Condition) -> Vec<Decision> {
        let f = condition.feature;
        let feature = self.lp.schema()[f].clone();
        let input = self.lp.input();
        if let Encoding::Number { base, origin, stays, .. } = self.lp.encodings[f] {
            let mut steps = Vec::new();
            if let Some(test) = self.lp.absent(f) {
                // A missing value lies in no range, and counts as unchanged where it stays missing.
                let range = matches!(condition.test, ConditionTest::Range { .. });
                steps.push(Decision { test, side: if range { Side::Right } else { Side::Left } });
                if !range {
                    return steps;
                }
            }
            let (min, max) = match condition.test {
                ConditionTest::Range { min, max } => (min, max),
                _ => (origin, origin),
            };
            // The first and the last value that meet the condition. The factual's own value meets it if its raw number does.
            let (mut first, mut last) = (input.ceil(min), input.floor(max));
            if stays && min <= origin && origin <= max {
                (first, last) = (first.min(base), last.max(base));
            } else if stays && origin < min {
                first = first.max(input.after(base));
            } else if stays {
                last = last.min(input.before(base));
            }
            if min > f64::NEG_INFINITY {
                steps.push(Decision { test: self.axis(f, input.before(first)), side: Side::Right });
            }
            if max < f64::INFINITY {
                steps.push(Decision { test: self.axis(f, last), side: Side::Left });
            }
            return steps;
        }
        let var = &self.lp.problem.vars[f];
        let left = match &condition.test {
            ConditionTest::Levels(allow) => {
                let mut left = allow.clone();
                left.resize(var.levels(), false);
                left
            }
            ConditionTest::Unchanged => (0..var.levels()).map(|k| !var.changed[k]).collect(),
            ConditionTest::Range { min, max } => (0..var.levels())
                .map(|k| feature.level_value(k, feature.columns()[0]).is_some_and(|v| *min <= v && v <= *max))
                .collect(),
        };
        vec![Decision { test: self.levels(f, left), side: Side::Left }]
    }
}
