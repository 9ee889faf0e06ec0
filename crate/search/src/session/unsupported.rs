//! The combinations that are not supported, each by name.

use crate::milp::{MOST_ROWS, NO_NEURONS, NO_TREES, TOO_LARGE};
use crate::{Compiled, Engine, SearchError};
use espalier_engines::problem::engine_needs::{limits_earnings, planes, trades};
use espalier_model::ensemble::{Ensemble, Link, Node, Split, Tree};
use espalier_model::query::hull::place;
use espalier_model::query::{Constraint, Query, Sought, Target};

/// A query and its engine, in the words of the rules below.
struct Asked<'a> {
    query: &'a Query,
    /// Linear programs alone.
    alone: bool,
    /// Linear programs, alone or beside boxes.
    slanted: bool,
    milp: bool,
    rows: bool,
    several: bool,
    ties: bool,
    best: bool,
    radius: bool,
    /// A series of demands.
    series: bool,
    /// A pool of incumbents.
    pool: bool,
    linf: bool,
    /// Consequences of trees are among the limits.
    learned: bool,
    /// Whether there are hyperplanes or linear leaves.
    planes: bool,
    linear: bool,
    /// Whether there are neurons of several hidden layers.
    deep: bool,
    /// Whether a softmax probability of three classes or more is asked for, of a model with linear leaves.
    odds: bool,
    /// Whether consequences follow from a function of their trees' sum.
    bent: bool,
}

/// A combination that is not answered.
struct Rule {
    /// Whether a query asks for it.
    asked: fn(&Asked) -> bool,
    /// The fault and the remedy, as users read them.
    text: &'static str,
}

