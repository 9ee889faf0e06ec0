//! The combinations that are not supported, each by name.

use super::select::planes;
use crate::{Compiled, Engine, SearchError};
use espalier_model::query::{Constraint, Query, Target};

/// The reason why the mixed-integer program does not take causal relations by trees.
pub(crate) const NO_TREES: &str =
    "consequences of trees are not in the mixed-integer program in this version; leave the engine out";

/// # Errors
/// Where the query asks for something that this engine does not support.
pub(crate) fn refuse(query: &Query, engine: Engine, compiled: &Compiled) -> Result<(), SearchError> {
    let linf = query.cost.norm.linf > 0.0;
    let several = query.count > 1;
    let best = matches!(query.target, Target::Best { .. });
    let radius = query.radius.is_some();
    let alone = engine == Engine::Slanted;
    let coupled = engine == Engine::Coupled;
    let slanted = alone || coupled;
    let milp = engine == Engine::Milp;
    let rows = query.real_rows.is_some();
    let learned = query.constraints.iter().any(|c| matches!(c, Constraint::Learned { .. }));
    let refused = [
        (milp && query.ties, "all ties are not listed by the engine \"milp\"; leave out \"ties\" or the engine"),
        (milp && query.certificate, "the engine \"milp\" writes no certificate; leave out \"certificate\" or the engine"),
        (milp && several, "several answers are not given by the engine \"milp\"; leave out \"count\" or the engine"),
        (milp && radius, "regions are not listed by the engine \"milp\"; leave the engine out"),
        (milp && best, "the best prediction within a budget is not looked for by the engine \"milp\"; leave the engine out"),
        (
            query.hull.is_some() && (milp || rows),
            "hulls are neither searched by the engine \"milp\" nor with \"real_rows\"; leave one of them out",
        ),
        (
            milp && learned,
            NO_TREES,
        ),
        (rows && query.certificate, "no certificate is written for background rows; leave out \"certificate\" or \"real_rows\""),
        (rows && radius, "\"radius\" lists regions, \"real_rows\" answers with rows; leave out one of them"),
        (
            query.ties && linf && !rows && !slanted,
            "all ties of a largest-change (linf) cost are not listed in this version; leave out \"ties\" or take another norm",
        ),
        (
            query.certificate && alone && (planes(compiled.oblique, query) || query.hull.is_some() || learned),
            "no certificate is written for hyperplanes, hulls or consequences of trees; leave out \"certificate\"",
        ),
        (
            query.certificate && linf && (alone || !query.cost.is_largest_alone()),
            "no certificate is written for a largest-change (linf) cost mixed with others or beside linear constraints; leave out \"certificate\" or take another norm",
        ),
        (
            query.certificate && query.cost.quadratic.is_some(),
            "no certificate is written for a quadratic cost in this version; leave out \"certificate\"",
        ),
        (
            several && query.ties,
            "\"ties\" lists all answers of one cost, \"count\" answers that differ; leave out one of them",
        ),
        (
            radius && alone,
            "regions within a radius are not listed for hyperplanes, hulls, consequences of trees or costs that tie features in this version; leave out \"radius\"",
        ),
        (
            radius && (several || best || query.ties || query.certificate),
            "\"radius\" lists all regions of the target; leave out \"count\", \"ties\", \"certificate\" and \"best\"",
        ),
        (
            radius && matches!(query.target, Target::Classes(_) | Target::ClassCosts(_)),
            "regions within a radius are those of one target; name one class",
        ),
        (
            radius && linf && !query.cost.is_largest_alone(),
            "regions within a radius are not listed for a largest-change (linf) cost mixed with others in this version",
        ),
        (
            best && (several || query.certificate || query.margin > 0.0),
            "the best prediction within a budget is one answer, without a certificate or a margin; leave these out",
        ),
        // With sums over features, only linear programs list ties.
        (
            query.certificate && (several || alone),
            "a certificate is written for one answer; leave out \"count\", \"ties\" or \"certificate\"",
        ),
    ];
    match refused.into_iter().find(|(asked, _)| *asked) {
        Some((_, what)) => Err(SearchError::Unsupported { what: what.into() }),
        None if (query.certificate || radius) && coupled => beside_sums(query, compiled),
        None => Ok(()),
    }
}

/// Whether a certificate can be written, or regions listed, with the query's sums.
fn beside_sums(query: &Query, compiled: &Compiled) -> Result<(), SearchError> {
    if query.certificate && misses(query, compiled) {
        let what = "no certificate is written for a sum of a value that is missing; state the value or leave out \"certificate\"";
        return Err(SearchError::Unsupported { what: what.into() });
    }
    Ok(())
}

/// Whether a sum contains a feature whose value is missing in the query.
fn misses(query: &Query, compiled: &Compiled) -> bool {
    let missing = |f: usize| compiled.schema.features[f].columns().iter().any(|&c| query.factual[c].is_nan());
    query.constraints.iter().any(|c| match c {
        Constraint::Linear { terms, .. } => terms.iter().any(|t| missing(t.0)),
        Constraint::Causal { feature, parents } => missing(*feature) || parents.iter().any(|p| missing(p.0)),
        _ => false,
    })
}
