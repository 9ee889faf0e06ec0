//! The constraint `causal`: a feature that follows from others.

use super::also::parse;
use super::document::{CausalDoc, LessonDoc};
use super::learned_cause::LearnedCause;
use super::names::Names;
use super::plausibility::RequestCache;
use espalier_formats::boosted::{teach, Column};
use espalier_formats::documents::read::{Fields, Place};
use espalier_formats::documents::DocumentError;
use espalier_formats::words::quote;
use espalier_model::ensemble::{Aggregation, Arithmetic, Ensemble, Link, Node, Task};
use espalier_model::query::{CausalEnsemble, Constraint, Cost, Settings};
use espalier_model::schema::Kind;
use espalier_numerics::sorting::sort_positions;
use std::rc::Rc;
use std::sync::Arc;

/// Most trees that are learned; and the most splits on their paths.
pub(super) const MOST_TREES: usize = 200;
pub(super) const MOST_DEPTH: usize = 6;

/// The causes of a request that are to be learned.
pub(super) struct Lessons<'a> {
    /// Those that other requests have asked for.
    pub cache: &'a RequestCache,
    /// Its own.
    pub own: Vec<Rc<LearnedCause>>,
}

/// `{"feature", "cost": "own" | "none"}` with one of `"parents": {feature: weight}`, `"learned"` and `"model"`. A feature whose change costs
/// nothing is recorded in `paid`.
pub(super) fn read(
    place: &Place,
    names: &Names,
    paid: &mut Cost,
    lessons: &mut Lessons,
) -> Result<Constraint, DocumentError> {
    let fields = place.object(CausalDoc::FIELDS)?;
    let named = fields.need("feature")?;
    let feature = names.feature(&named)?;
    if !matches!(names.at(feature).kind, Kind::Numeric { .. } | Kind::Integer { .. }) {
        let what =
            format!("{} has levels; a feature that follows from others is a number", quote(&names.at(feature).name));
        return Err(named.error(what, "tie its levels to others with \"if\" and \"then\""));
    }
    let made = one(&fields, place, names, feature, lessons)?;
    free(&fields, feature, paid)?;
    Ok(made)
}

fn one(
    fields: &Fields,
    place: &Place,
    names: &Names,
    feature: usize,
    lessons: &mut Lessons,
) -> Result<Constraint, DocumentError> {
    Ok(match [fields.get("parents"), fields.get("learned"), fields.get("model")] {
        [Some(p), None, None] => weighed(&p, place, names, feature)?,
        [None, Some(p), None] => Constraint::CausalEnsemble { feature, cause: learned(&p, names, feature, lessons)? },
        [None, None, Some(p)] => Constraint::CausalEnsemble { feature, cause: given(&p, names)? },
        _ => {
            let right = "give one of \"parents\" (with weights), \"learned\" (trees, from the background rows) and \"model\" (trees, in Espalier's JSON)";
            return Err(place.error("it gives the feature no source, or several", right));
        }
    })
}

fn weighed(list: &Place, place: &Place, names: &Names, feature: usize) -> Result<Constraint, DocumentError> {
    let mut parents = Vec::new();
    for (name, weight) in list.map()?.each() {
        let parent = names.feature_named(name, &weight)?;
        if let Kind::OneHot { .. } | Kind::Codes { .. } = names.at(parent).kind {
            let what = format!("{} has categories, which are no numbers to sum", quote(name));
            let right = "leave it out, tie the feature to it with \"if\" and \"then\", or have trees \"learned\"";
            return Err(weight.error(what, right));
        }
        parents.push((parent, weight.number()?));
    }
    if parents.is_empty() {
        return Err(place.error("no parents", "give at least one feature and its weight"));
    }
    Ok(Constraint::Causal { feature, parents })
}

