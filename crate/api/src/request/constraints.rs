//! Reads the field `constraints`: limits, relations, rules, consequences, budgets and other models.

use super::causal::{self, Lessons};
use super::document::{ConditionDoc, ConstraintDoc, DirectionDoc, LevelsDoc, LinearDoc, RangeDoc, SeveralDoc};
use super::names::{labels, Names};
use super::{also, budget};
use espalier_formats::documents::read::{Fields, Place};
use espalier_formats::documents::schema::change;
use espalier_formats::documents::DocumentError;
use espalier_formats::words::{list, quote};
use espalier_model::query::{Condition, ConditionTest, Constraint, Cost, Formula, Join, Relation};
use espalier_model::schema::{Change, Kind};

/// Most constraints of a request: two for each of the most columns that a model may have.
const MOST: usize = 1 << 17;

/// Most if-then rules, where a rule counts once for each pair of a condition of its "if" and one of its "then". A rule of single conditions is one
/// more tree for the search. The trees of a larger rule hold no more tests than those of as many single rules.
const MOST_RULES: usize = 10_000;

/// Most conditions in one list of a rule. More would make one rule's trees slow to search: they hold up to this number squared of tests. By hand.
pub(super) const MOST_CONDITIONS: usize = 64;

/// The constraints in the request's order. Consequences that cost nothing are recorded in `paid`.
pub(super) fn read(
    place: Option<Place>,
    names: &Names,
    paid: &mut Cost,
    lessons: &mut Lessons,
    factual: &[f64],
) -> Result<Vec<Constraint>, DocumentError> {
    match place {
        Some(place) => {
            let list = place.list()?;
            if list.len() > MOST {
                return Err(place.wrong(format!("at most {MOST} constraints are read")));
            }
            let rules: usize = list.iter().map(pairs).sum();
            if rules > MOST_RULES {
                let what = format!("found {rules} if-then rules");
                return Err(place.error(what, format!("at most {MOST_RULES} are read")));
            }
            let all: Vec<Constraint> = list.iter().map(|c| one(c, names, paid, lessons)).collect::<Result<_, _>>()?;
            causal::check(&all, &list, names)?;
            all.iter().zip(&list).try_for_each(|(c, place)| sized(c, place, names, factual))?;
            Ok(all)
        }
        None => Ok(Vec::new()),
    }
}

/// Refuses sums and budgets over a feature whose factual value is missing: a change from it has no size.
fn sized(constraint: &Constraint, place: &Place, names: &Names, factual: &[f64]) -> Result<(), DocumentError> {
    let missing = |f: &usize| factual[names.at(*f).columns()[0]].is_nan();
    let found = match constraint {
        Constraint::Linear { terms, levels, of_change: true, .. } => {
            terms.iter().map(|t| t.0).chain(levels.iter().map(|l| l.0)).find(missing)
        }
        Constraint::Budget(budget) => budget.changes.iter().map(|c| c.0).find(missing),
        Constraint::Causal { feature, parents } => {
            [*feature].into_iter().chain(parents.iter().map(|p| p.0)).find(missing)
        }
        Constraint::CausalEnsemble { feature, .. } => Some(*feature).filter(missing),
        _ => None,
    };
    found.map_or(Ok(()), |f| {
        let what = format!("the change of {} has no size: its value is missing", quote(&names.at(f).name));
        Err(place.error(what, "give the feature a value, or leave the constraint out"))
    })
}

