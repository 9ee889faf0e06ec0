//! The difference of two models as one ensemble: the trees of the first, and those of the second with the opposite sign. So the point at which
//! two versions of a model disagree most is the best prediction of an ensemble.

use super::{
    first_largest, Aggregation, Arithmetic, Compare, Ensemble, LinearLeaf, Link, Node, Precision, Split, Task, Tree,
};

/// The unit in which predictions of two models are compared: of their predictions, the one that is a sum over trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The probability of a class, a mean over trees (forests): 0 to 1.
    Probability,
    /// The natural logarithm of a class's odds. Under a softmax over more than two classes, against the geometric mean of the others.
    LogOdds,
    /// The same of one class that has a probability by itself (one against the rest).
    OwnLogOdds,
    /// The predicted number.
    Value,
    /// The natural logarithm of the predicted number.
    LogValue,
}

impl Unit {
    /// The name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Probability => "probability",
            Unit::LogOdds => "log_odds",
            Unit::OwnLogOdds => "own_log_odds",
            Unit::Value => "value",
            Unit::LogValue => "log_value",
        }
    }
}

impl Ensemble {
    /// The unit in which the predictions of a class, or of a regressor's number, are a sum over trees, and the sum's coefficients by output.
    /// `None` where there is no such sum.
    ///
    /// `class` is of no meaning to a regressor.
    pub fn additive(&self, class: usize) -> Option<(Unit, Vec<f64>)> {
        let Task::Classifier { classes } = self.task else {
            return match self.link {
                Link::None => Some((Unit::Value, vec![1.0])),
                Link::Exp => Some((Unit::LogValue, vec![1.0])),
                _ => None,
            };
        };
        let of = |own: f64, other: f64| (0..self.outputs).map(|k| if k == class { own } else { other }).collect();
        match self.link {
            Link::None => Some((Unit::Probability, of(1.0, 0.0))),
            Link::OneVsRest => Some((Unit::OwnLogOdds, of(1.0, 0.0))),
            Link::Logistic => Some((Unit::LogOdds, vec![if class == 1 { 1.0 } else { -1.0 }])),
            Link::Softmax => Some((Unit::LogOdds, of(1.0, -1.0 / (classes as f64 - 1.0)))),
            _ => None,
        }
    }

    /// This model's prediction less another's, as a regressor in double precision. `coef`: by output, the coefficients of each one's sum, from
    /// [`Ensemble::additive`]. Both read the same columns, and round them alike. `None` where both have hyperplanes, which they add up in
    /// different types.
    ///
    /// # Cost
    /// Copies all trees.
    pub fn less(&self, other: &Ensemble, coef: [&[f64]; 2]) -> Option<Ensemble> {
        let both = self.is_oblique() && other.is_oblique();
        if both && self.planes != other.planes {
            return None;
        }
        let compare = if self.compare == other.compare { self.compare } else { Compare::LessEqual };
        let mut difference = Ensemble {
            task: Task::Regressor,
            columns: self.columns,
            outputs: 1,
            input: self.input,
            arithmetic: Arithmetic::PLAIN,
            planes: if self.is_oblique() { self.planes } else { other.planes },
            compare,
            aggregation: Aggregation::Sum,
            base: vec![0.0],
            link: Link::None,
            trees: Vec::new(),
            neurons: Vec::new(),
        };
        for (ensemble, coef, sign) in [(self, coef[0], 1.0), (other, coef[1], -1.0)] {
            difference.base[0] += sign * ensemble.base.iter().zip(coef).map(|(b, c)| b * c).sum::<f64>();
            let behind = difference.neurons.len();
            // The other's neurons stand behind this one's.
            let moved = |leaf: &mut LinearLeaf| {
                for column in &mut leaf.columns {
                    *column += if *column < self.columns { 0 } else { behind };
                }
            };
            for tree in &ensemble.trees {
                let mut tree = ensemble.weighted(tree, coef, sign, compare);
                tree.linear.iter_mut().for_each(moved);
                difference.trees.push(tree);
            }
            for neuron in &ensemble.neurons {
                let mut neuron = neuron.clone();
                moved(&mut neuron.sum);
                difference.neurons.push(neuron);
            }
        }
        Some(difference)
    }

