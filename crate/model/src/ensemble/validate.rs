//! Structure checks that every loader's result passes before anything evaluates it.

use super::{Aggregation, Arithmetic, Ensemble, Link, Node, Split, Task, Tree};

/// A fault in an ensemble, and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct EnsembleError {
    /// Tree number from 0, where the fault lies in one tree.
    pub tree: Option<usize>,
    /// Node number in that tree, where the fault lies in one node.
    pub node: Option<usize>,
    /// The value found, and the remedy.
    pub message: String,
}

impl std::fmt::Display for EnsembleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.tree, self.node) {
            (Some(t), Some(n)) => write!(f, "tree {t}, node {n}: {}", self.message),
            (Some(t), None) => write!(f, "tree {t}: {}", self.message),
            _ => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for EnsembleError {}

fn whole(message: impl Into<String>) -> EnsembleError {
    EnsembleError { tree: None, node: None, message: message.into() }
}

impl Ensemble {
    /// Accepts ensembles that can be evaluated without panic: consistent numbers of outputs, columns
    /// in range, finite values, and trees in which every node but the root has exactly one parent.
    ///
    /// # Errors
    /// The first fault, with its tree and node.
    /// # Cost
    /// Linear in the nodes.
    pub fn validate(&self) -> Result<(), EnsembleError> {
        if self.columns == 0 {
            return Err(whole("the model reads no columns; at least one is needed"));
        }
        if self.trees.is_empty() {
            return Err(whole("the model holds no trees; at least one is needed"));
        }
        let expected = match (self.task, self.link) {
            (Task::Classifier { classes }, _) if classes < 2 => {
                return Err(whole(format!("the model has {classes} classes; a classifier needs at least 2")))
            }
            (Task::Classifier { classes: 2 }, Link::Logistic) => 1,
            (Task::Classifier { classes }, Link::Logistic) => {
                return Err(whole(format!("a logistic link stands for 2 classes, the model has {classes}")))
            }
            (Task::Classifier { .. }, Link::Exp) => {
                return Err(whole("an exponential link belongs to a regressor, not to a classifier"))
            }
            (Task::Classifier { .. }, Link::Square | Link::Softplus) => {
                return Err(whole("the link belongs to a regressor, not to a classifier"))
            }
            (Task::Classifier { classes }, _) => classes,
            (_, Link::None | Link::Exp | Link::Square | Link::Softplus) => 1,
            _ => return Err(whole("a regressor's link is none or exponential")),
        };
        if self.outputs != expected {
            return Err(whole(format!("the model has {} outputs where {expected} are needed", self.outputs)));
        }
        if self.base.len() != self.outputs {
            return Err(whole(format!("base has {} numbers, the model {} outputs", self.base.len(), self.outputs)));
        }
        let Arithmetic { divisors, scale, .. } = self.arithmetic;
        if [scale, divisors[0], divisors[1]].iter().any(|n| *n == 0.0 || !n.is_finite()) {
            return Err(whole("a sum is divided and scaled by finite numbers, not by 0"));
        }
        if self.arithmetic.complement && (self.link != Link::None || self.outputs != 2) {
            return Err(whole("only of two scores without a link can the first be the rest of 1"));
        }
        if self.base_comes_first() && (scale != 1.0 || divisors != [1.0; 2]) {
            return Err(whole(format!(
                "{} adds to the base, and then neither divides nor scales",
                self.arithmetic.library.name()
            )));
        }
        if let Some(b) = self.base.iter().find(|b| !b.is_finite()) {
            return Err(whole(format!("base holds {b}; finite numbers are needed")));
        }
        self.validate_neurons().map_err(whole)?;
        for (t, tree) in self.trees.iter().enumerate() {
            self.validate_tree(tree).map_err(|mut e| {
                e.tree = Some(t);
                e
            })?;
        }
        if self.aggregation != Aggregation::Sum && self.trees.iter().map(|t| t.weight).sum::<f64>() <= 0.0 {
            return Err(whole("the tree weights of a mean or a vote must sum to more than 0"));
        }
        Ok(())
    }

    fn validate_tree(&self, tree: &Tree) -> Result<(), EnsembleError> {
        let at = |node: usize, message: String| EnsembleError { tree: None, node: Some(node), message };
        if !tree.weight.is_finite() || (self.aggregation != Aggregation::Sum && tree.weight < 0.0) {
            return Err(whole(format!(
                "weight {} is not usable; a finite number, not negative for a mean or a vote, is needed",
                tree.weight
            )));
        }
        if let Some(o) = tree.output {
            if o >= self.outputs {
                return Err(whole(format!("its values go to output {o}; there are {}", self.outputs)));
            }
            if self.aggregation == Aggregation::Vote {
                return Err(whole("a tree of a vote must hold one value a class in every leaf"));
            }
        }
        if tree.levels().is_some_and(|levels| !tree.holds_together(levels, tree.width(self.outputs))) {
            return Err(whole(
                "the oblivious tree is incomplete; a split a level and finite values of all leaves are right",
            ));
        }
        if tree.nodes.is_empty() && !tree.oblivious {
            return Err(whole("the tree has no nodes; a single leaf is the least"));
        }
        let width = tree.width(self.outputs);
        for (n, node) in tree.nodes.iter().enumerate() {
            match node {
                Node::Leaf(leaf) => {
                    let Some(values) = leaf.checked_mul(width).and_then(|a| tree.values.get(a..a + width)) else {
                        return Err(at(n, format!("leaf {leaf} has no values")));
                    };
                    if let Some(v) = values.iter().find(|v| !v.is_finite()) {
                        return Err(at(n, format!("the leaf's value is {v}; a finite number is needed")));
                    }
                }
                Node::Split { split, .. } => self.validate_split(split).map_err(|m| at(n, m))?,
            }
        }
        self.validate_linear(tree)?;
        if tree.oblivious {
            return Ok(());
        }
        linked(&tree.nodes).map_err(|(n, m)| at(n, m))
    }