fn one(place: &Place, names: &Names, paid: &mut Cost, lessons: &mut Lessons) -> Result<Constraint, DocumentError> {
    let fields = place.object(ConstraintDoc::FIELDS)?;
    let there: Vec<(&str, Place)> = ConstraintDoc::FIELDS.iter().filter_map(|&n| Some((n, fields.get(n)?))).collect();
    match there.as_slice() {
        [("linear", p)] => linear(p, names),
        [("causal", p)] => causal::read(p, names, paid, lessons),
        [("budget", p)] => budget::read(p, names),
        [("also", p)] => also::read(p, names, lessons.cache),
        [("fix", p)] => Ok(Constraint::Fix { feature: names.feature(p)? }),
        [("max_changes", p)] => Ok(Constraint::MaxChanges(p.index()?)),
        [("range", p)] => range(p, names),
        [("direction", p)] => direction(p, names),
        [("levels", p)] => levels(p, names),
        [("if", when), ("then", then)] => {
            Ok(Constraint::If { when: formula(when, names)?, then: formula(then, names)? })
        }
        [("if", p)] => Err(p.error("an \"if\" without its \"then\"", "give both in one object")),
        [("then", p)] => Err(p.error("a \"then\" without its \"if\"", "give both in one object")),
        [_, (second, p), ..] => Err(p.error(
            format!("a second constraint, {}, in one object", quote(second)),
            "give every constraint an object of its own",
        )),
        _ => Err(place.error(
            "the constraint says nothing",
            format!("give one of {}", list(ConstraintDoc::FIELDS.iter().copied())),
        )),
    }
}

/// `{"terms": {feature: weight}, "op", "rhs", "of"}`.
fn linear(place: &Place, names: &Names) -> Result<Constraint, DocumentError> {
    let fields = place.object(LinearDoc::FIELDS)?;
    let (mut terms, mut levels) = (Vec::new(), Vec::new());
    for (name, weight) in fields.need("terms")?.map()?.each() {
        let feature = names.feature_named(name, &weight)?;
        if weight.value.is_object() {
            levels.push((feature, budget::levels(&weight, feature, names, |p| p.number())?));
            continue;
        }
        if let Kind::OneHot { .. } = names.at(feature).kind {
            let what = format!("{} has categories, which are no numbers to sum", quote(name));
            return Err(weight.error(what, "give each level a weight of its own: {\"level\": weight}"));
        }
        terms.push((feature, weight.number()?));
    }
    if terms.is_empty() && levels.is_empty() {
        return Err(place.error("no terms", "give at least one feature and its weight"));
    }
    let op = fields.need("op")?;
    let relation = match op.text()? {
        "<=" => Relation::AtMost,
        ">=" => Relation::AtLeast,
        "=" | "==" => Relation::Equal,
        _ => return Err(op.wrong("\"<=\", \">=\" or \"=\" is needed")),
    };
    let of_change = match fields.get("of") {
        None => false,
        Some(of) => match of.text()? {
            "value" => false,
            "change" => true,
            _ => return Err(of.wrong("\"value\" or \"change\" is needed")),
        },
    };
    Ok(Constraint::Linear { terms, levels, relation, limit: fields.need("rhs")?.number()?, of_change })
}

fn range(place: &Place, names: &Names) -> Result<Constraint, DocumentError> {
    let fields = place.object(RangeDoc::FIELDS)?;
    let feature = names.feature(&fields.need("feature")?)?;
    let (min, max) = ends(&fields, feature, names)?
        .ok_or_else(|| place.error("a range without an end", "give \"min\", \"max\" or both"))?;
    Ok(Constraint::Range { feature, min, max })
}

/// The closed interval of `min` and `max`; `None` where neither is given.
fn ends(fields: &Fields, feature: usize, names: &Names) -> Result<Option<(f64, f64)>, DocumentError> {
    let (lo, hi) = (fields.get("min"), fields.get("max"));
    let Some(first) = lo.as_ref().or(hi.as_ref()) else { return Ok(None) };
    if !matches!(names.at(feature).kind, Kind::Numeric { .. } | Kind::Integer { .. } | Kind::Ordinal { .. }) {
        let what = format!("{} has no order", quote(&names.at(feature).name));
        return Err(first.error(what, format!("name the levels: {}", list(labels(names.at(feature))))));
    }
    let min = lo.as_ref().map_or(Ok(f64::NEG_INFINITY), Place::number)?;
    let max = hi.as_ref().map_or(Ok(f64::INFINITY), Place::number)?;
    if min > max {
        return Err(first.error(format!("min {min} exceeds max {max}"), "give the lower end as min"));
    }
    Ok(Some((min, max)))
}