fn free(fields: &Fields, feature: usize, paid: &mut Cost) -> Result<(), DocumentError> {
    let Some(cost) = fields.get("cost") else { return Ok(()) };
    match cost.text()? {
        "own" => {}
        "none" if paid.quadratic.is_some() => {
            let right = "leave it out, and give the feature's row of \"quadratic\" zeros";
            return Err(cost.error("a quadratic cost prices the changes itself", right));
        }
        "none" => paid.free.push(feature),
        _ => return Err(cost.wrong("\"own\" or \"none\" is needed")),
    }
    Ok(())
}

/// `{"parents": [feature, ..], "trees": 10, "depth": 3, "rate": 0.3}`: trees that will be learned from the background rows. Until then the
/// cause has none.
fn learned(
    place: &Place,
    names: &Names,
    feature: usize,
    lessons: &mut Lessons,
) -> Result<Arc<CausalEnsemble>, DocumentError> {
    let fields = place.object(LessonDoc::FIELDS)?;
    let mut parents = Vec::new();
    for item in fields.need("parents")?.list()? {
        let parent = names.feature(&item)?;
        if parents.contains(&parent) {
            return Err(item.error(format!("{} stands there twice", quote(&names.at(parent).name)), "name it once"));
        }
        parents.push(parent);
    }
    if parents.is_empty() {
        return Err(place.error("no parents", "name at least one feature"));
    }
    sort_positions(&mut parents, &|a, b| a.cmp(&b));
    let whole = |name: &str, most: usize, usual: usize| {
        let read = |p: Place| match p.index()? {
            n if (1..=most).contains(&n) => Ok(n),
            _ => Err(p.wrong(format!("a whole number from 1 to {most} is needed"))),
        };
        Ok(fields.maybe(name, read)?.unwrap_or(usual))
    };
    let trees = whole("trees", MOST_TREES, 10)?;
    let depth = whole("depth", MOST_DEPTH, 3)?;
    let rate = fields.maybe("rate", |p| match p.number()? {
        r if r > 0.0 && r <= 1.0 => Ok(r),
        _ => Err(p.wrong("a number above 0, at most 1, is needed")),
    })?;
    let settings = Settings { trees, depth, rate: rate.unwrap_or(if trees == 1 { 1.0 } else { 0.3 }) };
    // Of itself: refused with the circle that it makes.
    if !parents.contains(&feature) {
        let columns: Vec<Column> = parents
            .iter()
            .flat_map(|&p| {
                let codes = matches!(names.at(p).kind, Kind::Codes { .. });
                names.at(p).columns().iter().map(move |&c| (c, codes))
            })
            .collect();
        let (rows, of) = (names.model.background.as_ref().map_or(&[][..], |b| &b.rows), names.at(feature).columns()[0]);
        if !teach(rows, &columns, of) {
            return Err(place.error(
                format!("the model has {} background rows", rows.len()),
                "10 or more without missing values are learned from; export the model with rows, or add a csv file of them",
            ));
        }
        let lesson = LearnedCause::new(feature, parents.clone(), columns, of, settings);
        lessons.own.push(lessons.cache.lesson(lesson));
    }
    Ok(Arc::new(CausalEnsemble { trees: nothing(names.ensemble), parents, lesson: None }))
}