    fn validate_linear(&self, tree: &Tree) -> Result<(), EnsembleError> {
        if tree.linear.is_empty() {
            return Ok(());
        }
        if self.aggregation == Aggregation::Vote || self.task == Task::IsolationForest {
            return Err(whole("a leaf of a vote or of an isolation forest is constant; it has no linear part"));
        }
        if tree.linear.len() != tree.leaves() {
            return Err(whole(format!(
                "{} linear parts for {} leaves; one a leaf is right",
                tree.linear.len(),
                tree.leaves()
            )));
        }
        let (width, columns) = (tree.width(self.outputs), self.columns + self.neurons.len());
        for (leaf, linear) in tree.linear.iter().enumerate() {
            let fault = |message: String| Err(whole(format!("leaf {leaf}: {message}")));
            if linear.weights.len() != linear.columns.len() * width {
                return fault(format!(
                    "{} weights for {} columns and {width} values",
                    linear.weights.len(),
                    linear.columns.len()
                ));
            }
            if let Some(c) = linear.columns.iter().find(|&&c| c >= columns) {
                return fault(format!("it reads column {c}; the model has columns 0 to {}", columns - 1));
            }
            let mut seen = vec![false; columns];
            if let Some(c) = linear.columns.iter().find(|&&c| std::mem::replace(&mut seen[c], true)) {
                return fault(format!("it names column {c} twice; once is right"));
            }
            let missing = linear.missing.as_deref().unwrap_or_default();
            if linear.missing.is_some() && missing.len() != width {
                return fault(format!("{} values where a column is missing; {width} are right", missing.len()));
            }
            if linear.weights.iter().chain(missing).any(|w| !w.is_finite()) {
                return fault("it holds a number that is not finite".into());
            }
        }
        Ok(())
    }

    fn validate_split(&self, split: &Split) -> Result<(), String> {
        let column_ok = |c: usize| {
            if c < self.columns {
                Ok(())
            } else {
                Err(format!("the split reads column {c}; the model has columns 0 to {}", self.columns - 1))
            }
        };
        match split {
            Split::Axis { column, threshold } => {
                column_ok(*column)?;
                if threshold.is_nan() {
                    return Err("the threshold is NaN; no value can be compared with it, a number is needed".into());
                }
            }
            Split::Categories { column, left, .. } => {
                column_ok(*column)?;
                if left.windows(2).any(|w| w[0] >= w[1]) {
                    return Err("the category codes must be ascending and distinct".into());
                }
            }
            Split::Intervals { column, left } => {
                column_ok(*column)?;
                let apart = left.windows(2).all(|w| w[0].1 < w[1].0);
                if left.is_empty() || !apart || left.iter().any(|&(lo, hi)| lo > hi || lo.is_nan() || hi.is_nan()) {
                    return Err("the intervals must be ascending and disjoint; at least one is needed".into());
                }
            }
            Split::Oblique { columns, weights, threshold } => {
                if columns.is_empty() || columns.len() != weights.len() {
                    return Err(format!(
                        "the hyperplane has {} columns and {} weights; as many of each, at least one, are needed",
                        columns.len(),
                        weights.len()
                    ));
                }
                for &c in columns {
                    column_ok(c)?;
                }
                if !threshold.is_finite() || weights.iter().any(|w| !w.is_finite()) {
                    return Err("the hyperplane holds a number that is not finite".into());
                }
            }
        }
        Ok(())
    }
}

/// Checks that the nodes form a tree: every node but the root has exactly one parent, and is reached from the root.
fn linked(nodes: &[Node]) -> Result<(), (usize, String)> {
    let count = nodes.len();
    let mut parents = vec![0u32; count];
    for (n, node) in nodes.iter().enumerate() {
        let Node::Split { left, right, .. } = node else { continue };
        for child in [*left, *right] {
            if child >= count {
                return Err((n, format!("child {child} does not exist; the tree has {count} nodes")));
            }
            parents[child] += 1;
        }
    }
    if parents[0] != 0 {
        return Err((0, "the root is the child of another node; trees have no cycles".into()));
    }
    if let Some(n) = parents.iter().skip(1).position(|&p| p > 1) {
        return Err((n + 1, format!("the node is the child of {} nodes; one is right", parents[n + 1])));
    }
    // Each node has at most one parent, and the root has none. So a node that the root does not reach is an orphan, or
    // lies on a cycle of its own.
    let mut seen = vec![false; count];
    let mut stack = vec![0];
    while let Some(n) = stack.pop() {
        seen[n] = true;
        if let Node::Split { left, right, .. } = nodes[n] {
            stack.extend([left, right]);
        }
    }
    match seen.iter().position(|s| !s) {
        Some(n) => Err((n, "the root does not reach this node".into())),
        None => Ok(()),
    }
}