fn direction(place: &Place, names: &Names) -> Result<Constraint, DocumentError> {
    let fields = place.object(DirectionDoc::FIELDS)?;
    let feature = names.feature(&fields.need("feature")?)?;
    let way = fields.need("change")?;
    let change = change(&way)?;
    let unordered = matches!(names.at(feature).kind, Kind::OneHot { .. } | Kind::Codes { .. });
    if unordered && matches!(change, Change::Increase | Change::Decrease) {
        let what = format!("{} has no order", quote(&names.at(feature).name));
        return Err(way.error(what, "use \"fixed\", or a \"levels\" constraint"));
    }
    Ok(Constraint::Direction { feature, change })
}

fn levels(place: &Place, names: &Names) -> Result<Constraint, DocumentError> {
    let fields = place.object(LevelsDoc::FIELDS)?;
    let feature = names.feature(&fields.need("feature")?)?;
    Ok(Constraint::Levels { feature, allow: flags(&fields.need("allow")?, feature, names)? })
}

/// One flag a level from a list of labels.
fn flags(place: &Place, feature: usize, names: &Names) -> Result<Vec<bool>, DocumentError> {
    let Some(count) = names.at(feature).level_count() else {
        let what = format!("{} has numbers, not levels", quote(&names.at(feature).name));
        return Err(place.error(what, "give \"min\" and \"max\""));
    };
    let mut flags = vec![false; count];
    for item in place.list()? {
        flags[names.level(feature, &item)?] = true;
    }
    if !flags.contains(&true) {
        return Err(place.wrong("at least one level is needed"));
    }
    Ok(flags)
}

/// Pairs of a condition of a rule's "if" and one of its "then"; none of other constraints.
fn pairs(constraint: &Place) -> usize {
    let side = |name| {
        let side = constraint.value.get(name);
        let list = side.and_then(|s| s.get("all").or_else(|| s.get("any"))).and_then(|l| l.as_array());
        side.map_or(0, |_| list.map_or(1, |l| l.len().max(1)))
    };
    side("if") * side("then").max(1)
}

/// A condition, `{"all": [conditions]}` or `{"any": [conditions]}`.
fn formula(place: &Place, names: &Names) -> Result<Formula, DocumentError> {
    let joined = |name: &str| place.value.get(name).is_some_and(|v| !v.is_null());
    if !joined("all") && !joined("any") {
        return Ok(condition(place, names)?.into());
    }
    let fields = place.object(SeveralDoc::FIELDS)?;
    let (join, list) = match (fields.get("all"), fields.get("any")) {
        (Some(all), None) => (Join::All, all),
        (None, Some(any)) => (Join::Any, any),
        _ => return Err(place.error("both \"all\" and \"any\" in one object", "give one of them")),
    };
    let conditions: Vec<Condition> = list.list()?.iter().map(|c| condition(c, names)).collect::<Result<_, _>>()?;
    match conditions.len() {
        0 => Err(list.wrong("at least one condition is needed")),
        1..=MOST_CONDITIONS => Ok(Formula { join, conditions }),
        n => {
            Err(list.error(format!("found {n} conditions"), format!("at most {MOST_CONDITIONS} are read in one list")))
        }
    }
}

/// `{"feature", "in"}`, `{"feature", "min", "max"}` or `{"feature", "unchanged": true}`.
fn condition(place: &Place, names: &Names) -> Result<Condition, DocumentError> {
    let fields = place.object(ConditionDoc::FIELDS)?;
    let feature = names.feature(&fields.need("feature")?)?;
    let levels = fields.maybe("in", |p| flags(&p, feature, names))?;
    let ends = ends(&fields, feature, names)?;
    let unchanged = match fields.get("unchanged") {
        Some(p) if !p.flag()? => return Err(p.wrong("true is needed, or leave it out")),
        Some(_) => true,
        None => false,
    };
    let test = match (levels, ends, unchanged) {
        (Some(levels), None, false) => ConditionTest::Levels(levels),
        (None, Some((min, max)), false) => ConditionTest::Range { min, max },
        (None, None, true) => ConditionTest::Unchanged,
        _ => {
            return Err(place
                .error("a condition needs exactly one test", "give \"in\", or \"min\" and \"max\", or \"unchanged\""))
        }
    };
    Ok(Condition { feature, test })
}