/// All combinations that are not answered. The first that a query asks for is told. docs/contract/unsupported.md is written from this table.
const RULES: &[Rule] = &[
    Rule {
        asked: |a| a.series && !a.query.target.rises(),
        text: "a series needs a demand that can rise; ask for \"min_probability\", or for a value from or to a number alone",
    },
    Rule {
        asked: |a| a.series && (a.rows || a.query.certificate),
        text: "a series is neither of background rows nor certified; leave out \"series\", or \"real_rows\" and \"certificate\"",
    },
    Rule {
        asked: |a| a.series && a.linear && matches!(a.query.sought, Sought::Series { step, .. } if step == 0.0),
        text: "with linear leaves a series has no steps of its own; give it a \"step\" above 0",
    },
    Rule {
        asked: |a| a.pool && a.rows,
        text: "background rows are read in order of cost, so the search meets no other answer; ask for \"count\", or leave out \"pool\"",
    },
    Rule {
        asked: |a| a.pool && a.best,
        text: "a pool is of the answers to one target, and \"best\" looks for the target; leave out \"pool\" or \"best\"",
    },
    Rule {
        asked: |a| a.best && a.query.sought == Sought::Hulls,
        text: "the best prediction is not looked for in each of several hulls; ask for one hull",
    },
    Rule {
        asked: |a| a.milp && a.ties,
        text: "all ties are not listed by the engine \"milp\"; leave out \"ties\" or the engine",
    },
    Rule {
        asked: |a| a.milp && a.query.certificate,
        text: "the engine \"milp\" writes no certificate; leave out \"certificate\" or the engine",
    },
    Rule {
        asked: |a| a.milp && a.several,
        text: "several answers are not given by the engine \"milp\"; leave out \"count\" or the engine",
    },
    Rule {
        asked: |a| a.milp && a.radius,
        text: "regions are not listed by the engine \"milp\"; leave the engine out",
    },
    Rule {
        asked: |a| a.milp && a.best,
        text: "the best prediction within a budget is not looked for by the engine \"milp\"; leave the engine out",
    },
    Rule {
        asked: |a| a.query.hull.is_some() && (a.milp || a.rows),
        text: "hulls are neither searched by the engine \"milp\" nor with \"real_rows\"; leave one of them out",
    },
    Rule {
        asked: |a| a.milp && a.learned,
        text: NO_TREES,
    },
    Rule {
        asked: |a| a.milp && a.deep,
        text: NO_NEURONS,
    },
    Rule {
        asked: |a| a.rows && a.query.certificate,
        text: "no certificate is written for background rows; leave out \"certificate\" or \"real_rows\"",
    },
    Rule {
        asked: |a| a.rows && a.radius,
        text: "\"radius\" lists regions, \"real_rows\" answers with rows; leave out one of them",
    },
    Rule {
        asked: |a| a.ties && a.linf && !a.rows && !a.slanted,
        text: "all ties of a largest-change (linf) cost are not listed in this version; leave out \"ties\" or take another norm",
    },
    Rule {
        asked: |a| a.query.certificate && (a.query.sought == Sought::Hulls || a.query.hull.as_ref().is_some_and(|h| h.price > 0.0)),
        text: "no certificate is written for a price of the distance from a hull or for several hulls; leave out \"certificate\", or ask for one hull with one \"epsilon\"",
    },
    Rule {
        asked: |a| a.query.certificate && a.deep,
        text: "no certificate is written for neurons of several hidden layers; leave out \"certificate\"",
    },
    Rule {
        asked: |a| a.query.certificate && a.odds,
        text: "no certificate is written for a probability among three classes or more with linear leaves; ask for the class, or leave out \"certificate\"",
    },
    Rule {
        asked: |a| a.query.certificate && a.bent,
        text: "no certificate is written for consequences of trees that a link bends; give trees without a link, or leave out \"certificate\"",
    },
    Rule {
        asked: |a| a.query.certificate && a.linf && (a.alone || !a.query.cost.is_largest_alone()),
        text: "no certificate is written for a largest-change (linf) cost mixed with others or beside linear constraints, hyperplanes, linear leaves or a hull; leave out \"certificate\" or take another norm",
    },
    Rule {
        asked: |a| a.query.certificate && a.query.cost.quadratic.is_some(),
        text: "no certificate is written for a quadratic cost in this version; leave out \"certificate\"",
    },
    Rule {
        asked: |a| a.query.certificate && a.query.distance > 0.0,
        text: "no certificate is written for a margin by distance; leave out \"certificate\" or the distance",
    },
    Rule {
        asked: |a| a.query.certificate && trades(a.query),
        text: "no certificate is written where a number's change earns and uses up a budget; leave out \"certificate\" or the budget",
    },
    Rule {
        asked: |a| a.query.certificate && limits_earnings(a.query),
        text: "no certificate is written for a limit on changes where a change earns; leave out \"certificate\" or \"max_changes\"",
    },
    Rule {
        asked: |a| a.query.distance > 0.0 && a.linear,
        text: "linear leaves have no margin by distance, since their scores change within a leaf; ask for a margin by \"score\"",
    },
    Rule {
        asked: |a| a.radius && a.query.hull.as_ref().is_some_and(|hull| hull.price > 0.0),
        text: "regions within a radius are not listed beside a price of the distance from a hull; give the hull an \"epsilon\" instead",
    },
    Rule {
        asked: |a| a.radius && (a.best || a.query.certificate),
        text: "\"radius\" lists all regions of the target; leave out \"certificate\" and \"best\"",
    },
    Rule {
        asked: |a| a.radius && matches!(a.query.target, Target::Classes(_) | Target::ClassCosts(_)),
        text: "regions within a radius are those of one target; name one class",
    },
    Rule {
        asked: |a| a.radius && a.linf && !a.alone && !a.query.cost.is_largest_alone(),
        text: "regions within a radius are not listed for a largest-change (linf) cost mixed with others in this version; leave out \"radius\" or take another norm",
    },
    Rule {
        asked: |a| a.best && (a.several || a.query.certificate || a.query.margin > 0.0),
        text: "the best prediction within a budget is one answer, without a certificate or a margin; leave these out",
    },
    Rule {
        // With linear constraints, only linear programs list ties.
        asked: |a| a.query.certificate && (a.several || a.alone && (a.ties || !a.planes && !a.learned && a.query.hull.is_none())),
        text: "a certificate is written for one answer; leave out \"count\", \"ties\" or \"certificate\"",
    },
];

/// The refusal of a certificate where a linear constraint, a hyperplane or a hull reads a missing value.
const NO_MISSING_IN_SUMS: &str =
    "no certificate is written for a sum, a hyperplane, a linear leaf or a hull of a value that is missing; state the value or leave out \"certificate\"";

/// The texts of all combinations that are not answered: "fault; remedy".
pub fn unsupported() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.text)
}

