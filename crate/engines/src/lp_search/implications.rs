//! If-then limits as trees with dead leaves.

use super::lp_model::Encoding;
use super::lp_trees::{LpTestKind, NewNode};
use super::lp_trees_builder::Builder;
use super::node::Decision;
use espalier_model::ensemble::Side;
use espalier_model::query::{Condition, ConditionTest, Formula, Join};

/// The leaf beside a step of a chain: whether an answer may leave the chain there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    Live,
    Dead,
}

impl Builder<'_> {
    /// "If this, then that" as trees: one for every alternative of the "if". Each is a chain of tests.
    pub(super) fn implication(&mut self, when: &Formula, then: &Formula) {
        let mut demanded = Vec::new();
        match then.join {
            Join::All => {
                for condition in &then.conditions {
                    demanded.extend(self.steps(condition).into_iter().map(|step| (step, Beside::Dead)));
                }
            }
            Join::Any => {
                let mut ways: Vec<Vec<Decision>> = then.conditions.iter().map(|c| self.steps(c)).collect();
                // The last way stands in the chain itself. Of the others those with several tests, or with none, are each chosen by one test.
                let last = ways.pop().unwrap_or_default();
                for way in ways {
                    let step = match way[..] {
                        [step] => step,
                        _ => self.choice(&way),
                    };
                    demanded.push((Decision { side: step.side.other(), ..step }, Beside::Live));
                }
                demanded.extend(last.into_iter().map(|step| (step, Beside::Dead)));
            }
        }
        for when in when.alternatives() {
            let mut steps = Vec::new();
            for condition in when {
                steps.extend(self.steps(condition).into_iter().map(|step| (step, Beside::Live)));
            }
            steps.extend(&demanded);
            self.chain(&steps);
        }
    }

    /// A test that is free to choose, and that on the side given here makes all these steps hold. It asks a coordinate of its own, which costs
    /// nothing.
    fn choice(&mut self, steps: &[Decision]) -> Decision {
        let own = self.lp.program.coordinate(0.0, 1.0);
        let test = self.lp.test([(own, 1.0)], 0.0, 1.0, LpTestKind::Plane);
        let chosen = Decision { test, side: Side::Right };
        let mut chain = vec![(chosen, Beside::Live)];
        chain.extend(steps.iter().map(|&step| (step, Beside::Dead)));
        self.chain(&chain);
        chosen
    }

    /// A tree that asks one test after the other, each with the side on which the chain goes on. The leaf at its end is alive.
    fn chain(&mut self, steps: &[(Decision, Beside)]) {
        let n = steps.len() as u32;
        // Inner nodes are 0..n, the leaf at the end is n, and the leaf beside step i is n + 1 + i. Leaf number 1 is dead.
        let mut nodes: Vec<NewNode> =
            (0..).zip(steps).map(|(i, (step, _))| NewNode::fork(step.test, step.side, i + 1, n + 1 + i)).collect();
        nodes.push(NewNode::Leaf(0));
        nodes.extend(steps.iter().map(|(_, beside)| NewNode::Leaf(u32::from(*beside == Beside::Dead))));
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