    /// A tree whose leaves hold its part of a weighted sum of the outputs. Where the comparison becomes another, `x < t` is `x <= u`, where u is
    /// the greatest number below t of the type of x.
    fn weighted(&self, tree: &Tree, coef: &[f64], sign: f64, compare: Compare) -> Tree {
        let factor = sign * self.tree_factor(tree);
        let width = tree.width(self.outputs);
        let coef = tree.output.map_or(coef, |output| &coef[output..=output]);
        let sum = |values: &[f64]| factor * values.iter().zip(coef).map(|(v, c)| v * c).sum::<f64>();
        let vote = self.aggregation == Aggregation::Vote && tree.output.is_none();
        let mut out = tree.clone();
        out.values = Vec::with_capacity(tree.values.len() / width);
        for (leaf, values) in tree.values.chunks(width).enumerate() {
            let voted = vote && tree.linear_leaf(leaf).is_none();
            out.values.push(if voted { factor * coef[first_largest(values)] } else { sum(values) });
        }
        for leaf in &mut out.linear {
            let columns = leaf.columns.len();
            let weight = |k: usize| (0..width).map(|i| factor * coef[i] * leaf.weights[i * columns + k]).sum();
            leaf.weights = (0..columns).map(weight).collect();
            if let Some(missing) = &mut leaf.missing {
                *missing = vec![sum(missing)];
            }
        }
        for node in out.nodes.iter_mut().filter(|_| self.compare != compare) {
            match node {
                Node::Split { split: Split::Axis { threshold, .. }, .. } => *threshold = below(*threshold, self.input),
                Node::Split { split: Split::Oblique { threshold, .. }, .. } => {
                    *threshold = below(*threshold, self.planes);
                }
                _ => {}
            }
        }
        (out.weight, out.output, out.samples) = (1.0, Some(0), None);
        out
    }
}

/// The greatest number of a type below another.
fn below(number: f64, precision: Precision) -> f64 {
    let single = number as f32;
    match precision {
        Precision::F32 if f64::from(single) < number => f64::from(single),
        Precision::F32 => f64::from(single.next_down()),
        Precision::F64 | Precision::F64Flushed => number.next_down(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_number_below_is_of_the_type() {
        let third = 1.0 / 3.0;
        assert_eq!(below(third, Precision::F64), third.next_down());
        let near = f64::from(third as f32);
        let single = below(third, Precision::F32);
        assert!(single < third && f64::from((single as f32).next_up()) >= third, "{single} of {near}");
        assert_eq!(below(0.5, Precision::F32), f64::from(0.5f32.next_down()));
        assert_eq!(below(0.0, Precision::F32), -f64::from(f32::from_bits(1)));
    }

    /// A classifier of two stumps over two columns, one of them symmetric.
    fn model(aggregation: Aggregation, compare: Compare, weight: f64) -> Ensemble {
        let split = |column: usize, threshold: f64| Split::Axis { column, threshold };
        let stump = Tree {
            weight,
            nodes: vec![
                Node::Split { split: split(0, weight), left: 1, right: 2, missing: None },
                Node::Leaf(0),
                Node::Leaf(1),
            ],
            values: vec![0.9, 0.1, 0.25, 0.75],
            ..Tree::default()
        };
        let levels = vec![(split(1, 0.5), None), (split(0, 2.0), None)];
        let even = Tree::of_levels(None, levels, vec![0.5, 0.5, 0.3, 0.7, 0.8, 0.2, 0.0, 1.0]);
        let ensemble = Ensemble {
            task: Task::Classifier { classes: 2 },
            columns: 2,
            outputs: 2,
            input: Precision::F32,
            arithmetic: Arithmetic::PLAIN,
            planes: Precision::F64,
            compare,
            aggregation,
            base: vec![0.0, 0.125],
            link: Link::None,
            trees: vec![stump, even],
            neurons: Vec::new(),
        };
        ensemble.validate().expect("a valid model");
        ensemble
    }

    #[test]
    fn the_difference_is_that_of_the_scores_at_thresholds_and_beside_them() {
        let numbers = [0.5f32, 1.0, 2.0, 3.0].into_iter().flat_map(|t| [t.next_down(), t, t.next_up()]).map(f64::from);
        let numbers: Vec<f64> = numbers.collect();
        for (one, other) in [
            (model(Aggregation::Mean, Compare::LessEqual, 1.0), model(Aggregation::Vote, Compare::Less, 3.0)),
            (model(Aggregation::Vote, Compare::Less, 2.0), model(Aggregation::Sum, Compare::Less, 0.5)),
            (model(Aggregation::Sum, Compare::Less, 0.5), model(Aggregation::Mean, Compare::LessEqual, 2.0)),
        ] {
            for class in 0..2 {
                let coef = [&one, &other].map(|e| e.additive(class).expect("a sum").1);
                let less = one.less(&other, [&coef[0], &coef[1]]).expect("no hyperplanes");
                less.validate().expect("a valid difference");
                for row in numbers.iter().flat_map(|&x| numbers.iter().map(move |&y| [x, y])) {
                    let said = |e: &Ensemble| e.raw(&row).expect("a whole row");
                    let wanted = said(&one)[class] - said(&other)[class];
                    assert!((said(&less)[0] - wanted).abs() < 1e-12, "{row:?}: {} is not {wanted}", said(&less)[0]);
                }
            }
        }
    }
}
