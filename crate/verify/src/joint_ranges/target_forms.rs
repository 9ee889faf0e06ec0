//! A target as linear forms of the raw scores. When their least values over a box suffice, every point of the box meets the target.

use crate::inverse::{first, off, score};
use crate::tolerances::{SCORE, SOFTMAX_PROBABILITY_SINGLE};
use espalier_model::ensemble::{Ensemble, Link};
use espalier_model::query::{Query, Target, STRICTNESS};

/// Forms of a target, and the rule by which they decide it.
#[derive(Clone, Debug)]
pub(super) struct Forms {
    /// By form: coefficients of the raw scores.
    pub coefficients: Vec<Vec<f64>>,
    rule: Rule,
    /// By form: the most by which the library's own sum may be less than the sum in double precision.
    off: Vec<f64>,
}

#[derive(Clone, Debug)]
enum Rule {
    /// Some group of forms (half-open index ranges) whose every form reaches the need.
    AnyGroup { groups: Vec<(usize, usize)>, need: f64 },
    /// Every form reaches its own need.
    Each(Vec<f64>),
    /// The forms are leads of a class over each rival; its softmax probability reaches `p`.
    Softmax { p: f64 },
}

impl Forms {
    /// The forms of a query's target on a model of the same task.
    pub fn new(ensemble: &Ensemble, query: &Query) -> Forms {
        let (coefficients, rule) = forms(ensemble, query);
        let off = off(ensemble, |_| 0.0);
        let most = |c: &Vec<f64>| c.iter().zip(&off).map(|(c, off)| c.abs() * off).sum();
        Forms { off: coefficients.iter().map(most).collect(), coefficients, rule }
    }

    /// Whether least values of the forms prove the target.
    pub fn proved(&self, least: &[f64]) -> bool {
        let least: Vec<f64> = least.iter().zip(&self.off).map(|(v, off)| v - off).collect();
        let over = |value: f64, need: f64| value >= need + SCORE * need.abs().max(1.0) || need == f64::NEG_INFINITY;
        match &self.rule {
            Rule::AnyGroup { groups, need } => {
                groups.iter().any(|&(from, to)| least[from..to].iter().all(|v| over(*v, *need)))
            }
            Rule::Each(needs) => least.iter().zip(needs).all(|(v, need)| over(*v, *need)),
            Rule::Softmax { p } => 1.0 / (1.0 + least.iter().map(|lead| (-lead).exp()).sum::<f64>()) >= *p,
        }
    }
}

fn forms(ensemble: &Ensemble, query: &Query) -> (Vec<Vec<f64>>, Rule) {
    let n = ensemble.outputs;
    let unit = |k: usize, by: f64| (0..n).map(|i| if i == k { by } else { 0.0 }).collect::<Vec<f64>>();
    let classes = if n == 1 { 2 } else { n };
    // One output is the lead of class 1 over class 0.
    let lead = |k: usize, j: usize| match n {
        1 => vec![if k == 1 { 1.0 } else { -1.0 }],
        _ => (0..n).map(|i| f64::from(i8::from(i == k) - i8::from(i == j))).collect(),
    };
    let groups = |members: &[usize], rivals: &dyn Fn(usize, usize) -> bool| {
        let mut coefficients = Vec::new();
        let mut groups = Vec::new();
        for &k in members {
            let from = coefficients.len();
            coefficients.extend((0..classes).filter(|&j| rivals(k, j)).map(|j| lead(k, j)));
            groups.push((from, coefficients.len()));
        }
        // Under one-against-rest, probabilities of two classes may round to one number though their raw scores differ. So nothing is proved.
        let need = if ensemble.link == Link::OneVsRest { f64::INFINITY } else { query.margin.max(STRICTNESS) };
        (coefficients, Rule::AnyGroup { groups, need })
    };
    match &query.target {
        Target::Class(k) => groups(&[*k], &|k, j| j != k),
        Target::Classes(set) => groups(set, &|_, j| !set.contains(&j)),
        Target::ClassCosts(costs) => groups(&costs.iter().map(|(k, _)| *k).collect::<Vec<_>>(), &|k, j| j != k),
        Target::Probability { class, at_least: p } => match ensemble.link {
            Link::Softmax => {
                // A margin of several roundings of the link itself.
                let p =
                    if ensemble.arithmetic.is_single() { p * (1.0 + SOFTMAX_PROBABILITY_SINGLE) } else { p + SCORE };
                let leads = (0..classes).filter(|j| j != class).map(|j| lead(*class, j));
                (leads.collect(), Rule::Softmax { p })
            }
            _ => {
                let (form, least) = score(ensemble, *class, *p);
                (vec![form], Rule::Each(vec![least]))
            }
        },
        // Nothing is proved to be the best: callers ask for the reached prediction as their target.
        Target::Best { .. } => (vec![unit(0, 1.0)], Rule::Each(vec![f64::INFINITY])),
        Target::Beyond(least) => {
            let need = first(ensemble, |raw| ensemble.value(raw) >= *least);
            (vec![unit(0, 1.0), unit(0, -1.0)], Rule::AnyGroup { groups: vec![(0, 1), (1, 2)], need })
        }
        Target::Value { lo, hi } => {
            let low = first(ensemble, |raw| ensemble.value(raw) >= *lo);
            let high = first(ensemble, |raw| ensemble.value(-raw) <= *hi);
            (vec![unit(0, 1.0), unit(0, -1.0)], Rule::Each(vec![low, high]))
        }
    }
}
