//! What is not answered, each combination by name.

use super::{Engine, SearchError};
use crate::query::{Constraint, Distinct, Query, Target};
use crate::schema::Schema;
use crate::{COVERS, LEARNED, MORE, SLANTED};

/// Why the mixed-integer program does not take what follows from trees.
pub(super) const NO_TREES: &str =
    "what follows from trees is not in the mixed-integer program in this version; leave the engine out";

/// # Errors
/// Where the query asks for what this engine does not answer.
pub(super) fn refuse(query: &Query, engine: Engine) -> Result<(), SearchError> {
    let linf = query.cost.norm.linf > 0.0;
    let several = query.count > 1;
    let best = matches!(query.target, Target::Best { .. });
    let radius = query.radius.is_some();
    let slanted = matches!(engine, Engine::Slanted | Engine::Coupled);
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
            query.certificate && (engine == Engine::Slanted || slanted && !COVERS),
            "no certificate is written for hyperplanes or linear constraints; leave out \"certificate\"",
        ),
        (
            query.certificate && linf && !query.cost.is_largest_alone(),
            "no certificate is written for a largest-change (linf) cost mixed with others; leave out \"certificate\" or take another norm",
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
            several && query.certificate,
            "a certificate is written for one answer; leave out \"count\" or \"certificate\"",
        ),
        (
            radius && slanted,
            "regions within a radius are not listed for hyperplanes or linear constraints in this version; leave out \"radius\"",
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
    ];
    match refused.into_iter().find(|(asked, _)| *asked) {
        Some((_, what)) => Err(SearchError::Unsupported { what: what.into() }),
        None if !MORE
            && (query.certificate
                || best && !slanted
                || radius
                || rows
                || several && !slanted && query.distinct == Distinct::Regions) =>
        {
            Err(SearchError::Elsewhere { feature: "more" })
        }
        None if !LEARNED && learned || !SLANTED && best && slanted => {
            Err(SearchError::Elsewhere { feature: "slanted" })
        }
        None => Ok(()),
    }
}

/// # Errors
/// Where a sum that a proof is to be written beside speaks of a missing value.
pub(super) fn unknown(query: &Query, schema: &Schema) -> Result<(), SearchError> {
    let sums = query.constraints.iter().filter_map(|c| c.sum(&schema.features));
    let missing = |f: &usize| query.factual[schema.features[*f].columns()[0]].is_nan();
    match sums.flat_map(|s| s.terms).map(|t| t.0).find(missing) {
        None => Ok(()),
        Some(f) => {
            let name = &schema.features[f].name;
            let what = format!("no certificate is written where a constraint adds up \"{name}\", whose value is missing; give it a value or leave out \"certificate\"");
            Err(SearchError::Unsupported { what })
        }
    }
}