/// # Errors
/// Where the query asks for something that this engine does not support.
pub(crate) fn refuse(query: &Query, engine: Engine, compiled: &Compiled) -> Result<(), SearchError> {
    let coupled = engine == Engine::Lagrangian;
    let asked = Asked {
        query,
        alone: engine == Engine::LpSearch,
        slanted: engine == Engine::LpSearch || coupled,
        milp: engine == Engine::Milp,
        rows: query.real_rows.is_some(),
        several: matches!(query.sought, Sought::Several { .. }),
        ties: query.sought == Sought::Ties,
        best: matches!(query.target, Target::Best { .. }),
        radius: matches!(query.sought, Sought::Regions { .. }),
        series: matches!(query.sought, Sought::Series { .. }),
        pool: matches!(query.sought, Sought::Pool { .. }),
        linf: query.cost.norm.linf > 0.0,
        learned: query.constraints.iter().any(|c| matches!(c, Constraint::CausalEnsemble { .. })),
        planes: planes(compiled.beyond_boxes, query),
        linear: compiled.ensemble.has_linear_leaves(),
        deep: deep(compiled, query),
        odds: odds(&compiled.ensemble, &query.target)
            || query.constraints.iter().any(|c| matches!(c, Constraint::Also { model, target } if odds(model, target))),
        bent: query
            .constraints
            .iter()
            .any(|c| matches!(c, Constraint::CausalEnsemble { cause, .. } if cause.trees.link != Link::None)),
    };
    match RULES.iter().find(|rule| (rule.asked)(&asked)) {
        Some(rule) => Err(SearchError::Unsupported { what: rule.text.into() }),
        None if query.certificate && asked.slanted && (misses(query, compiled) || slants(query, compiled)) => {
            Err(SearchError::Unsupported { what: NO_MISSING_IN_SUMS.into() })
        }
        // Its trees need not be compiled for that.
        None if asked.milp && rows(query, compiled) > MOST_ROWS => {
            Err(SearchError::Unsupported { what: TOO_LARGE.into() })
        }
        None => Ok(()),
    }
}

/// The number of trees and splits of a model and those beside it.
fn rows(query: &Query, compiled: &Compiled) -> usize {
    let rows = |ensemble: &Ensemble| ensemble.trees.iter().map(|tree| tree.places().div_ceil(2)).sum::<usize>();
    rows(&compiled.ensemble) + query.beside().iter().map(|other| rows(other)).sum::<usize>()
}

/// Whether a model or one beside it has neurons of several hidden layers.
pub(crate) fn deep(compiled: &Compiled, query: &Query) -> bool {
    let deep = |ensemble: &Ensemble| !ensemble.neurons.is_empty();
    deep(&compiled.ensemble) || query.beside().iter().any(|other| deep(other))
}

/// Whether rows over scores are only necessary for a target, of a model with linear leaves.
fn odds(ensemble: &Ensemble, target: &Target) -> bool {
    let several = ensemble.link == Link::Softmax && ensemble.outputs > 2;
    several && ensemble.has_linear_leaves() && matches!(target, Target::Probability { .. })
}

/// Whether a hyperplane reads a column whose value is missing in the query.
fn slants(query: &Query, compiled: &Compiled) -> bool {
    let reads = |node: &Node| match node {
        Node::Split { split: Split::Oblique { columns, .. }, .. } => columns.iter().any(|&c| query.factual[c].is_nan()),
        _ => false,
    };
    let sums = |tree: &Tree| tree.linear.iter().flat_map(|leaf| &leaf.columns).any(|&c| query.factual[c].is_nan());
    let slants = |ensemble: &Ensemble| ensemble.trees.iter().any(|tree| tree.nodes.iter().any(reads) || sums(tree));
    slants(&compiled.ensemble) || query.beside().iter().any(|other| slants(other))
}

/// Whether a linear constraint or a hull contains a feature whose value is missing in the query, or is no level.
fn misses(query: &Query, compiled: &Compiled) -> bool {
    let missing = |f: usize| compiled.schema.features[f].columns().iter().any(|&c| query.factual[c].is_nan());
    let lost = query.hull.is_some() && place(&compiled.schema.features, &query.factual).is_none();
    lost || query.constraints.iter().any(|c| match c {
        Constraint::Linear { terms, levels, .. } => {
            terms.iter().any(|t| missing(t.0)) || levels.iter().any(|l| missing(l.0))
        }
        Constraint::Causal { feature, parents } => missing(*feature) || parents.iter().any(|p| missing(p.0)),
        Constraint::CausalEnsemble { feature, cause } => missing(*feature) || cause.at(&query.factual).is_none(),
        _ => false,
    })
}