/// Trees that the request brings: a regressor in Espalier's JSON that reads the model's columns.
fn given(place: &Place, names: &Names) -> Result<Arc<CausalEnsemble>, DocumentError> {
    place.map()?;
    let mut trees = Arc::unwrap_or_clone(parse(place)?.ensemble);
    let model = names.ensemble;
    let refuse = |what: String, right: &str| Err(place.error(what, right));
    if trees.task != Task::Regressor {
        return refuse("it predicts no number".into(), "give a model of \"kind\": \"regressor\"");
    }
    if trees.columns != model.columns {
        let what = format!("it reads {} columns, the model {}", trees.columns, model.columns);
        return refuse(what, "train it on the model's own columns; those that are no causes may stay unused");
    }
    if trees.input != model.input {
        let what = "it rounds its columns otherwise than the model".into();
        return refuse(what, "give it the model's own \"input\"");
    }
    if trees.is_oblique() {
        return refuse("it has hyperplanes".into(), "train it with splits of one column each");
    }
    if trees.has_linear_leaves() {
        return refuse("its leaves are linear functions".into(), "train it with constant leaves");
    }
    let weights: f64 = trees.trees.iter().map(|t| t.weight).sum();
    if trees.aggregation == Aggregation::Vote || trees.aggregation == Aggregation::Mean && weights <= 0.0 {
        return refuse("its trees' words are no sum or mean".into(), "give \"aggregation\" as \"sum\" or \"mean\"");
    }
    let reads = |column: usize| {
        let columns = |n: &Node| matches!(n, Node::Split { split, .. } if split.columns().contains(&column));
        trees.trees.iter().flat_map(|t| &t.nodes).any(columns)
    };
    let all = 0..names.schema.features.len();
    let parents: Vec<usize> = all.filter(|&f| names.at(f).columns().iter().any(|&c| reads(c))).collect();
    // Plain sums, without the library's rounding. So two rows in the same leaves have a difference of exactly 0.
    let factor = trees.factor() * if trees.aggregation == Aggregation::Sum { 1.0 } else { weights };
    trees.trees.iter_mut().for_each(|tree| tree.weight *= factor);
    trees.arithmetic = Arithmetic::PLAIN;
    Ok(Arc::new(CausalEnsemble { trees, parents, lesson: None }))
}

/// An ensemble without trees, on the columns of a model.
fn nothing(model: &Ensemble) -> Ensemble {
    Ensemble {
        neurons: Vec::new(),
        task: Task::Regressor,
        outputs: 1,
        base: vec![0.0],
        trees: Vec::new(),
        aggregation: Aggregation::Sum,
        link: Link::None,
        ..*model
    }
}

/// The feature and its causes, where a constraint is a consequence.
fn causes(constraint: &Constraint) -> Option<(usize, Vec<usize>)> {
    match constraint {
        Constraint::Causal { feature, parents } => Some((*feature, parents.iter().map(|p| p.0).collect())),
        Constraint::CausalEnsemble { feature, cause } => Some((*feature, cause.parents.clone())),
        _ => None,
    }
}

/// Checks that each feature follows from one constraint only, and that none follows from itself. `list` has the constraints' places.
pub(super) fn check(constraints: &[Constraint], list: &[Place], names: &Names) -> Result<(), DocumentError> {
    let mut of = vec![None; names.schema.features.len()];
    let all: Vec<Option<(usize, Vec<usize>)>> = constraints.iter().map(causes).collect();
    for (i, constraint) in all.iter().enumerate() {
        let Some((feature, _)) = constraint else { continue };
        if let Some(first) = of[*feature].replace(i) {
            let what = format!("{} follows from /constraints/{first} already", quote(&names.at(*feature).name));
            return Err(list[i].error(what, "give all its parents in one"));
        }
    }
    // 0: not visited, 1: on the present path, 2: done.
    let mut state = vec![0u8; of.len()];
    for root in 0..of.len() {
        let mut way = vec![(root, 0)];
        while let Some((f, next)) = way.last_mut() {
            let Some((_, parents)) = of[*f].and_then(|i: usize| all[i].as_ref()) else {
                state[*f] = 2;
                way.pop();
                continue;
            };
            state[*f] = 1;
            let Some(&parent) = parents.get(*next) else {
                state[*f] = 2;
                way.pop();
                continue;
            };
            *next += 1;
            if state[parent] == 1 {
                let from = way.iter().position(|w| w.0 == parent).unwrap_or(0);
                let circle: Vec<String> = way[from..].iter().map(|w| quote(&names.at(w.0).name)).collect();
                let what = format!("{} follows from itself: {}", circle[0], circle.join(" from "));
                let at = of[parent].map_or(&list[0], |i| &list[i]);
                return Err(at.error(format!("{what} from {}", circle[0]), "leave one of these out"));
            }
            if state[parent] == 0 {
                way.push((parent, 0));
            }
        }
    }
    Ok(())
}
